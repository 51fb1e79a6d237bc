// Counts the cells of a CSV or TSV file that a spreadsheet would read as a formula, in the bytes that the archive wrote.

import { isFormula } from './formula.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** `= + - @`, tab and CR: what a formula starts with. */
const STARTS: ReadonlySet<number> = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, CARRIAGE_RETURN]);

const PLUS = 0x2b;
const MINUS = 0x2d;
const SPACE = 0x20;

/** What a byte may be, apart from an ordinary part of a cell. */
const EDGE = 1;
const START = 2;
const QUOTES = 4;

/**
 * Takes the records of a file piece by piece; a piece may end anywhere. Hardly any pieces have a formula: bytes that may
 * be the start of one are searched for, and only pieces that have any are read cell by cell, which takes eight times as
 * long.
 */
export class FormulaScan {
  /** By column. */
  readonly counts: number[];
  readonly #records: RecordScan;
  /** What each byte may be. */
  readonly #kinds = new Uint8Array(256);
  /** What is there of the record that the last piece ended in. */
  #rest: Uint8Array = new Uint8Array(0);

  constructor(delimiter: string, columns: number) {
    this.counts = Array.from({ length: columns }, () => 0);
    this.#records = new RecordScan(delimiter, this.counts);
    for (const start of STARTS) this.#kinds[start] = START;
    this.#kinds[CARRIAGE_RETURN] = START | EDGE;
    this.#kinds[LINE_FEED] = EDGE;
    this.#kinds[delimiter.charCodeAt(0)] = (this.#kinds[delimiter.charCodeAt(0)] ?? 0) | EDGE;
    this.#kinds[QUOTE] = QUOTES;
  }

  add(bytes: Uint8Array): void {
    const first = this.#rest.length === 0 ? 0 : endOfRecord(bytes, this.#rest);
    if (this.#rest.length > 0) {
      // The record that began in the last piece is short: it is copied so that the others need not be.
      const rest = joined(this.#rest, first === 0 ? bytes : bytes.subarray(0, first));
      if (first > 0) this.#records.add(rest);
      else this.#rest = rest;
      if (first === 0) return;
    }
    const whole = bytes.subarray(first);
    const { end, mayHaveFormulas } = this.#search(whole);
    if (mayHaveFormulas) this.#records.add(whole.subarray(0, end));
    this.#rest = whole.slice(end);
  }

  /** Where the last whole record ends, and whether a cell may begin with a formula that is not a number. */
  #search(bytes: Uint8Array): { readonly end: number; readonly mayHaveFormulas: boolean } {
    const kinds = this.#kinds;
    let [end, isAtStart, isQuoted, mayHaveFormulas] = [0, true, false, false];
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      const kind = kinds[byte] ?? 0;
      // Most bytes are ordinary, and so is what follows them.
      if (kind === 0) isAtStart = false;
      else if (kind === QUOTES) isQuoted = !isQuoted;
      else {
        mayHaveFormulas ||= isAtStart && (kind & START) !== 0 && this.#isFormulaAt(bytes, at);
        isAtStart = (kind & EDGE) !== 0;
        if (byte === LINE_FEED && !isQuoted) end = at + 1;
      }
    }
    return { end, mayHaveFormulas };
  }

  #isFormulaAt(bytes: Uint8Array, at: number): boolean {
    const byte = bytes[at];
    if (bytes[at - 1] === QUOTE) return true;
    // An empty cell ends here.
    if ((this.#kinds[byte ?? 0] ?? 0) & EDGE) return false;
    return (byte !== PLUS && byte !== MINUS) || !this.#isNumberAt(bytes, at + 1);
  }

  /** Whether digits with at most one point are all that is left of the cell; other numbers are looked at again. */
  #isNumberAt(bytes: Uint8Array, from: number): boolean {
    let at = from;
    while (bytes[at] === SPACE) at += 1;
    const first = at;
    while (isDigit(bytes[at])) at += 1;
    if (at === first) return false;
    if (bytes[at] === POINT) at += 1;
    while (isDigit(bytes[at])) at += 1;
    return ((this.#kinds[bytes[at] ?? LINE_FEED] ?? 0) & EDGE) !== 0;
  }
}

const POINT = 0x2e;
const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

/** Where the record ends that `before` begins: after the first line feed that is not within quotes; 0 if nowhere. */
function endOfRecord(bytes: Uint8Array, before: Uint8Array): number {
  let isQuoted = before.reduce((quotes, byte) => quotes + (byte === QUOTE ? 1 : 0), 0) % 2 === 1;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === LINE_FEED && !isQuoted) return at + 1;
  }
  return 0;
}

type Place = 'start' | 'plain' | 'candidate' | 'opened' | 'quoted';

/** Whole records, byte by byte. */
class RecordScan {
  readonly #counts: number[];
  readonly #delimiter: number;

  constructor(delimiter: string, counts: number[]) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#counts = counts;
  }

  add(bytes: Uint8Array): void {
    const delimiter = this.#delimiter;
    let place: Place = 'start';
    let column = 0;
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (place === 'quoted') {
        // A doubled quote closes the cell and opens it again, which changes nothing.
        if (byte === QUOTE) place = 'plain';
        continue;
      }
      if (place === 'opened') {
        // Only a text that is not a number has something to quote.
        if (STARTS.has(byte)) this.#found(column);
        place = byte === QUOTE ? 'plain' : 'quoted';
        continue;
      }
      const endsLine = byte === LINE_FEED || byte === CARRIAGE_RETURN;
      if (byte === delimiter || endsLine) {
        if (place === 'candidate' && isFormula(latin(bytes, from, at))) this.#found(column);
        column = endsLine ? 0 : column + 1;
        place = 'start';
      } else if (place === 'start') {
        place = byte === QUOTE ? 'opened' : STARTS.has(byte) ? 'candidate' : 'plain';
        from = at;
      } else if (byte === QUOTE) place = 'quoted';
    }
  }

  #found(column: number): void {
    this.#counts[column] = (this.#counts[column] ?? 0) + 1;
  }
}

/** Enough to tell whether it is a number. */
const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
