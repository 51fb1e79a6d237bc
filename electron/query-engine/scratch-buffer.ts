// Memory that the coding of columns uses for a moment, and again for the next column, and then gives back.

/**
 * Of no use is what is asked of the system in small parts: freed, it stays with the process. A block beyond what any
 * allocator keeps for itself goes back at once, and of what is never written nothing is taken.
 */
const BLOCK_BYTES = 64 * 1024 * 1024;
/** So that numbers of every width may lie at each part's beginning. */
const ALIGNED = 64;

class ScratchBuffer {
  #lent: Promise<unknown> = Promise.resolve();
  #blocks: ArrayBuffer[] = [];
  /** Of the last block. */
  #used = 0;
  readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #words = new Map<string, Uint32Array<ArrayBuffer>>();

  /** Lends it to one who waits in between, and to nobody else until that is done; then it is given back. */
  during<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lent.then(work).finally(() => this.release());
    this.#lent = done.catch(() => undefined);
    return done;
  }

  /** With what was there before. */
  bytes(name: string, length: number): Uint8Array<ArrayBuffer> {
    let bytes = this.#bytes.get(name);
    if (!bytes || bytes.length < length) {
      bytes = new Uint8Array(...this.#part(length), length);
      this.#bytes.set(name, bytes);
    }
    return bytes.subarray(0, length);
  }

  /** With what was there before. */
  words(name: string, length: number): Uint32Array<ArrayBuffer> {
    let words = this.#words.get(name);
    if (!words || words.length < length) {
      words = new Uint32Array(...this.#part(length * 4), length);
      this.#words.set(name, words);
    }
    return words.subarray(0, length);
  }

  /** What was lent is gone with it. */
  release(): void {
    this.#bytes.clear();
    this.#words.clear();
    for (const block of this.#blocks) block.transfer(0);
    this.#blocks = [];
  }

  #part(length: number): [ArrayBuffer, number] {
    let block = this.#blocks.at(-1);
    if (!block || this.#used + length > block.byteLength) {
      block = new ArrayBuffer(Math.max(BLOCK_BYTES, length));
      this.#blocks.push(block);
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += Math.ceil(length / ALIGNED) * ALIGNED;
    return [block, from];
  }
}

/** Of this thread. */
export const scratch = new ScratchBuffer();
