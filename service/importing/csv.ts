// Reads CSV (RFC 4180, UTF-8): a first line of field names, then a record a line; nothing is null, "" is an empty
// string (docs/decisions.md, "CSV"). Only commas part cells.

import type { Reader, Take } from './raw-record.ts';
import { LONGEST_RECORD, TOO_LONG } from './raw-record.ts';

type Place = 'start' | 'plain' | 'quoted' | 'after quote';

export class Csv implements Reader {
  readonly #take: Take;
  /** @returns what is wrong with the names of the first line, if anything is */
  readonly #checkHeader: (names: readonly string[]) => string | undefined;
  readonly #decoder = new TextDecoder('utf-8');
  #names: readonly string[] | undefined;
  #line = 1;
  #recordLine = 1;
  #place: Place = 'start';
  #cell = '';
  #cells: (string | null)[] = [];
  #length = 0;
  #spoilt = false;
  #dead = false;

  constructor(take: Take, checkHeader: (names: readonly string[]) => string | undefined) {
    this.#take = take;
    this.#checkHeader = checkHeader;
  }

  push(chunk: Buffer): void {
    if (!this.#dead) this.#scan(this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    if (this.#dead) return;
    this.#scan(this.#decoder.decode());
    if (this.#dead) return;
    if (this.#place === 'quoted') this.#die('the file ends within quotes: it was cut short');
    else if (this.#cells.length > 0 || this.#place !== 'start') {
      this.#endCell('', true);
      this.#endRecord();
    }
  }

  #scan(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length && !this.#dead; at++) {
      const character = text[at];
      if (character === '\n') this.#line += 1;
      if (this.#place === 'quoted') {
        if (character !== '"') continue;
        this.#cell += text.slice(from, at);
        this.#place = 'after quote';
        from = at + 1;
      } else if (character === '"') {
        if (this.#place === 'plain') this.#spoilt = true;
        else {
          // A quote after a quote is one that belongs to the cell; the text goes on within quotes.
          from = this.#place === 'start' ? at + 1 : at;
          this.#place = 'quoted';
        }
      } else if (character === ',' || character === '\n') {
        this.#endCell(text.slice(from, at), character === '\n');
        if (character === '\n') this.#endRecord();
        from = at + 1;
      } else if (this.#place === 'start') {
        this.#place = 'plain';
      } else if (this.#place === 'after quote' && character !== '\r') this.#spoilt = true;
    }
    this.#cell += text.slice(from);
    this.#length += text.length - from;
    if (this.#length > LONGEST_RECORD) this.#die(`${TOO_LONG}; is a quote left open?`);
  }

  #endCell(rest: string, last: boolean): void {
    const quoted = this.#place === 'after quote';
    const whole = this.#cell + rest;
    const text = last && whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    this.#cells.push(text === '' && !quoted ? null : text);
    this.#cell = '';
    this.#place = 'start';
  }

  #endRecord(): void {
    const [cells, line, spoilt] = [this.#cells, this.#recordLine, this.#spoilt];
    this.#cells = [];
    this.#spoilt = false;
    this.#length = 0;
    this.#recordLine = this.#line;
    if (cells.length === 1 && cells[0] === null) return;
    const names = this.#names;
    const quote = spoilt ? 'has a quote in the middle of a cell' : undefined;
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
    else this.#take({ line, problem, text: cells.join(',') });
  }

  #die(problem: string): void {
    this.#dead = true;
    this.#take({ line: this.#recordLine, problem, text: this.#cell });
  }
}

const rowOf = (names: readonly string[], cells: readonly (string | null)[]) =>
  Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]));

/** The decoder puts this where bytes are not UTF-8. */
const isBroken = (cell: string | null): boolean => cell !== null && cell.includes('\uFFFD');
