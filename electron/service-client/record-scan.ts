// Scans the bytes of one record: where its fields are, and whether they match the catalogue. It creates no object: one
// with 128 fields or more would be a dictionary, at six times the memory (measured).

import { isUtf8 } from 'node:buffer';
import type { FieldType } from '#shared/catalogue/column.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { BOUNDS } from './answer-limits.ts';
import {
  CLOSE,
  COLON,
  COMMA,
  JsonBytes,
  MINUS,
  NINE,
  OPEN,
  OPEN_LIST,
  QUOTE,
  STOP,
  textBetween,
  unexpected,
  ZERO,
} from './json-bytes.ts';

/** A number with more characters than this may change if it is parsed. */
const LONGEST_NUMBER = 15;

const LOWER_N = 0x6e;

type Base = 'S' | 'I' | 'N';

export class RecordScan {
  readonly table: Table;
  /**
   * How many fields there are. Parallel arrays have, for each, its column in the table or -1, and the positions of its
   * name and value.
   */
  fields = 0;
  column = new Int32Array(256);
  nameFrom = new Int32Array(256);
  nameTo = new Int32Array(256);
  from = new Int32Array(256);
  to = new Int32Array(256);
  /** Values whose JSON type is not the catalogue's, broken text, repeated names. */
  drift = 0;
  /**
   * Whether it cannot be copied byte by byte: it has line breaks, dubious numbers, half characters, nesting or repeated
   * names.
   */
  isOdd = false;
  /** It has a field that the catalogue does not know. */
  hasUnknown = false;
  /** Its bytes are not UTF-8. */
  isGarbled = false;

  readonly #json = new JsonBytes();
  readonly #names: readonly Uint8Array[];
  readonly #types: readonly Base[];
  readonly #columnOf: ReadonlyMap<string, number>;
  /** The columns of the previous record: the next one usually has them in the same order. */
  #expected: Int32Array;
  readonly #seen: Int32Array;
  #turn = 0;

  constructor(table: Table) {
    this.table = table;
    this.#names = table.columns.map(({ name }) => Buffer.from(name));
    this.#types = table.columns.map(({ type }) => baseOf(type));
    this.#columnOf = new Map(table.columns.map(({ name }, index) => [name, index]));
    this.#expected = Int32Array.from({ length: 256 }, (_, at) => Math.min(at, table.columns.length - 1));
    this.#seen = new Int32Array(table.columns.length);
  }

  /** `from` is the record's opening brace. Returns the position after its closing one, or one of STOP. */
  scan(bytes: Uint8Array, from: number): number {
    const json = this.#json;
    this.fields = this.drift = 0;
    this.isOdd = this.hasUnknown = this.isGarbled = false;
    json.hasBreak = json.hasHalf = json.hasWide = false;
    this.#turn += 1;
    const end = this.#members(bytes, from + 1);
    if (end < 0) return end;
    this.isOdd ||= json.hasBreak || json.hasHalf;
    this.isGarbled = json.hasWide && !isUtf8(bytes.subarray(from, end));
    return end;
  }

  /** The JSON of a column's value; undefined if the record lacks it. Of repeated fields the last one counts. */
  valueOf(bytes: Uint8Array, name: string): string | undefined {
    const wanted = this.#columnOf.get(name);
    for (let field = this.fields - 1; field >= 0; field -= 1) {
      if (this.column[field] === wanted) return this.value(bytes, field);
    }
    return undefined;
  }

  /** The JSON of a field's value, as it came. */
  value(bytes: Uint8Array, field: number): string {
    return textBetween(bytes, this.from[field] ?? 0, this.to[field] ?? 0);
  }

  /** A field's name, with half characters replaced. */
  name(bytes: Uint8Array, field: number): string {
    const known = this.table.columns[this.column[field] ?? -1];
    return known?.name ?? nameIn(bytes, this.nameFrom[field] ?? 0, this.nameTo[field] ?? 0).toWellFormed();
  }

  #members(bytes: Uint8Array, start: number): number {
    const json = this.#json;
    let at = json.blank(bytes, start);
    if (bytes[at] === CLOSE) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return unexpected(bytes, at);
      const field = this.fields;
      this.nameFrom[field] = at + 1;
      at = this.#name(bytes, at + 1);
      if (at < 0) return at;
      this.nameTo[field] = at - 1;
      if (at - 1 - (this.nameFrom[field] ?? 0) > BOUNDS.name) return STOP.name;
      if (bytes[at] !== COLON) {
        at = json.blank(bytes, at);
        if (bytes[at] !== COLON) return unexpected(bytes, at);
      }
      at = json.blank(bytes, at + 1);
      this.from[field] = at;
      at = this.#checked(bytes, at, this.column[field] ?? -1);
      if (at < 0) return at;
      if (at - (this.from[field] ?? 0) > BOUNDS.value) return STOP.value;
      this.to[field] = at;
      this.fields += 1;
      if (this.fields > BOUNDS.fields) return STOP.fields;
      if (this.fields === this.column.length) this.#grow();
      at = json.blank(bytes, at);
      if (bytes[at] === CLOSE) return at + 1;
      if (bytes[at] !== COMMA) return unexpected(bytes, at);
      at = json.blank(bytes, at + 1);
    }
  }

  /** The position after the closing quote of a name; records its column. */
  #name(bytes: Uint8Array, from: number): number {
    let column = this.#expected[this.fields] ?? -1;
    let at = from + sameBytes(bytes, from, this.#names[column]);
    if (at > from && bytes[at] === QUOTE) at += 1;
    else {
      at = this.#json.text(bytes, from);
      if (at < 0) return at;
      column = this.#columnOf.get(nameIn(bytes, from, at - 1)) ?? -1;
      if (column === -1) this.hasUnknown = true;
      else this.#expected[this.fields] = column;
    }
    if (column !== -1) {
      if (this.#seen[column] === this.#turn) {
        this.isOdd = true;
        this.drift += 1;
      }
      this.#seen[column] = this.#turn;
    }
    this.column[this.fields] = column;
    return at;
  }

  /** The position after a value; counts values of another type than the column's. Null means "missing". */
  #checked(bytes: Uint8Array, from: number, column: number): number {
    const json = this.#json;
    const type = this.#types[column];
    const first = bytes[from];
    if (first === QUOTE) {
      json.isBroken = false;
      const end = json.text(bytes, from + 1);
      if (type !== undefined && (type !== 'S' || json.isBroken)) this.drift += 1;
      return end;
    }
    if (first === MINUS || (first !== undefined && first >= ZERO && first <= NINE)) {
      const end = json.number(bytes, from);
      if (json.isDubious || end - from > LONGEST_NUMBER) this.isOdd = true;
      if (type !== undefined && end > 0 && !this.#isNumber(bytes, from, end, type)) this.drift += 1;
      return end;
    }
    if (type !== undefined && first !== LOWER_N) this.drift += 1;
    if (first !== OPEN && first !== OPEN_LIST) return json.word(bytes, from);
    this.isOdd = true;
    return json.nested(bytes, from);
  }

  #isNumber(bytes: Uint8Array, from: number, to: number, type: Base): boolean {
    if (type === 'S') return false;
    if (this.#json.isWhole && to - from <= LONGEST_NUMBER) return true;
    const value = Number(textBetween(bytes, from, to));
    return type === 'I' ? Number.isInteger(value) : Number.isFinite(value);
  }

  #grow(): void {
    const doubled = (stored: Int32Array) => {
      const next = new Int32Array(stored.length * 2).fill(-1);
      next.set(stored);
      return next;
    };
    this.column = doubled(this.column);
    this.nameFrom = doubled(this.nameFrom);
    this.nameTo = doubled(this.nameTo);
    this.from = doubled(this.from);
    this.to = doubled(this.to);
    this.#expected = doubled(this.#expected);
  }
}

const baseOf = (type: FieldType): Base => type.replace('?', '') as Base;

/** The length of `name` in bytes if it is at `from`, else 0. */
function sameBytes(bytes: Uint8Array, from: number, name: Uint8Array | undefined): number {
  if (name === undefined) return 0;
  for (let at = 0; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return 0;
  return name.length;
}

function nameIn(bytes: Uint8Array, from: number, to: number): string {
  const text = textBetween(bytes, from, to);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}
