// Lines that the archive wrote in any order, each with its place in front: they are put in order without a sort, for
// which DuckDB would hold every cell of the file in memory.

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const ZERO = 0x30;
const NINE = 0x39;

const PIECE_BYTES = 1 << 18;

export interface NumberedLinesOptions {
  readonly rows: number;
  /** Whether a line feed within quotes ends no line. */
  readonly isQuoted: boolean;
  /** How many bytes at the end of the last line to leave out. */
  readonly excess?: number;
}

/** The lines by their places, without these; each piece is overwritten by the next one. */
export function* linesInOrder(
  bytes: Uint8Array,
  { rows, isQuoted, excess = 0 }: NumberedLinesOptions,
): Generator<Uint8Array, void, void> {
  const starts = new Uint32Array(rows);
  const ends = new Uint32Array(rows);
  const endOf = isQuoted ? endOfRecord : endOfLine;
  for (let at = 0; at < bytes.length;) {
    let place = 0;
    for (let digit = bytes[at] ?? 0; digit >= ZERO && digit <= NINE; digit = bytes[at] ?? 0) {
      place = 10 * place + digit - ZERO;
      at += 1;
    }
    // After the delimiter.
    starts[place] = at + 1;
    at = endOf(bytes, at + 1);
    ends[place] = at;
  }
  ends[rows - 1] = (ends[rows - 1] ?? 0) - excess;
  const piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for (let place = 0; place < rows; place += 1) {
    const [start = 0, end = 0] = [starts[place], ends[place]];
    if (filled + end - start > piece.length) {
      yield piece.subarray(0, filled);
      filled = 0;
    }
    if (end - start > piece.length) yield bytes.subarray(start, end);
    else filled = put(bytes, start, end, piece, filled);
  }
  yield piece.subarray(0, filled);
}

/** Byte by byte: an array of the part, for `set`, takes longer than a line. Returns where the part ends. */
function put(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let place = at;
  for (let next = start; next < end; next += 1) {
    to[place] = from[next] ?? 0;
    place += 1;
  }
  return place;
}

/** After the line feed. */
function endOfLine(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end < 0 ? bytes.length : end + 1;
}

/** After the line feed that is not within quotes. */
function endOfRecord(bytes: Uint8Array, from: number): number {
  let isWithin = false;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isWithin = !isWithin;
    else if (byte === LINE_FEED && !isWithin) return at + 1;
  }
  return bytes.length;
}
