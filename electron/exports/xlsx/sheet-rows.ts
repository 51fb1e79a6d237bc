// Turns records of TSV, as the archive and the pages of an export write them, into the rows of a spreadsheet's sheet
// (ECMA-376, part 1, section 18.3.1.73). Bytes stay bytes: a string for each cell took ten times as long.

import { isKeptByDouble, type ValueType } from '#shared/exports/typed-value.ts';
import { RailbirdError } from '#shared/errors.ts';
import { endOfRecords, quotesIn } from '../formula-scan.ts';
import { isJsonNumber } from '../json.ts';

/** The longest text that a cell of a spreadsheet holds, in UTF-16 units. */
export const LONGEST_CELL = 32_767;

export interface SheetColumn {
  /** Absent for texts that become numbers where they are written as one. */
  readonly value?: ValueType | undefined;
  /** The number of its cells' style in the workbook. */
  readonly style: number;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const UNDERSCORE = 0x5f;
/** UTF-8 of U+3000 is E3 80 80, and of the two that are no characters, U+FFFE and U+FFFF, EF BF BE and EF BF BF. */
const WIDE_SPACE = [0xe3, 0x80, 0x80] as const;
const HIGHEST = [0xef, 0xbf] as const;

/** Bytes that XML leaves as they are. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte !== HIGHEST[0] && !'&<>_'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const ENTITIES: ReadonlyMap<number, Uint8Array> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }).map(([character, entity]) => [
    character.charCodeAt(0),
    Buffer.from(entity),
  ]),
);
/**
 * With another underscore behind it, spreadsheets read this as the character of that number, so its own is escaped. The
 * other may be the first character of an escape: of "_x0041" and a CR.
 */
const ESCAPE = /^_x[\dA-Fa-f]{4}/;
const ESCAPE_BYTES = 7;

const OUT_BYTES = 1 << 16;
/** What a byte of a text becomes at most, and what stands around a text at most. */
const MOST_FOR_A_BYTE = ESCAPE_BYTES;
const MOST_AROUND = 128;

const DAY_MS = 86_400_000;
/** Spreadsheets count the days from here, and believe that 1900 was a leap year, so earlier dates stay text. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_SOUND_DAY = '1900-03-01';
const MOMENT = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;
/** Days and times come again and again. */
const MOST_REMEMBERED = 4096;

function timeOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 3600 + minutes * 60 + seconds) / 86_400;
}

/** Whether the number of a cell, a double, has all digits of the text. */
const isExact = (text: string): boolean =>
  /^-?\d+$/.test(text) ? Number.isSafeInteger(Number(text)) : isKeptByDouble(text);

/** Dates and times are numbers whose format makes them readable; undefined for a text. */
function numberOf(value: ValueType | undefined, text: string): string | undefined {
  switch (value) {
    case 'date':
    case 'timestamp':
      // One of another era, or an infinite one, is no date of a spreadsheet.
      return text < FIRST_SOUND_DAY || !MOMENT.test(text)
        ? undefined
        : String((Date.parse(text) - FIRST_DAY) / DAY_MS);
    case 'time':
      return String(timeOf(text));
    default:
      return isJsonNumber(text) && isExact(text) ? String(Number(text)) : undefined;
  }
}

/** A text's width in digits: Japanese characters take two. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, each) => sum + (each > '\u02ff' ? 2 : 1), 0);

/** The letters of a column: A to Z, AA and so on. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : lettersOf(rest)) + String.fromCharCode(0x41 + (column % 26));
}

/** What stands around the cells of a column. */
interface Around {
  /** Before the number of the row. */
  readonly begin: Uint8Array;
  readonly text: Uint8Array;
  readonly keptText: Uint8Array;
  readonly number: Uint8Array;
  readonly boolean: Uint8Array;
}

function aroundOf({ style }: SheetColumn, column: number): Around {
  const styled = style === 0 ? '"' : `" s="${style}"`;
  return {
    begin: Buffer.from(`<c r="${lettersOf(column)}`),
    text: Buffer.from(`${styled} t="inlineStr"><is><t>`),
    keptText: Buffer.from(`${styled} t="inlineStr"><is><t xml:space="preserve">`),
    number: Buffer.from(`${styled}><v>`),
    boolean: Buffer.from(`${styled} t="b"><v>`),
  };
}

const ROW_BEGIN = Buffer.from('<row r="');
const BEGUN = Buffer.from('">');
const ROW_END = Buffer.from('</row>');
const TEXT_END = Buffer.from('</t></is></c>');
const VALUE_END = Buffer.from('</v></c>');
const NOTHING = Buffer.alloc(0);

/** Below the header. */
const FIRST_ROW = 2;

export class SheetRows {
  readonly #columns: readonly SheetColumn[];
  readonly #around: readonly Around[];
  readonly #numbers: readonly Map<string, string | undefined>[];
  readonly #measured: number;
  readonly #firstRow: number;
  /** The widest cell of each column among the first rows, in digits. */
  readonly widths: number[];
  /** How many rows there were. */
  count = 0;
  #rowNumber: Uint8Array = NOTHING;
  #rest: Uint8Array = NOTHING;
  #full: Uint8Array[] = [];
  #out: Uint8Array = Buffer.allocUnsafeSlow(OUT_BYTES);
  #at = 0;

  /** @param measured how many of the first rows are measured */
  constructor(columns: readonly SheetColumn[], measured: number, firstRow = FIRST_ROW) {
    this.#columns = columns;
    this.#around = columns.map(aroundOf);
    this.#numbers = columns.map(() => new Map());
    this.#measured = measured;
    this.#firstRow = firstRow;
    this.widths = columns.map(() => 0);
  }

  /**
   * The rows of the records that end in these bytes, which continue those given before and may end anywhere. Pieces are
   * not overwritten. Errors: CELL_TOO_LONG; a record that is not as wide as the columns.
   */
  add(bytes: Uint8Array): readonly Uint8Array[] {
    const given = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const isQuoted = quotesIn(given, 0, given.length) % 2 === 1;
    const end = endOfRecords(given, 0, given.length, isQuoted);
    for (let at = 0; at < end;) at = this.#record(given, at);
    // A copy: the bytes given are overwritten.
    this.#rest = Buffer.from(given.subarray(end));
    this.#flush();
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Error if there were not as many records, or if the last one has no end. */
  end(records: number): void {
    if (this.count !== records || this.#rest.length > 0)
      throw new Error(`${this.count} of ${records} records and ${this.#rest.length} more bytes were given`);
  }

  /** Returns where the next record begins. */
  #record(bytes: Uint8Array, from: number): number {
    this.#rowNumber = Buffer.from(String(this.#firstRow + this.count));
    this.count += 1;
    this.#reserve(MOST_AROUND);
    this.#put(ROW_BEGIN);
    this.#put(this.#rowNumber);
    this.#put(BEGUN);
    let at = from;
    let column = 0;
    for (; ; column += 1) {
      at = bytes[at] === QUOTE ? this.#quoted(bytes, at + 1, column) : this.#unquoted(bytes, at, column);
      if (bytes[at] !== TAB) break;
      at += 1;
    }
    if (column + 1 !== this.#columns.length)
      throw new Error(`a record of ${column + 1} cells was given for ${this.#columns.length} columns`);
    this.#reserve(MOST_AROUND);
    this.#put(ROW_END);
    return at + 1;
  }

  /** Both return where the cell's delimiter or the record's end is. */
  #unquoted(bytes: Uint8Array, from: number, column: number): number {
    let end = from;
    while (bytes[end] !== TAB && bytes[end] !== LINE_FEED) end += 1;
    if (end > from) this.#cell(bytes, from, end, column);
    return end;
  }

  #quoted(bytes: Uint8Array, from: number, column: number): number {
    let end = from;
    let hasQuotes = false;
    for (; bytes[end] !== QUOTE || bytes[end + 1] === QUOTE; end += 1) {
      if (bytes[end] !== QUOTE) continue;
      hasQuotes = true;
      end += 1;
    }
    if (hasQuotes) {
      const text = Buffer.from(textOf(bytes, from, end).replaceAll('""', '"'));
      this.#cell(text, 0, text.length, column);
    } else this.#cell(bytes, from, end, column);
    return end + 1;
  }

  #cell(bytes: Uint8Array, from: number, end: number, column: number): void {
    const around = this.#around[column];
    const { value } = this.#columns[column] ?? {};
    if (around === undefined) throw new Error('a record has more cells than there are columns');
    if (end - from > LONGEST_CELL) requireShort(bytes, from, end);
    if (this.count <= this.#measured)
      this.widths[column] = Math.max(this.widths[column] ?? 0, widthOf(textOf(bytes, from, end)));
    this.#reserve(MOST_AROUND + MOST_FOR_A_BYTE * (end - from));
    this.#put(around.begin);
    this.#put(this.#rowNumber);
    if (value === 'text') this.#text(around, bytes, from, end);
    else if ((value === 'whole' || value === 'number') && isNumber(value, bytes, from, end)) {
      this.#put(around.number);
      this.#copy(bytes, from, end);
      this.#put(VALUE_END);
    } else this.#read(around, bytes, from, end, column, value);
  }

  /** A cell whose text is not what is stored. */
  #read(
    around: Around,
    bytes: Uint8Array,
    from: number,
    end: number,
    column: number,
    value: ValueType | undefined,
  ): void {
    const text = textOf(bytes, from, end);
    if (value === 'whole' || value === 'number') return this.#text(around, bytes, from, end);
    if (value === 'boolean') {
      this.#put(around.boolean);
      this.#put(Buffer.from(text === 'true' ? '1' : '0'));
      this.#put(VALUE_END);
      return;
    }
    const number = this.#numberOf(value, text, column);
    if (number === undefined) return this.#text(around, bytes, from, end);
    this.#put(around.number);
    this.#put(Buffer.from(number));
    this.#put(VALUE_END);
  }

  #numberOf(value: ValueType | undefined, text: string, column: number): string | undefined {
    const known = this.#numbers[column];
    if (known?.has(text) === true) return known.get(text);
    const number = numberOf(value, text);
    if (known !== undefined && known.size < MOST_REMEMBERED) known.set(text, number);
    return number;
  }

  #text(around: Around, bytes: Uint8Array, from: number, end: number): void {
    this.#put(isKept(bytes, from, end) ? around.keptText : around.text);
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (PLAIN[byte] === 1) {
        this.#out[this.#at] = byte;
        this.#at += 1;
      } else at = this.#escaped(bytes, at, end, byte);
    }
    this.#put(TEXT_END);
  }

  /** Returns the last byte of what was escaped. */
  #escaped(bytes: Uint8Array, at: number, end: number, byte: number): number {
    const entity = ENTITIES.get(byte);
    if (entity) this.#put(entity);
    else if (byte === UNDERSCORE)
      this.#put(
        Buffer.from(ESCAPE.test(textOf(bytes, at, Math.min(end, at + ESCAPE_BYTES))) ? '_x005F_' : '_'),
      );
    else if (byte === HIGHEST[0]) {
      const last = bytes[at + 2] ?? 0;
      if (bytes[at + 1] === HIGHEST[1] && last >= 0xbe)
        this.#put(Buffer.from(last === 0xbe ? '_xFFFE_' : '_xFFFF_'));
      else this.#copy(bytes, at, at + 3);
      return at + 2;
    } else if (byte === TAB || byte === LINE_FEED) this.#copy(bytes, at, at + 1);
    // Others are no characters of XML, which makes a line feed of CR.
    else this.#put(Buffer.from(`_x${byte.toString(16).toUpperCase().padStart(4, '0')}_`));
    return at;
  }

  #put(bytes: Uint8Array): void {
    this.#copy(bytes, 0, bytes.length);
  }

  /** A loop: most pieces are shorter than what a call costs. */
  #copy(bytes: Uint8Array, from: number, end: number): void {
    const out = this.#out;
    let to = this.#at;
    for (let at = from; at < end; at += 1) {
      out[to] = bytes[at] ?? 0;
      to += 1;
    }
    this.#at = to;
  }

  /** Makes room for so many bytes. */
  #reserve(bytes: number): void {
    if (this.#out.length - this.#at >= bytes) return;
    this.#flush();
    this.#out = Buffer.allocUnsafeSlow(Math.max(OUT_BYTES, bytes));
    this.#at = 0;
  }

  #flush(): void {
    if (this.#at > 0) this.#full.push(this.#out.subarray(0, this.#at));
    this.#out = this.#out.subarray(this.#at);
    this.#at = 0;
  }
}

const textOf = (bytes: Uint8Array, from: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString();

/** A whole number of so many characters is safe. */
const SAFE_LENGTH = 15;

/** Whether it is finite, and a double if it is whole: a query in SQL may have others, which stay text. */
function isNumber(value: 'whole' | 'number', bytes: Uint8Array, from: number, end: number): boolean {
  const first = bytes[bytes[from] === MINUS ? from + 1 : from] ?? 0;
  if (first < ZERO || first > NINE) return false;
  return (
    value === 'number' || end - from <= SAFE_LENGTH || Number.isSafeInteger(Number(textOf(bytes, from, end)))
  );
}

function requireShort(bytes: Uint8Array, from: number, end: number): void {
  const { length } = textOf(bytes, from, end);
  if (length > LONGEST_CELL) throw new RailbirdError('CELL_TOO_LONG', { most: LONGEST_CELL, length });
}

/** Whether blanks at its ends would be lost. */
const isKept = (bytes: Uint8Array, from: number, end: number): boolean =>
  end > from &&
  (isBlank(bytes[from]) ||
    isBlank(bytes[end - 1]) ||
    WIDE_SPACE.every((byte, at) => bytes[from + at] === byte) ||
    WIDE_SPACE.every((byte, at) => bytes[end - WIDE_SPACE.length + at] === byte));

const isBlank = (byte: number | undefined): boolean =>
  byte === SPACE || byte === TAB || byte === LINE_FEED || byte === CARRIAGE_RETURN;
