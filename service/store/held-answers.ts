// Answers of one page that were given lately, as bytes, until anything in the store changes: on a race day everybody
// asks for the same few races. Only what is asked for by racekey or horse, so that one answer is small.

export interface HeldAnswer {
  readonly count: number;
  readonly bytes: Buffer | null;
}

export class HeldAnswers {
  readonly #most: number;
  readonly #held = new Map<string, HeldAnswer>();
  /** Asked for once of late: what nobody asks for again is not worth its memory. */
  readonly #once = new Set<string>();
  #bytes = 0;
  #version = -1;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param version of the store as it is now; what was held of another is forgotten */
  find(version: number, name: string): HeldAnswer | undefined {
    if (version !== this.#version) {
      this.#held.clear();
      this.#bytes = 0;
      this.#version = version;
    }
    const found = this.#held.get(name);
    if (found === undefined) return undefined;
    // The one asked for last is forgotten last.
    this.#held.delete(name);
    this.#held.set(name, found);
    return found;
  }

  /**
   * Holds an answer that is given for the second time.
   *
   * @param version of the store that the answer is from
   */
  keep(version: number, name: string, answer: HeldAnswer): void {
    if (version !== this.#version || sizeOf(answer) > this.#most / 16) return;
    if (!this.#once.delete(name)) {
      if (this.#once.size >= MOST_ONCE) this.#once.clear();
      this.#once.add(name);
      return;
    }
    this.#forget(name);
    this.#held.set(name, answer);
    this.#bytes += sizeOf(answer);
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  #forget(name: string): void {
    const held = this.#held.get(name);
    if (held === undefined) return;
    this.#held.delete(name);
    this.#bytes -= sizeOf(held);
  }
}

const MOST_ONCE = 5_000;

/** What an entry takes up beside its bytes. */
const BESIDE = 300;

const sizeOf = ({ bytes }: HeldAnswer): number => (bytes?.length ?? 0) + BESIDE;
