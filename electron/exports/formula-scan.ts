// Counts the cells of a CSV or TSV file that a spreadsheet would read as a formula, in the bytes that the archive wrote.

import { isFormula } from './formula.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** `= + - @`, tab and CR: what a formula starts with. */
const STARTS: ReadonlySet<number> = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, CARRIAGE_RETURN]);

type Place = 'start' | 'plain' | 'candidate' | 'opened' | 'quoted';

/** Takes the records of a file piece by piece; a piece may end anywhere. */
export class FormulaScan {
  /** By column. */
  readonly counts: number[];
  readonly #delimiter: number;
  #column = 0;
  #place: Place = 'start';
  /** What earlier pieces have of a cell that may be a formula. */
  #before = '';

  constructor(delimiter: string, columns: number) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.counts = Array.from({ length: columns }, () => 0);
  }

  add(bytes: Uint8Array): void {
    const delimiter = this.#delimiter;
    let place = this.#place;
    let column = this.#column;
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
        if (place === 'candidate') this.#judge(column, bytes, from, at);
        column = endsLine ? 0 : column + 1;
        place = 'start';
      } else if (place === 'start') {
        place = byte === QUOTE ? 'opened' : STARTS.has(byte) ? 'candidate' : 'plain';
        from = at;
      } else if (byte === QUOTE) place = 'quoted';
    }
    if (place === 'candidate') this.#before += latin(bytes, from, bytes.length);
    this.#place = place;
    this.#column = column;
  }

  #judge(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (isFormula(this.#before + latin(bytes, this.#before === '' ? from : 0, to))) this.#found(column);
    this.#before = '';
  }

  #found(column: number): void {
    this.counts[column] = (this.counts[column] ?? 0) + 1;
  }
}

/** Enough to tell whether it is a number. */
const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
