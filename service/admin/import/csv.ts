// Reads CSV (RFC 4180, UTF-8): a first line of field names, then one record per line; an empty cell is null, "" is an
// empty string (docs/decisions.md, "CSV"). Only commas separate cells.

import type { Reader, Take } from './raw-record.ts';
import { LONGEST_RECORD, TOO_LONG } from './raw-record.ts';

const [LINE_FEED, CARRIAGE_RETURN, QUOTE, COMMA] = [0x0a, 0x0d, 0x22, 0x2c];

/** The text ended before the record did. */
const UNFINISHED = -1;

export class Csv implements Reader {
  readonly #take: Take;
  /** @returns the problem of the names in the first line, or undefined */
  readonly #checkHeader: (names: readonly string[]) => string | undefined;
  readonly #decoder = new TextDecoder('utf-8');
  #names: readonly string[] | undefined;
  #line = 1;
  /** Starts with an incomplete record. */
  #text = '';
  #cells: (string | null)[] = [];
  #hasStrayQuote = false;
  #dead = false;

  constructor(take: Take, checkHeader: (names: readonly string[]) => string | undefined) {
    this.#take = take;
    this.#checkHeader = checkHeader;
  }

  push(chunk: Buffer): void {
    if (this.#dead) return;
    this.#text += this.#decoder.decode(chunk, { stream: true });
    this.#readRecords(false);
    if (this.#text.length > LONGEST_RECORD) this.#die(`${TOO_LONG}; is a quote not closed?`);
  }

  end(): void {
    if (this.#dead) return;
    this.#text += this.#decoder.decode();
    this.#readRecords(true);
    if (this.#text !== '') this.#die('the file ends within quotes: it is truncated');
  }

  #readRecords(isLast: boolean): void {
    const text = this.#text;
    let from = 0;
    while (from < text.length && !this.#dead) {
      const next = this.#readCells(text, from, isLast);
      if (next === UNFINISHED) break;
      const line = this.#line;
      for (let at = text.indexOf('\n', from); at >= 0 && at < next; at = text.indexOf('\n', at + 1))
        this.#line += 1;
      this.#finish(line, next > text.length);
      from = next;
    }
    this.#text = text.slice(from);
  }

  /** Reads the cells of the record that begins there. Returns where the next one begins. */
  #readCells(text: string, from: number, isLast: boolean): number {
    this.#cells = [];
    this.#hasStrayQuote = false;
    for (let at = from; ;) {
      const end = text.charCodeAt(at) === QUOTE ? this.#quotedCell(text, at) : this.#plainCell(text, at);
      if (end === UNFINISHED || (end === text.length && !isLast)) return UNFINISHED;
      if (text.charCodeAt(end) !== COMMA) return end + 1;
      at = end + 1;
    }
  }

  /** Returns where the cell ends: at a comma, a line feed or the end of the text. */
  #plainCell(text: string, from: number): number {
    let end = from;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === COMMA || code === LINE_FEED) break;
      if (code === QUOTE) this.#hasStrayQuote = true;
    }
    const isLastOfLine = end === text.length || text.charCodeAt(end) === LINE_FEED;
    const cutOff = isLastOfLine && end > from && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? 1 : 0;
    this.#cells.push(end - cutOff === from ? null : text.slice(from, end - cutOff));
    return end;
  }

  #quotedCell(text: string, from: number): number {
    let cell = '';
    let open = from + 1;
    for (;;) {
      const close = text.indexOf('"', open);
      if (close < 0) return UNFINISHED;
      // A doubled quote is one quote of the cell's text.
      const isDoubled = text.charCodeAt(close + 1) === QUOTE;
      cell += text.slice(open, isDoubled ? close + 1 : close);
      open = close + (isDoubled ? 2 : 1);
      if (!isDoubled) break;
    }
    this.#cells.push(cell);
    const end = text.charCodeAt(open) === CARRIAGE_RETURN ? open + 1 : open;
    const code = text.charCodeAt(end);
    if (end === text.length || code === COMMA || code === LINE_FEED) return end;
    // Text after a closing quote invalidates this record, but not the following ones.
    this.#hasStrayQuote = true;
    const rest = this.#plainCell(text, end);
    this.#cells.pop();
    return rest;
  }

  #finish(line: number, isLast: boolean): void {
    const [cells, names] = [this.#cells, this.#names];
    if (cells.length === 1 && cells[0] === null) return;
    const quote = this.#hasStrayQuote ? 'has a quote in the middle of a cell' : undefined;
    if (!names) {
      this.#names = cells.map((name) => name ?? '');
      const problem = quote ?? this.#checkHeader(this.#names);
      if (problem !== undefined) this.#die(`the first line ${problem}`);
      return;
    }
    const width =
      cells.length === names.length
        ? undefined
        : `has ${cells.length} cells, but the first line names ${names.length}`;
    const problem = quote ?? width ?? (cells.some(isBroken) ? 'is not UTF-8' : undefined);
    if (problem === undefined) this.#take({ line, cells: rowOf(names, cells) });
    else {
      // A last line without a line feed and without all its cells was cut off.
      const isDamage = isLast && cells.length < names.length;
      this.#take({ line, problem, text: cells.join(','), ...(isDamage && { isDamage }) });
    }
  }

  #die(problem: string): void {
    this.#dead = true;
    this.#take({ line: this.#names ? this.#line : 1, problem, text: this.#text, isDamage: true });
    this.#text = '';
  }
}

function rowOf(names: readonly string[], cells: readonly (string | null)[]): Record<string, string | null> {
  const row: Record<string, string | null> = {};
  for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = cells[at] ?? null;
  return row;
}

/** The decoder replaces bytes that are not UTF-8 by this. */
const isBroken = (cell: string | null): boolean => cell !== null && cell.includes('\uFFFD');
