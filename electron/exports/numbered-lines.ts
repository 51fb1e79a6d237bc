// Puts lines that the archive wrote in another order into theirs as they are read: a sort by DuckDB would hold every
// cell of the file in memory. Only lines that wait for another are in memory: most results are in the archive's order
// but for the meetings of a day.

import type { LineOrder } from '../query-engine/column-store.ts';
import { quotesIn } from './formula-scan.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const ZERO = 0x30;
const NINE = 0x39;

const PIECE_BYTES = 1 << 18;
/** Less is copied together with other lines. */
const LEAST_PASSED_BYTES = 1 << 16;
const LEAST_ROOM_BYTES = 2 << 20;
const ROOM_TO_GROW = 1.2;

export interface LinesOptions extends LineOrder {
  readonly rows: number;
  /** Whether a line feed within quotes ends no line. */
  readonly isQuoted: boolean;
  /** How many bytes at the end of the last line to leave out. */
  readonly excess?: number;
}

/** Sorts the lines of files; it uses its memory again for the next one. */
export class LineSorter {
  /** A Buffer: it finds a byte many times as fast as an array of bytes. */
  #room = Buffer.alloc(0);
  readonly #piece = new Uint8Array(PIECE_BYTES);
  /** The most bytes of the last file that were in memory at a time. */
  mostWaiting = 0;

  /**
   * The lines by their places, without numbers; each piece is overwritten by the next one. Error if they are not as many
   * as there should be.
   */
  async *inOrder(pieces: AsyncIterable<Buffer>, options: LinesOptions): AsyncGenerator<Uint8Array, void> {
    const lines = new Lines(options, this.#piece);
    this.mostWaiting = 0;
    let waiting = 0;
    for await (const piece of pieces) {
      let bytes = piece;
      if (waiting > 0) {
        this.#makeRoom(waiting, waiting + piece.length);
        this.#room.set(piece, waiting);
        bytes = this.#room.subarray(0, waiting + piece.length);
      }
      yield* lines.read(bytes);
      const rest = bytes.subarray(lines.begin);
      if (waiting === 0) this.#makeRoom(0, rest.length);
      if (waiting === 0 || lines.begin > 0) this.#room.set(rest);
      waiting = rest.length;
      this.mostWaiting = Math.max(this.mostWaiting, waiting);
    }
    yield* lines.end();
  }

  #makeRoom(kept: number, bytes: number): void {
    if (bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(LEAST_ROOM_BYTES, Math.ceil(bytes * ROOM_TO_GROW)));
    larger.set(this.#room.subarray(0, kept));
    this.#room = larger;
  }
}

/** The lines of one file. */
class Lines {
  /** Where, in the bytes that were read last, those begin that are needed again. */
  begin = 0;
  readonly #options: LinesOptions;
  readonly #piece: Uint8Array;
  #filled = 0;
  /** Where in the file the bytes and the next line begin. */
  #bytesBegin = 0;
  #lineBegin = 0;
  #count = 0;
  /** All lines before this place are written. */
  #next = 0;
  /** Of the lines that wait: where they begin and end in the file, how many they are, and the last place. */
  readonly #begins: Uint32Array;
  readonly #ends: Uint32Array;
  #waiting = 0;
  #last = -1;

  constructor(options: LinesOptions, piece: Uint8Array) {
    this.#options = options;
    this.#piece = piece;
    this.#begins = new Uint32Array(options.rows);
    this.#ends = new Uint32Array(options.rows);
  }

  /** Continues with bytes that begin with those that are needed again. */
  *read(bytes: Buffer): Generator<Uint8Array, void> {
    const { rows, isNumbered, isQuoted, places, excess = 0 } = this.#options;
    this.#bytesBegin += this.begin;
    const origin = this.#bytesBegin;
    const ends = new LineEnds(bytes, isQuoted);
    /** Lines from here on are in order and not written yet. */
    let passed = this.#waiting > 0 ? -1 : this.#lineBegin - origin;
    let line = this.#lineBegin - origin;
    let keep = this.#waiting > 0 ? 0 : line;
    while (line < bytes.length) {
      let from = line;
      let number = this.#count;
      if (isNumbered) {
        number = 0;
        for (let digit = bytes[from] ?? 0; digit >= ZERO && digit <= NINE; digit = bytes[from] ?? 0) {
          number = 10 * number + digit - ZERO;
          from += 1;
        }
        // The delimiter.
        from += 1;
      }
      const end = ends.after(from);
      if (end < 0) break;
      const place = places === undefined ? number : (places[number] ?? rows);
      if (place >= rows) throw new Error('the archive wrote a row that was not asked for');
      const textEnd = place === rows - 1 ? end - excess : end;
      if (this.#waiting === 0 && place === this.#next && !isNumbered && textEnd === end) {
        this.#next += 1;
      } else {
        if (this.#waiting === 0) {
          if (passed >= 0) yield* this.#pass(bytes, passed, line);
          keep = line;
          passed = -1;
        }
        this.#begins[place] = origin + from;
        this.#ends[place] = origin + textEnd;
        this.#waiting += 1;
        this.#last = Math.max(this.#last, place);
        if (this.#waiting === this.#last - this.#next + 1) {
          yield* this.#sorted(bytes);
          passed = end;
        }
      }
      this.#count += 1;
      line = end;
    }
    if (this.#waiting === 0) {
      yield* this.#pass(bytes, passed, line);
      keep = line;
    }
    this.#lineBegin = origin + line;
    this.begin = keep;
  }

  *end(): Generator<Uint8Array, void> {
    if (this.#next !== this.#options.rows)
      throw new Error('the archive wrote fewer rows than were asked for');
    yield this.#piece.subarray(0, this.#filled);
  }

  /** Writes the lines that wait, by their places. */
  *#sorted(bytes: Buffer): Generator<Uint8Array, void> {
    const origin = this.#bytesBegin;
    for (; this.#next <= this.#last; this.#next += 1) {
      const begin = (this.#begins[this.#next] ?? 0) - origin;
      const end = (this.#ends[this.#next] ?? 0) - origin;
      if (this.#filled + end - begin > this.#piece.length) yield this.#full();
      if (end - begin > this.#piece.length) yield bytes.subarray(begin, end);
      else this.#filled += bytes.copy(this.#piece, this.#filled, begin, end);
    }
    this.#waiting = 0;
  }

  *#pass(bytes: Buffer, begin: number, end: number): Generator<Uint8Array, void> {
    if (end <= begin) return;
    if (this.#filled + end - begin > this.#piece.length || end - begin >= LEAST_PASSED_BYTES) {
      yield this.#full();
      yield bytes.subarray(begin, end);
    } else this.#filled += bytes.copy(this.#piece, this.#filled, begin, end);
  }

  #full(): Uint8Array {
    const full = this.#piece.subarray(0, this.#filled);
    this.#filled = 0;
    return full;
  }
}

/** Where lines end. Looking for the next quote is quicker than looking at each byte. */
class LineEnds {
  readonly #bytes: Uint8Array;
  /** The next one from the last line on, if quotes mean something. */
  #quote: number;

  constructor(bytes: Uint8Array, isQuoted: boolean) {
    this.#bytes = bytes;
    this.#quote = isQuoted ? -1 : Number.POSITIVE_INFINITY;
  }

  /** After the line feed of the line, which is not within quotes; -1 if that is not among the bytes. */
  after(from: number): number {
    const end = this.#bytes.indexOf(LINE_FEED, from);
    if (end < 0) return -1;
    if (this.#quote < from) {
      const quote = this.#bytes.indexOf(QUOTE, from);
      this.#quote = quote < 0 ? Number.POSITIVE_INFINITY : quote;
    }
    return this.#quote > end ? end + 1 : this.#afterQuotes(end);
  }

  /** Looks at one line feed after another, from `end` on. */
  #afterQuotes(end: number): number {
    let quotes = 0;
    let counted = this.#quote;
    for (let feed = end; feed >= 0; feed = this.#bytes.indexOf(LINE_FEED, feed + 1)) {
      quotes += quotesIn(this.#bytes, counted, feed);
      if (quotes % 2 === 0) return feed + 1;
      counted = feed;
    }
    return -1;
  }
}
