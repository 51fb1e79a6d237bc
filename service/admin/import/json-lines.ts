// Reads NDJSON, one record per line. A bad line does not affect the others.

import type { Reader, Take } from './raw-record.ts';
import { LONGEST_RECORD, TOO_LONG } from './raw-record.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const CUT_OFF = 'is not a whole record: the file may be truncated';

export class JsonLines implements Reader {
  readonly #take: Take;
  #line = 0;
  /** The beginning of a line whose end has not arrived yet. */
  #begun: Buffer[] = [];
  #begunBytes = 0;

  constructor(take: Take) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      this.#finish(chunk.subarray(from, at));
      from = at + 1;
    }
    const rest = chunk.subarray(from);
    if (rest.length === 0) return;
    // Beyond the limit a line is only counted; its beginning is kept for the reject file.
    if (this.#begunBytes <= LONGEST_RECORD) this.#begun.push(rest);
    this.#begunBytes += rest.length;
  }

  end(): void {
    const last = this.#begun.at(-1);
    // A record ends with its brace, with or without a line feed after it.
    if (last && this.#begunBytes <= LONGEST_RECORD && !/\}\s*$/.test(last.toString('latin1'))) {
      const text = Buffer.concat(this.#begun);
      if (!isBlank(text)) {
        this.#take({ line: this.#line + 1, problem: CUT_OFF, text, isDamage: true });
        return;
      }
    }
    this.#finish(Buffer.alloc(0));
  }

  #finish(end: Buffer): void {
    this.#line += 1;
    const bytes = this.#begunBytes + end.length;
    let json = end;
    if (this.#begun.length > 0) {
      json = Buffer.concat([...this.#begun, end]);
      this.#begun = [];
      this.#begunBytes = 0;
    }
    if (json.at(-1) === CARRIAGE_RETURN) json = json.subarray(0, -1);
    if (bytes > LONGEST_RECORD) this.#take({ line: this.#line, problem: TOO_LONG, text: json });
    else if (!isBlank(json)) this.#take({ line: this.#line, json });
  }
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x09);
