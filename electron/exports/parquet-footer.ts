// Joins the footers of Parquet files whose row groups were written one after the other into one file. The bytes of a
// row group do not depend on where it stands; only the offsets in the footer do. The footer is a struct of Thrift's
// compact protocol: nearly all of it is copied as it is, so what DuckDB writes about columns (statistics, encodings) is
// kept, known here or not. Libraries that write Parquet metadata write the fields that they know.

import { open } from 'node:fs/promises';

/** Stands at the beginning and at the end of every file. */
export const MAGIC = Buffer.from('PAR1', 'latin1');
/** The length of the footer, and the magic bytes. */
const ENDING_BYTES = 8;

/** One file: what it says about itself, and the bytes between it and the first magic bytes. */
export interface ParquetPart {
  readonly footer: Uint8Array;
  readonly rowGroups: { readonly from: number; readonly bytes: number; readonly excess: number };
}

/** Errors: those of node:fs; Error if it is not a Parquet file. */
export async function readPart(path: string): Promise<ParquetPart> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const ending = Buffer.alloc(ENDING_BYTES);
    await file.read(ending, 0, ENDING_BYTES, size - ENDING_BYTES);
    const end = size - ENDING_BYTES - ending.readUInt32LE(0);
    if (!ending.subarray(4).equals(MAGIC) || end < MAGIC.length) throw new Error('not a Parquet file');
    const footer = Buffer.alloc(size - ENDING_BYTES - end);
    await file.read(footer, 0, footer.length, end);
    const rowGroups = { from: MAGIC.length, bytes: end - MAGIC.length, excess: size - end };
    return { footer, rowGroups };
  } finally {
    await file.close();
  }
}

const BOOLEAN_TYPES: ReadonlySet<number> = new Set([1, 2]);
const BYTE = 3;
const INTEGERS: ReadonlySet<number> = new Set([4, 5, 6]);
const DOUBLE = 7;
const BINARY = 8;
const LISTS: ReadonlySet<number> = new Set([9, 10]);
const MAP = 11;
const STRUCT = 12;
/** A list of more elements has their number after its first byte. */
const LONG_LIST = 15;

/** Fields of the format's specification (parquet.thrift) by their number. */
const FILE = { rows: 3, rowGroups: 4 } as const;
const ROW_GROUP = { columns: 1, offset: 5, ordinal: 7 } as const;
const COLUMN = { offset: 2, metadata: 3, offsetIndex: 4, columnIndex: 6 } as const;
const METADATA = { dataPage: 9, indexPage: 10, dictionaryPage: 11, bloomFilter: 14 } as const;

/** Reads the compact protocol. */
class CompactReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error('the Parquet footer ends early');
    this.at += 1;
    return byte;
  }

  /** Not negative. By multiplication: offsets have more than 32 bits. */
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  /** Calls `field` for each of the struct's fields, which must read it. */
  struct(field: (id: number, type: number) => void): void {
    let id = 0;
    for (let head = this.byte(); head !== 0; head = this.byte()) {
      const delta = head >> 4;
      // Field numbers are never negative, and stored as twice the number.
      id = delta === 0 ? this.varint() / 2 : id + delta;
      field(id, head & 0xf);
    }
  }

  /** The number and type of a list's elements, which follow. */
  list(): { readonly count: number; readonly type: number } {
    const head = this.byte();
    const count = head >> 4;
    return { count: count === LONG_LIST ? this.varint() : count, type: head & 0xf };
  }

  skip(type: number): void {
    if (BOOLEAN_TYPES.has(type)) return;
    if (type === BYTE) this.at += 1;
    else if (INTEGERS.has(type)) this.#skipVarint();
    else if (type === DOUBLE) this.at += 8;
    else if (type === BINARY) this.#skipBinary();
    else if (LISTS.has(type)) this.#skipList();
    else if (type === MAP) this.#skipMap();
    else if (type === STRUCT) this.struct((_, each) => this.skip(each));
    else throw new Error(`the Parquet footer has a field of the unknown type ${type}`);
  }

  /** A negative number may have more bits than a number of JavaScript. */
  #skipVarint(): void {
    while (this.byte() >= 0x80);
  }

  #skipBinary(): void {
    const length = this.varint();
    this.at += length;
  }

  #skipElement(type: number): void {
    // In a list, a boolean is a byte; as a field it is its type.
    if (BOOLEAN_TYPES.has(type)) this.at += 1;
    else this.skip(type);
  }

  #skipList(): void {
    const { count, type } = this.list();
    for (let each = 0; each < count; each += 1) this.#skipElement(type);
  }

  #skipMap(): void {
    const count = this.varint();
    if (count === 0) return;
    const types = this.byte();
    for (let each = 0; each < count; each += 1) {
      this.#skipElement(types >> 4);
      this.#skipElement(types & 0xf);
    }
  }
}

function varintOf(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

/** Copies a footer's bytes except for some numbers. */
class Copy {
  readonly #reader: CompactReader;
  readonly #pieces: Uint8Array[] = [];
  #copied: number;

  constructor(reader: CompactReader) {
    this.#reader = reader;
    this.#copied = reader.at;
  }

  /** Reads a number that is not negative, and writes another. Fields have signs, which doubles them. */
  replace(other: (value: number) => number): void {
    this.#copyTo(this.#reader.at);
    const value = this.#reader.varint() / 2;
    this.#pieces.push(Uint8Array.from(varintOf(other(value) * 2)));
    this.#copied = this.#reader.at;
  }

  end(): Uint8Array {
    this.#copyTo(this.#reader.at);
    return Buffer.concat(this.#pieces);
  }

  #copyTo(at: number): void {
    this.#pieces.push(this.#reader.bytes.subarray(this.#copied, at));
  }
}

const COLUMN_OFFSETS: ReadonlySet<number> = new Set([COLUMN.offset, COLUMN.offsetIndex, COLUMN.columnIndex]);
const METADATA_OFFSETS: ReadonlySet<number> = new Set(Object.values(METADATA));

/** One row group, moved by so many bytes and row groups. */
function movedRowGroup(reader: CompactReader, bytes: number, groups: number): Uint8Array {
  const copy = new Copy(reader);
  // Zero stands for an offset that is not given.
  const move = (offset: number): number => (offset === 0 ? 0 : offset + bytes);
  const fields = (offsets: ReadonlySet<number>, inner: (id: number, type: number) => void) =>
    reader.struct((id, type) => {
      if (offsets.has(id)) copy.replace(move);
      else inner(id, type);
    });
  const column = () =>
    fields(COLUMN_OFFSETS, (id, type) => {
      if (id === COLUMN.metadata) fields(METADATA_OFFSETS, (_, each) => reader.skip(each));
      else reader.skip(type);
    });
  fields(new Set([ROW_GROUP.offset]), (id, type) => {
    if (id === ROW_GROUP.ordinal) copy.replace((ordinal) => ordinal + groups);
    else if (id === ROW_GROUP.columns) {
      const { count } = reader.list();
      for (let each = 0; each < count; each += 1) column();
    } else reader.skip(type);
  });
  return copy.end();
}

/** The bytes of a footer around the numbers that joining changes. */
interface Outline {
  readonly beforeRows: Uint8Array;
  /** With the head of the list's field, without that of the list. */
  readonly beforeRowGroups: Uint8Array;
  readonly afterRowGroups: Uint8Array;
}

/** The footer of a file that has the row groups of several, in the order in which they were added. */
export class JoinedFooter {
  readonly #rowGroups: Uint8Array[] = [];
  #rows = 0;
  #outline: Outline | undefined;

  /** `at`: where the part's row groups begin in the joined file. Errors: Error if it has other columns than the first. */
  add({ footer }: ParquetPart, at: number): void {
    const reader = new CompactReader(footer);
    const groups = this.#rowGroups.length;
    let [beforeRows, beforeRowGroups] = [new Uint8Array(0), new Uint8Array(0)];
    let after = 0;
    reader.struct((id, type) => {
      if (id === FILE.rows) {
        beforeRows = footer.slice(0, reader.at);
        this.#rows += reader.varint() / 2;
        after = reader.at;
      } else if (id === FILE.rowGroups) {
        beforeRowGroups = footer.slice(after, reader.at);
        const { count } = reader.list();
        for (let each = 0; each < count; each += 1)
          this.#rowGroups.push(movedRowGroup(reader, at - MAGIC.length, groups));
        after = reader.at;
      } else reader.skip(type);
    });
    this.#outline ??= { beforeRows, beforeRowGroups, afterRowGroups: footer.slice(after) };
    // Version and columns, with their names and types.
    if (!Buffer.from(beforeRows).equals(this.#outline.beforeRows))
      throw new Error('the Parquet files differ in their columns');
  }

  /** With its length and the magic bytes: what follows the row groups. Errors: Error if nothing was added. */
  bytes(): Uint8Array {
    if (this.#outline === undefined) throw new Error('a Parquet file of no parts');
    const { beforeRows, beforeRowGroups, afterRowGroups } = this.#outline;
    const footer = Buffer.concat([
      beforeRows,
      Uint8Array.from(varintOf(this.#rows * 2)),
      beforeRowGroups,
      Uint8Array.from([(LONG_LIST << 4) | STRUCT, ...varintOf(this.#rowGroups.length)]),
      ...this.#rowGroups,
      afterRowGroups,
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([footer, length, MAGIC]);
  }
}
