// Counts the cells of a CSV or TSV file that a spreadsheet would read as a formula, in the bytes that the archive wrote.

import { isFormula, NUMBER } from './formula.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** `= + - @`, tab and CR: what a formula starts with. */
const STARTS: ReadonlySet<number> = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, CARRIAGE_RETURN]);

/** Longer texts are not young objects: they stay in memory until all garbage is collected. */
const TEXT_BYTES = 65_536;

/**
 * Takes the records of a file piece by piece; a piece may end anywhere. Many records are searched at once, which takes a
 * twentieth of the time of looking at each byte, and only a record in which something was found is looked at so: some
 * columns have labels that read as formulas in every sixth record.
 */
export class FormulaScan {
  /** By column. */
  readonly counts: number[];
  readonly #delimiter: string;
  /** What may be a formula, without quotes around it and with them. */
  readonly #plain: RegExp;
  readonly #quoted: RegExp;
  /** The end of the last record, and what is there of the next. */
  #rest = '\n';
  #isQuoted = false;

  constructor(delimiter: string, columns: number) {
    const ends = `[${delimiter}\\r\\n]`;
    const others = delimiter === '\t' ? '[=@]' : '[=@\\t]';
    this.#delimiter = delimiter;
    this.#plain = new RegExp(`(?<=[${delimiter}\\n])(?:${others}|[+-](?!${NUMBER}${ends}))`, 'g');
    this.#quoted = new RegExp(`(?<=[${delimiter}\\n]")[=@+\\t\\r-]`, 'g');
    this.counts = Array.from({ length: columns }, () => 0);
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += TEXT_BYTES)
      this.#add(bytes, at, Math.min(bytes.length, at + TEXT_BYTES));
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    this.#isQuoted = this.#isQuoted !== (quotesIn(bytes, from, to) % 2 === 1);
    const end = endOfRecords(bytes, from, to, this.#isQuoted);
    const records = this.#rest + latin(bytes, from, end);
    if (end === from) {
      this.#rest = records + latin(bytes, end, to);
      return;
    }
    // The line feed before the next record.
    this.#rest = latin(bytes, end - 1, to);
    this.#look(records, records.includes('"') ? [this.#plain, this.#quoted] : [this.#plain]);
  }

  /** Looks at the records with a match. */
  #look(records: string, expressions: readonly RegExp[]): void {
    const scan = new RecordScan(this.#delimiter, this.counts);
    const searches = expressions.map((expression) => new Search(expression, records));
    const nextFrom = (from: number) => Math.min(...searches.map((search) => search.next(from)));
    let end = 1;
    for (let at = nextFrom(end); at < records.length; at = nextFrom(end)) {
      let begin = end;
      for (; end <= at; end = endOfRecord(records, begin)) begin = end;
      scan.add(records.slice(begin, end));
    }
  }
}

/** Where an expression matches a text, from place to place. */
class Search {
  readonly #expression: RegExp;
  readonly #text: string;
  #found = -1;

  constructor(expression: RegExp, text: string) {
    this.#expression = expression;
    this.#text = text;
  }

  /** The first match from a place on; infinity if there is none. */
  next(from: number): number {
    if (this.#found >= from) return this.#found;
    this.#expression.lastIndex = from;
    this.#found = this.#expression.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    return this.#found;
  }
}

/** After the line feed that ends the record. */
function endOfRecord(text: string, from: number): number {
  let isWithin = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isWithin = !isWithin;
    else if (code === LINE_FEED && !isWithin) return at + 1;
  }
  return text.length;
}

/** Without a branch: amounts with commas are quoted, and which byte is a quote is hard to predict. */
export function quotesIn(bytes: Uint8Array, from: number, to: number): number {
  let quotes = 0;
  for (let at = from; at < to; at += 1) quotes += (((bytes[at] ?? 0) ^ QUOTE) - 1) >>> 31;
  return quotes;
}

/** After the last line feed that is not within quotes; `from` if there is none. `isQuoted`: whether `to` is. */
export function endOfRecords(bytes: Uint8Array, from: number, to: number, isQuoted: boolean): number {
  let isWithin = isQuoted;
  for (let at = to - 1; at >= from; at -= 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isWithin = !isWithin;
    else if (byte === LINE_FEED && !isWithin) return at + 1;
  }
  return from;
}

type Place = 'start' | 'plain' | 'candidate' | 'opened' | 'quoted';

/** Whole records, character by character. */
class RecordScan {
  readonly #counts: number[];
  readonly #delimiter: number;

  constructor(delimiter: string, counts: number[]) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#counts = counts;
  }

  add(records: string): void {
    const delimiter = this.#delimiter;
    let place: Place = 'start';
    let column = 0;
    let from = 0;
    for (let at = 0; at < records.length; at += 1) {
      const byte = records.charCodeAt(at);
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
        if (place === 'candidate' && isFormula(records.slice(from, at))) this.#found(column);
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

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
