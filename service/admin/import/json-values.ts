// Reads records from JSON that contains many: arrays of records, and saved answers of the service (specification,
// section 2.1). Several values in a row, as `cat` joins files, are fine. A record is cut out by its brackets as the
// bytes arrive, so a file of any size takes the memory of one record; those of an answer that says only behind them what
// it is of wait until then.

import type { RawRecord, Reader, Take } from './raw-record.ts';
import { LONGEST_RECORD, TOO_LONG } from './raw-record.ts';

const [LINE_FEED, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text around the records of an answer is small. */
const LONGEST_FRAME = 65_536;

/** Bytes of records that wait for what their answer is of; the service says it before them. */
const MOST_WAITING = 64 * 1024 * 1024;

const HTTP_OK = 200;

export class JsonValues implements Reader {
  readonly #take: Take;
  readonly #path: string;
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
  /** Records of an answer that has not said yet what it is of; undefined if they need not wait. */
  #waiting: RawRecord[] | undefined;
  #waitingBytes = 0;
  /** Why no record of this value is taken. */
  #refusal: string | undefined;
  #dead = false;

  /** @param path of the table whose records are wanted, as in `/v1/tra`: no answer of another one is taken */
  constructor(take: Take, path: string) {
    this.#take = take;
    this.#path = path;
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
      if (isData) this.#judge(parsed(`${this.#frame}]}}`));
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
    this.#pass(
      bytes > LONGEST_RECORD ? { line, problem: TOO_LONG, text: json } : { line, json },
      json.length,
    );
  }

  /** What an answer says before its records decides whether they are taken; if it says nothing yet, they wait. */
  #judge(answer: Frame | undefined): void {
    this.#refusal = answer && refusalOf(answer, this.#path);
    this.#waiting = answer?.result?.endpoint_uri == null ? [] : undefined;
    this.#waitingBytes = 0;
  }

  #pass(raw: RawRecord, bytes: number): void {
    if (this.#refusal !== undefined) return;
    if (!this.#waiting) return this.#take(raw);
    this.#waitingBytes += bytes;
    this.#waiting.push(raw);
    if (this.#waitingBytes <= MOST_WAITING) return;
    this.#refusal = 'does not say before its records which table they are of';
    this.#waiting = undefined;
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
      if (this.#refusal !== undefined) return;
      this.#take({ line: this.#line, problem: 'is not a record but a single value', text: '' });
    }
  }

  #addToFrame(text: Buffer): void {
    this.#frame += text.toString('latin1');
    if (this.#frame.length > LONGEST_FRAME) this.#die('has no array of records where one is expected');
  }

  /** A whole value has been read: the text around its records must be JSON and give their correct number. */
  #finishValue(): void {
    const [frame, records, had, waiting] = [this.#frame, this.#records, this.#hadRecords, this.#waiting];
    [this.#frame, this.#records, this.#hadRecords, this.#inResult] = ['', 0, false, false];
    const answer = parsed(frame);
    // Also of what stood before the records: a name that came again behind them counts.
    const refusal = this.#refusal ?? (answer && refusalOf(answer, this.#path));
    [this.#waiting, this.#refusal] = [undefined, undefined];
    if (answer && refusal === undefined) for (const raw of waiting ?? []) this.#take(raw);
    const problem = had
      ? (refusal ?? problemOfFrame(answer, records))
      : 'is an answer without records, or not an answer';
    if (problem !== undefined) this.#take({ line: this.#valueLine, problem, text: frame, isDamage: true });
  }

  #die(problem: string): void {
    this.#dead = true;
    const text = this.#pieces.length > 0 ? Buffer.concat(this.#pieces) : this.#frame;
    this.#take({ line: this.#line, problem, text, isDamage: true });
  }
}

/** What an answer says around its records, as far as it is looked at. */
interface Frame {
  readonly result?: {
    readonly status?: unknown;
    readonly endpoint_uri?: unknown;
    readonly result_count?: unknown;
  } | null;
}

function parsed(frame: string): Frame | undefined {
  try {
    return JSON.parse(frame) as Frame;
  } catch {
    return undefined;
  }
}

/** Records of another table would replace the stored ones by what the two have in common. */
function refusalOf({ result }: Frame, path: string): string | undefined {
  const [status, uri] = [result?.status ?? HTTP_OK, result?.endpoint_uri ?? path];
  if (Number(status) !== HTTP_OK) return `is an answer with status ${JSON.stringify(status)}`;
  return uri === path ? undefined : `is an answer of ${JSON.stringify(uri)}, not of ${path}`;
}

function problemOfFrame(answer: Frame | undefined, records: number): string | undefined {
  if (!answer) return 'is not JSON around its records';
  const count = answer.result?.result_count;
  const isNumber = typeof count === 'number' || (typeof count === 'string' && /^[0-9]+$/.test(count));
  if (!isNumber || Number(count) === records) return undefined;
  return `result_count is ${count}, but there are ${records} records`;
}
