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
const WORD_BYTES = 4;

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

  /**
   * Runs one piece of work with the memory and frees it afterwards. The work may await; the next one waits for its
   * turn.
   */
  during<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lent.then(work).finally(() => this.release());
    this.#lent = done.catch(() => undefined);
    return done;
  }

  /** The part of this name if it is long enough, otherwise another one in its place. Not cleared. */
  bytes(name: string, length: number): Uint8Array<ArrayBuffer> {
    const { block, from } = this.#part(name, length);
    return new Uint8Array(block, from, length);
  }

  /** As `bytes`. */
  words(name: string, length: number): Uint32Array<ArrayBuffer> {
    const { block, from } = this.#part(name, length * WORD_BYTES);
    return new Uint32Array(block, from, length);
  }

  /** Another part in the place of the one of this name, whose words can be read until the next part is asked for. */
  newWords(name: string, length: number): Uint32Array<ArrayBuffer> {
    const { block, from } = this.#newPart(name, length * WORD_BYTES);
    return new Uint32Array(block, from, length);
  }

  /** The part is no longer needed: what is asked for next may overwrite it. */
  done(name: string): void {
    const part = this.#parts.get(name);
    if (part !== undefined) this.#free.push(part);
    this.#parts.delete(name);
  }

  /** Arrays that were handed out are detached. */
  release(): void {
    this.#parts.clear();
    this.#free = [];
    for (const block of this.#blocks) block.transfer(0);
    this.#blocks = [];
  }

  #part(name: string, length: number): Part {
    const part = this.#parts.get(name);
    return part !== undefined && part.length >= length ? part : this.#newPart(name, length);
  }

  #newPart(name: string, length: number): Part {
    const aligned = Math.ceil(length / ALIGNED) * ALIGNED;
    const part = this.#freed(aligned) ?? this.#unused(aligned);
    this.done(name);
    this.#parts.set(name, part);
    return part;
  }

  /** The beginning of the shortest part that is long enough and no longer needed; the rest of it stays free. */
  #freed(length: number): Part | undefined {
    const [found] = this.#free
      .filter((part) => part.length >= length)
      .toSorted((a, b) => a.length - b.length);
    if (found === undefined) return undefined;
    const { block, from } = found;
    const rest = { block, from: from + length, length: found.length - length };
    this.#free = [...this.#free.filter((part) => part !== found), ...(rest.length > 0 ? [rest] : [])];
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
