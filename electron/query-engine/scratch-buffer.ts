// Temporary memory for coding columns, reused from one column to the next and freed after the last.

/**
 * Many small allocations stay with the process after they are freed. A block of this size is returned to the system at
 * once, and pages of it that are never written cost nothing.
 */
const BLOCK_BYTES = 64 * 1024 * 1024;
/**
 * The first block, enough for the columns of a few thousand rows: V8 counts every block as garbage to come, and large
 * ones had it collect all memory again for each few columns, which took most of the time of coding small results.
 */
const FIRST_BLOCK_BYTES = 1024 * 1024;
/** Every part begins at a multiple of this, so numbers of any width may start it. */
const ALIGNED = 64;

/** Bytes of a block. */
interface Part {
  readonly block: ArrayBuffer;
  readonly from: number;
  readonly length: number;
}

class ScratchBuffer {
  #lent: Promise<unknown> = Promise.resolve();
  #blocks: ArrayBuffer[] = [];
  /** Bytes used in the last block. */
  #used = 0;
  readonly #parts = new Map<string, Part>();
  /** Parts that are no longer needed. */
  #free: Part[] = [];
  readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #words = new Map<string, Uint32Array<ArrayBuffer>>();

  /**
   * Runs one piece of work with the memory and frees it afterwards. The work may await; the next one waits for its
   * turn.
   */
  during<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lent.then(work).finally(() => this.release());
    this.#lent = done.catch(() => undefined);
    return done;
  }

  /** Not cleared. If it is longer than before, it is another part, and the one before is no longer needed. */
  bytes(name: string, length: number): Uint8Array<ArrayBuffer> {
    let bytes = this.#bytes.get(name);
    if (!bytes || bytes.length < length) {
      bytes = new Uint8Array(...this.#part(name, length), length);
      this.#bytes.set(name, bytes);
    }
    return bytes.subarray(0, length);
  }

  /** As `bytes`. */
  words(name: string, length: number): Uint32Array<ArrayBuffer> {
    let words = this.#words.get(name);
    if (!words || words.length < length) {
      words = new Uint32Array(...this.#part(name, length * 4), length);
      this.#words.set(name, words);
    }
    return words.subarray(0, length);
  }

  /** Some parts are no longer needed: what is asked for next may overwrite them. */
  done(...names: readonly string[]): void {
    for (const name of names) {
      const part = this.#parts.get(name);
      if (part !== undefined) this.#free.push(part);
      this.#parts.delete(name);
      this.#bytes.delete(name);
      this.#words.delete(name);
    }
  }

  /** Arrays that were handed out are detached. */
  release(): void {
    this.#bytes.clear();
    this.#words.clear();
    this.#parts.clear();
    this.#free = [];
    for (const block of this.#blocks) block.transfer(0);
    this.#blocks = [];
  }

  #part(name: string, length: number): [ArrayBuffer, number] {
    const aligned = Math.ceil(length / ALIGNED) * ALIGNED;
    const part = this.#freed(aligned) ?? this.#unused(aligned);
    this.done(name);
    this.#parts.set(name, part);
    return [part.block, part.from];
  }

  /** A part that is no longer needed, or the beginning of it; the rest stays free. */
  #freed(length: number): Part | undefined {
    const at = this.#free.findIndex((part) => part.length >= length);
    const found = this.#free[at];
    if (found === undefined) return undefined;
    const { block, from } = found;
    const rest = { block, from: from + length, length: found.length - length };
    this.#free.splice(at, 1, ...(rest.length > 0 ? [rest] : []));
    return { block, from, length };
  }

  #unused(length: number): Part {
    let block = this.#blocks.at(-1);
    if (!block || this.#used + length > block.byteLength) {
      const usual = block === undefined ? FIRST_BLOCK_BYTES : BLOCK_BYTES;
      block = new ArrayBuffer(length > usual ? Math.max(BLOCK_BYTES, length) : usual);
      this.#blocks.push(block);
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += length;
    return { block, from, length };
  }
}

/** One per thread. */
export const scratch = new ScratchBuffer();
