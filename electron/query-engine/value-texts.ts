// The distinct values of a column as text: a list, or UTF-8 bytes that are decoded when a value is needed. Packed, half
// a million keys cost 9 bytes each besides their letters; as JavaScript strings they would cost 40.

import { isBlank } from '#shared/catalogue/reading.ts';

export interface ValueTexts {
  readonly count: number;
  readonly bytes: number;
  at(index: number): string;
  /** Whether a value is only spaces; for most values this needs no string. */
  isBlank(index: number): boolean;
}

/** As sent between threads: value i ends at `ends[i]`, where the next one begins. */
export interface PackedTexts {
  readonly text: Uint8Array;
  readonly ends: Uint32Array;
}

/** Decoded values are cached as strings in columns with at most this many values. */
const MOST_KEPT = 5000;
/** The size of a short string besides its letters. */
const STRING_BYTES = 24;

export class TextList implements ValueTexts {
  readonly bytes: number;
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.bytes = texts.reduce((total, text) => total + STRING_BYTES + text.length, 0);
  }

  get count(): number {
    return this.#texts.length;
  }

  at(index: number): string {
    return this.#texts[index] ?? '';
  }

  isBlank(index: number): boolean {
    return isBlank(this.at(index));
  }
}

export class TextPack implements ValueTexts {
  readonly bytes: number;
  readonly #text: Buffer;
  readonly #ends: Uint32Array;
  readonly #kept: string[] | undefined;

  constructor({ text, ends }: PackedTexts) {
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    this.#ends = ends;
    this.#kept = ends.length <= MOST_KEPT ? [] : undefined;
    const kept = this.#kept === undefined ? 0 : ends.length * STRING_BYTES + text.byteLength;
    this.bytes = text.byteLength + ends.byteLength + kept;
  }

  get count(): number {
    return this.#ends.length;
  }

  at(index: number): string {
    const known = this.#kept?.[index];
    if (known !== undefined) return known;
    const text = this.#text.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
    if (this.#kept) this.#kept[index] = text;
    return text;
  }

  isBlank(index: number): boolean {
    const [start = 0, end = 0] = [index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]];
    if (start === end) return true;
    const first = this.#text[start] ?? 0;
    if (first > 0x20 && !SPACE_LEADS.has(first)) return false;
    // The ideographic space shares its first byte with kana, but not its second.
    if (first === 0xe3 && this.#text[start + 1] !== 0x80) return false;
    return isBlank(this.at(index));
  }
}

/** First bytes of the spaces beyond ASCII. */
const SPACE_LEADS: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);
