// Memory that the coding of columns uses for a moment, and again for the next column.

/** What every coding needs for a moment is used again: freed each time, it would stay with the process for long. */
class Scratch {
  #bytes = new Uint8Array(0);
  readonly #words = new Map<string, Uint32Array<ArrayBuffer>>();

  bytes(length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length + (length >> 2));
    return this.#bytes.subarray(0, length);
  }

  /** With what was there before. */
  words(name: string, length: number): Uint32Array<ArrayBuffer> {
    let words = this.#words.get(name);
    if (!words || words.length < length) {
      words = new Uint32Array(length);
      this.#words.set(name, words);
    }
    return words.subarray(0, length);
  }
}

/** Of this thread: one column is coded at a time. */
export const scratch = new Scratch();
