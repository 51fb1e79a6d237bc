// Scans an answer's bytes as they arrive: passes its records on one by one, and keeps the text around them.

import { BOUNDS, type AnswerLimit } from './answer-limits.ts';
import {
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  JsonBytes,
  OPEN,
  OPEN_LIST,
  QUOTE,
  STOP,
  textBetween,
} from './json-bytes.ts';
import type { RecordScan } from './record-scan.ts';

/** Stands in the text in place of the records. */
export const TAKEN_OUT = '\u0000records\u0000';

/** A longer incomplete piece is scanned again only once it has doubled, since a record may be very long. */
const SHORT_REST = 256 * 1024;

export interface ScannedAnswer {
  /** Everything except the records, which TAKEN_OUT replaces; cut off if it is too long. */
  readonly text: string;
  /** How many records were passed on; absent if no list of records was found. */
  readonly records?: number;
  /** Why nothing more was read. */
  readonly problem?: 'not_json' | 'too_deep' | 'not_records' | 'too_long';
  /** The limit that was exceeded, if that is why. */
  readonly bound?: AnswerLimit;
}

/** Called with the position of a record while the scan still knows its fields; may return the limit that it exceeds. */
export type TakeRecord = (bytes: Buffer, from: number, to: number) => AnswerLimit | undefined;

const LOWER_N = 0x6e;

type Stage = 'head' | 'records' | 'text' | 'over';

export class AnswerScan {
  readonly #scan: RecordScan;
  readonly #take: TakeRecord;
  readonly #json = new JsonBytes();
  #stage: Stage = 'head';
  #pieces: Uint8Array[] = [];
  #pending = 0;
  #wanted = 1;
  #head = '';
  readonly #text: Uint8Array[] = [];
  #textBytes = 0;
  #records: number | undefined;
  #afterRecord = false;
  /** How many blanks in a row there are between records. */
  #blanks = 0;
  #problem: ScannedAnswer['problem'];
  #bound: AnswerLimit | undefined;

  constructor(scan: RecordScan, take: TakeRecord) {
    this.#scan = scan;
    this.#take = take;
  }

  /** Whether the remaining bytes can be ignored. */
  get isOver(): boolean {
    return this.#stage === 'over';
  }

  push(bytes: Uint8Array): void {
    if (this.#stage === 'over') return;
    if (this.#stage === 'text') {
      this.#addText(bytes);
      return;
    }
    this.#pieces.push(bytes);
    this.#pending += bytes.length;
    if (this.#pending >= this.#wanted) this.#go();
  }

  end(): ScannedAnswer {
    if (this.#stage === 'head' || this.#stage === 'records') {
      this.#go();
      // The bytes that are left began something that never ended.
      if (this.#stage === 'head') this.#addText(Buffer.concat(this.#pieces));
    }
    const rest = Buffer.concat(this.#text).toString('utf8');
    const mark = this.#records === undefined ? '' : JSON.stringify(TAKEN_OUT);
    return {
      text: (this.#head + mark + rest).replace(/^\uFEFF/, ''),
      ...(this.#records === undefined ? {} : { records: this.#records }),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
      ...(this.#bound === undefined ? {} : { bound: this.#bound }),
    };
  }

  #go(): void {
    const [first] = this.#pieces;
    const bytes =
      this.#pieces.length === 1 && first
        ? Buffer.from(first.buffer, first.byteOffset, first.length)
        : Buffer.concat(this.#pieces);
    const at = this.#stage === 'head' ? this.#findRecords(bytes) : 0;
    const rest = this.#stage === 'records' ? this.#takeRecords(bytes, at) : at;
    const left = bytes.subarray(rest);
    this.#pieces = left.length > 0 ? [left] : [];
    this.#pending = left.length;
    this.#wanted = left.length > SHORT_REST ? Math.min(left.length * 2, BOUNDS.record + 1) : left.length + 1;
    if (this.#stage === 'text') {
      this.#pieces = [];
      this.#addText(left);
    } else if (this.#stage === 'head' && this.#pending > BOUNDS.around) this.#exceed('around');
    else if (this.#stage === 'records' && this.#pending > BOUNDS.record) this.#exceed('record');
  }

  /** The position after the bracket that opens the records; 0 until it has come. */
  #findRecords(bytes: Buffer): number {
    const found = recordsIn(bytes, this.#json);
    if (found === STOP.more) return 0;
    if (found === STOP.deep) return this.#exceed('nesting');
    if (found < 0) {
      this.#stage = 'text';
      return 0;
    }
    this.#head = bytes.toString('utf8', 0, found - 1) + '[';
    this.#stage = 'records';
    this.#records = 0;
    return found;
  }

  /** The position of the first incomplete record, or of the bracket that closes them. */
  #takeRecords(bytes: Buffer, start: number): number {
    let at = start;
    for (;;) {
      const from = at;
      at = this.#json.blank(bytes, from);
      const byte = bytes[at];
      if (byte === undefined) {
        // Blanks are not a record, so no other limit applies to them.
        this.#blanks += at - from;
        return this.#blanks > BOUNDS.around ? this.#exceed('around') : at;
      }
      this.#blanks = 0;
      if (byte === CLOSE_LIST && (this.#afterRecord || this.#records === 0)) {
        this.#stage = 'text';
        return at;
      }
      if (byte === COMMA && this.#afterRecord) {
        this.#afterRecord = false;
        at += 1;
        continue;
      }
      if (byte !== OPEN || this.#afterRecord) {
        const value = this.#afterRecord ? STOP.broken : this.#json.value(bytes, at);
        if (value === STOP.more) return at;
        if (value > 0 && bytes[at] === LOWER_N) {
          // Null in place of a record is not a record.
          this.#afterRecord = true;
          at = value;
          continue;
        }
        return value > 0 ? this.#stop('not_records') : this.#stopAt(value);
      }
      const end = this.#scan.scan(bytes, at);
      if (end === STOP.more) return at;
      if (end < 0) return this.#stopAt(end);
      if (end - at > BOUNDS.record) return this.#exceed('record');
      const count = (this.#records ?? 0) + 1;
      if (count > BOUNDS.records) return this.#exceed('records');
      const bound = this.#take(bytes, at, end);
      if (bound) return this.#exceed(bound);
      this.#records = count;
      this.#afterRecord = true;
      at = end;
    }
  }

  #addText(bytes: Uint8Array): void {
    this.#text.push(Uint8Array.from(bytes));
    this.#textBytes += bytes.length;
    if (this.#textBytes > BOUNDS.around) this.#exceed('around');
  }

  #stopAt(stop: number): number {
    const bound = BOUND_OF[stop];
    return bound === undefined ? this.#stop('not_json') : this.#exceed(bound);
  }

  #exceed(bound: AnswerLimit): number {
    this.#bound = bound;
    return this.#stop(bound === 'nesting' ? 'too_deep' : 'too_long');
  }

  #stop(problem: ScannedAnswer['problem']): number {
    if (this.#stage === 'head') this.#text.push(...this.#pieces);
    this.#stage = 'over';
    this.#problem = problem;
    this.#pieces = [];
    return 0;
  }
}

const BOUND_OF: Readonly<Record<number, AnswerLimit>> = {
  [STOP.deep]: 'nesting',
  [STOP.value]: 'value',
  [STOP.name]: 'name',
  [STOP.fields]: 'fields',
};

/** The position after `{... "result": {... "data": [`; STOP.broken also if there is none. */
function recordsIn(bytes: Buffer, json: JsonBytes): number {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let at = json.blank(bytes, hasMark ? 3 : 0);
  if (at >= bytes.length) return STOP.more;
  if (bytes[at] !== OPEN) return STOP.broken;
  let wanted = 'result';
  at = json.blank(bytes, at + 1);
  for (;;) {
    if (at >= bytes.length) return STOP.more;
    if (bytes[at] === CLOSE && wanted === 'data') {
      // This result has no list; another one may follow, which then counts.
      wanted = 'result';
      at += 1;
    } else {
      if (bytes[at] !== QUOTE) return STOP.broken;
      const named = json.text(bytes, at + 1);
      if (named < 0) return named;
      const name = JSON.parse(textBetween(bytes, at, named)) as string;
      at = json.blank(bytes, named);
      if (at >= bytes.length) return STOP.more;
      if (bytes[at] !== COLON) return STOP.broken;
      at = json.blank(bytes, at + 1);
      if (name === wanted && wanted === 'data' && bytes[at] === OPEN_LIST) return at + 1;
      if (name === wanted && wanted === 'result' && bytes[at] === OPEN) {
        wanted = 'data';
        at = json.blank(bytes, at + 1);
        continue;
      }
      if (at >= bytes.length) return STOP.more;
      at = json.value(bytes, at);
      if (at < 0) return at;
    }
    at = json.blank(bytes, at);
    if (at >= bytes.length) return STOP.more;
    if (bytes[at] === COMMA) at = json.blank(bytes, at + 1);
    else if (bytes[at] !== CLOSE || wanted === 'result') return STOP.broken;
  }
}
