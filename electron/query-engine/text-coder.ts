// Codes a column from the bytes that the archive joined: the values of many rows in one text, with separators. Each byte
// is read once, and no strings are made.

import { codesFor, type PackedColumn } from './coded-column.ts';
import { sortedSlices, type Slices } from './byte-sort.ts';
import type { Yielder } from './yielder.ts';
import { scratch } from './scratch-buffer.ts';

/**
 * Separates two values, and stands for a null. Columns with a value that contains one of them are joined with escapes.
 */
const SEPARATOR = 0x1f;
const NULL = 0x1e;

/** Some columns of some rows. */
export interface JoinedText {
  /** The rows, in the order of their values in the text. */
  readonly rowids: Int32Array;
  readonly columns: readonly {
    readonly text: Uint8Array;
    /** How many of the rows are not null. */
    readonly filled: number;
  }[];
}

/** The position of each row in the answer: that of `rowid` is `placeOf[rowid - first]`, -1 of rows that are not in it. */
export interface RowPositions {
  readonly first: number;
  readonly placeOf: Int32Array;
}

function positionOf({ first, placeOf }: RowPositions, rowid: number): number {
  const place = placeOf[rowid - first] ?? -1;
  if (place < 0) throw new Error('a row that is not in the answer');
  return place;
}

const MULTIPLIER = 0x01000193;

/**
 * Codes one column; undefined if its text does not have as many values and nulls as there are rows, because some value
 * contains the separator or the mark for null. Yields between the pieces and while sorting; memory from `scratch` stays
 * in use meanwhile.
 */
export async function codeJoined(
  joined: readonly JoinedText[],
  index: number,
  places: RowPositions,
  yielder: Yielder,
): Promise<PackedColumn | undefined> {
  const bytes = concatenated(joined.map(({ columns }) => columns[index]?.text ?? NOTHING));
  const coder = new Coder(bytes);
  const wide = scratch.words(
    'wide',
    joined.reduce((total, { rowids }) => total + rowids.length, 0),
  );
  let at = 0;
  for (const { rowids, columns } of joined) {
    const { text = NOTHING, filled = 0 } = columns[index] ?? {};
    const nulls = codeRows(coder, { from: at, end: at + text.length, rowids }, places, wide);
    if (nulls !== rowids.length - filled) return undefined;
    at += text.length;
    if (yielder.isDue) await yielder.rest();
  }
  return packed(coder, wide, yielder);
}

/**
 * Writes the codes of some rows into `wide`. Returns the number of nulls, or undefined if the number of values is
 * wrong.
 */
function codeRows(
  coder: Coder,
  { from, end, rowids }: { readonly from: number; readonly end: number; readonly rowids: Int32Array },
  positions: RowPositions,
  wide: Uint32Array,
): number | undefined {
  let at = from;
  let nulls = 0;
  for (let read = 0; read < rowids.length; read += 1) {
    if (at > end) return undefined;
    const code = coder.next(at, end);
    if (code === NO_VALUE) nulls += 1;
    wide[positionOf(positions, rowids[read] ?? -1)] = code;
    at = coder.end + 1;
  }
  // Each value ends at a separator, the last one at the end of the text.
  return at === end + 1 ? nulls : undefined;
}

const NOTHING = new Uint8Array(0);

const NO_VALUE = 0xffff_ffff;

/** Distinct slices of the bytes, numbered in order of appearance. Fields that are read together are adjacent in memory. */
class Coder {
  readonly bytes: Uint8Array;
  /** The end of the last value. */
  end = 0;
  count = 0;
  /** Start and end of each value. */
  #bounds = scratch.newWords('bounds', 2048);
  /** Hash and number plus one of each slot; number zero is free. */
  #table = emptyTable(8192);

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get slices(): Slices {
    return { bytes: this.bytes, bounds: this.#bounds };
  }

  next(start: number, limit: number): number {
    const { bytes } = this;
    let hash = 0x811c9dc5;
    let at = start;
    for (; at < limit; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === SEPARATOR) break;
      hash = Math.imul(hash ^ byte, MULTIPLIER);
    }
    this.end = at;
    if (at - start === 1 && bytes[start] === NULL) return NO_VALUE;
    return this.#number(start, at, (hash ^ (hash >>> 15)) >>> 0);
  }

  #number(start: number, end: number, hash: number): number {
    const mask = this.#table.length / 2 - 1;
    let slot = hash & mask;
    for (let known = this.#table[2 * slot + 1] ?? 0; known !== 0; known = this.#table[2 * slot + 1] ?? 0) {
      if (this.#table[2 * slot] === hash && this.#isEqual(known - 1, start, end)) return known - 1;
      slot = (slot + 1) & mask;
    }
    const number = this.count++;
    if (2 * this.count > this.#bounds.length) this.#widen();
    this.#bounds[2 * number] = start;
    this.#bounds[2 * number + 1] = end;
    this.#table[2 * slot] = hash;
    this.#table[2 * slot + 1] = this.count;
    if (4 * this.count > this.#table.length) this.#rehash();
    return number;
  }

  #isEqual(number: number, start: number, end: number): boolean {
    const { bytes } = this;
    let known = this.#bounds[2 * number] ?? 0;
    if ((this.#bounds[2 * number + 1] ?? 0) - known !== end - start) return false;
    for (let at = start; at < end; at += 1) if (bytes[at] !== bytes[known++]) return false;
    return true;
  }

  #widen(): void {
    const before = this.#bounds;
    this.#bounds = scratch.newWords('bounds', before.length * 2);
    this.#bounds.set(before);
  }

  #rehash(): void {
    const before = this.#table;
    this.#table = emptyTable(before.length * 4);
    const mask = this.#table.length / 2 - 1;
    for (let at = 0; at < before.length; at += 2) {
      const [hash = 0, known = 0] = [before[at], before[at + 1]];
      if (known === 0) continue;
      let slot = hash & mask;
      while (this.#table[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      this.#table[2 * slot] = hash;
      this.#table[2 * slot + 1] = known;
    }
  }
}

const emptyTable = (length: number): Uint32Array => scratch.newWords('table', length).fill(0);

/** The values in order, with the codes of the rows. */
async function packed(coder: Coder, wide: Uint32Array, yielder: Yielder): Promise<PackedColumn> {
  const { count, slices } = coder;
  const { bytes, bounds } = slices;
  // All values are numbered: sorting them may use the memory of the table.
  scratch.done('table');
  const order = await sortedSlices(slices, count, yielder);
  const codeOf = scratch.words('codes', count);
  let length = 0;
  for (let number = 0; number < count; number += 1)
    length += (bounds[2 * number + 1] ?? 0) - (bounds[2 * number] ?? 0);
  const values = { text: new Uint8Array(length), ends: new Uint32Array(count) };
  let at = 0;
  for (let code = 0; code < count; code += 1) {
    const number = order[code] ?? 0;
    codeOf[number] = code;
    const end = bounds[2 * number + 1] ?? 0;
    for (let from = bounds[2 * number] ?? 0; from < end; from += 1) values.text[at++] = bytes[from] ?? 0;
    values.ends[code] = at;
  }
  if (yielder.isDue) await yielder.rest();
  const codes = codesFor(count + 1, wide.length);
  for (let row = 0; row < wide.length; row += 1) codes[row] = codeOf[wide[row] ?? 0] ?? count;
  return { codes, values };
}

function concatenated(texts: readonly Uint8Array[]): Uint8Array {
  const [only] = texts;
  if (texts.length === 1 && only) return only;
  const bytes = scratch.bytes(
    'texts',
    texts.reduce((total, text) => total + text.length, 0),
  );
  let at = 0;
  for (const text of texts) {
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}

/** Stands for null if values are joined with escapes. */
const ESCAPED_NULL = '\u001b2';

/** The cells of a column that was joined with escapes. Slow, because every value becomes a string. */
export function cellsEscaped(
  joined: readonly JoinedText[],
  index: number,
  positions: RowPositions,
): (string | null)[] {
  const rows = joined.reduce((total, { rowids }) => total + rowids.length, 0);
  const cells = Array.from({ length: rows }, (): string | null => null);
  for (const { rowids, columns } of joined) {
    const text = columns[index]?.text ?? NOTHING;
    const values = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString().split('\u001f');
    for (const [row, value] of values.entries()) {
      const cell =
        value === ESCAPED_NULL ? null : value.replaceAll('\u001b1', '\u001f').replaceAll('\u001b0', '\u001b');
      cells[positionOf(positions, rowids[row] ?? -1)] = cell;
    }
  }
  return cells;
}
