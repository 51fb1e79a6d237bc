// Reads records from JSON that contains many: arrays of records, and saved answers of the service (specification,
// section 2.1). Several values in a row, as `cat` joins files, are fine. A record is cut out by its brackets as the
// bytes arrive, so a file of any size takes the memory of one record.

import type { Reader, Take } from './raw-record.ts';
import { LONGEST_RECORD, TOO_LONG } from './raw-record.ts';

const [LINE_FEED, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text around the records of an answer is small. */
const LONGEST_FRAME = 65_536;

export class JsonValues implements Reader {
  readonly #take: Take;
  #line = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Depth of the array whose elements are records; 0 outside of one. */
  #recordsAt = 0;
  /** Whether an element of that array that is not a record was already reported. */
  #stray = false;
  /** Whether the object at depth 2 is `result`. */
  #inResult = false;
  /** The part of the current record, or of the text around records, from earlier chunks. */
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #inRecord = false;
  #recordLine = 1;
  #valueLine = 1;
  /** Text around the records of this value, with an empty array in place of the records. */
  #frame = '';
  #records = 0;
  #hadRecords = false;
  #dead = false;

  constructor(take: Take) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    if (this.#dead) return;
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === LINE_FEED) this.#line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      if (byte === QUOTE) this.#inString = true;
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (this.#betweenRecords()) {
          from = at;
          this.#inRecord = true;
          this.#recordLine = this.#line;
        } else if (!this.#inRecord) {
          from = this.#openAround(chunk, from, at, byte);
        }
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#depth -= 1;
        if (this.#inRecord && this.#depth === this.#recordsAt) {
          this.#finishRecord(chunk.subarray(from, at + 1));
        } else if (!this.#inRecord) {
          from = this.#closeAround(chunk, from, at);
        }
        if (this.#dead) return;
      } else if (this.#betweenRecords()) this.#passOver(byte);
    }
    if (this.#inRecord) this.#keepPiece(chunk.subarray(from));
    else if (this.#recordsAt === 0) this.#addToFrame(chunk.subarray(from));
  }

  end(): void {
    if (this.#dead) return;
    if (this.#depth > 0) this.#die('the file ends in the middle of a value: it is truncated');
    else if (this.#frame.trim() !== '')
      this.#die('is neither an array of records nor an answer of the service');
  }

  #betweenRecords(): boolean {
    return this.#recordsAt > 0 && !this.#inRecord && this.#depth === this.#recordsAt;
  }

  /** A bracket outside the records; it may open the array of records. */
  #openAround(chunk: Buffer, from: number, at: number, byte: number): number {
    this.#addToFrame(chunk.subarray(from, at + 1));
    if (this.#depth === 0) this.#valueLine = this.#line;
    if (this.#depth === 1) this.#inResult = /"result"\s*:\s*\{$/.test(this.#frame);
    const isData = this.#depth === 2 && this.#inResult && /"data"\s*:\s*\[$/.test(this.#frame);
    if (byte === OPEN_ARRAY && (this.#depth === 0 || isData)) {
      this.#recordsAt = this.#depth + 1;
      this.#hadRecords = true;
      this.#stray = false;
    }
    return at + 1;
  }

  #closeAround(chunk: Buffer, from: number, at: number): number {
    // The array's own closing bracket is the first byte of the frame again.
    const begin = this.#recordsAt > 0 ? at : from;
    this.#recordsAt = 0;
    this.#addToFrame(chunk.subarray(begin, at + 1));
    if (this.#depth < 0) this.#die('has a closing bracket without an opening one');
    else if (this.#depth === 0) this.#finishValue();
    return at + 1;
  }

  #finishRecord(end: Buffer): void {
    this.#inRecord = false;
    this.#records += 1;
    const bytes = this.#pieceBytes + end.length;
    const json = this.#pieces.length === 0 ? end : Buffer.concat([...this.#pieces, end]);
    this.#pieces = [];
    this.#pieceBytes = 0;
    const line = this.#recordLine;
    this.#take(bytes > LONGEST_RECORD ? { line, problem: TOO_LONG, text: json } : { line, json });
  }

  #keepPiece(piece: Buffer): void {
    if (this.#pieceBytes <= LONGEST_RECORD) this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
  }

  /** Commas and white space separate records; anything else is reported once. */
  #passOver(byte: number | undefined): void {
    if (byte === COMMA) this.#stray = false;
    else if (byte !== undefined && byte > 0x20 && !this.#stray) {
      this.#stray = true;
      this.#records += 1;
      this.#take({ line: this.#line, problem: 'is not a record but a single value', text: '' });
    }
  }

  #addToFrame(text: Buffer): void {
    this.#frame += text.toString('latin1');
    if (this.#frame.length > LONGEST_FRAME) this.#die('has no array of records where one is expected');
  }

  /** A whole value has been read: the text around its records must be JSON and give their correct number. */
  #finishValue(): void {
    const [frame, records, had] = [this.#frame, this.#records, this.#hadRecords];
    [this.#frame, this.#records, this.#hadRecords, this.#inResult] = ['', 0, false, false];
    const problem = had ? problemOfFrame(frame, records) : 'is an answer without records, or not an answer';
    if (problem !== undefined) this.#take({ line: this.#valueLine, problem, text: frame, isDamage: true });
  }

  #die(problem: string): void {
    this.#dead = true;
    const text = this.#pieces.length > 0 ? Buffer.concat(this.#pieces) : this.#frame;
    this.#take({ line: this.#line, problem, text, isDamage: true });
  }
}

function problemOfFrame(frame: string, records: number): string | undefined {
  try {
    const value = JSON.parse(frame) as { readonly result?: { readonly result_count?: unknown } };
    const count = value.result?.result_count;
    if (typeof count !== 'number' || count === records) return undefined;
    return `result_count is ${count}, but there are ${records} records`;
  } catch {
    return 'is not JSON around its records';
  }
}
