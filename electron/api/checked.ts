// The checks that every answered record passes before it may be shown or kept.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/wire/envelope.ts';
import { belongsTo, FIELDS_OF_FILTERS, type Belongs } from './belongs.ts';
import type { Doubt } from './doubt.ts';
import type { RecordScan } from './record-scan.ts';

/** Keys of the interface have at most some forty characters; all of an answer are held. */
const LONGEST_KEY = 100;

/** Checksum and length in one number, below 2^53: that of every record of an answer is held. */
const LENGTHS = 2 ** 21;

export class RecordChecks {
  readonly #belongs: Belongs;
  readonly #fields: readonly string[];
  /** What each key's first record was like, of those kept. */
  readonly #seen = new Map<string, number>();
  readonly #others = new Set<string>();
  readonly #doubts = new Set<Doubt>();
  /** How many of the kept records have each column. */
  readonly #having: Uint32Array;
  #kept = 0;
  #drift = 0;
  readonly #unknown = new Set<string>();
  readonly #table: Table;

  constructor(table: Table, filter: Filter) {
    this.#table = table;
    this.#belongs = belongsTo(table, filter);
    const names = new Set(table.columns.map(({ name }) => name));
    this.#fields = FIELDS_OF_FILTERS.filter((name) => names.has(name));
    this.#having = new Uint32Array(table.columns.length);
  }

  /**
   * Values of another type than the catalogue's, fields that some records have and others lack, and once each field
   * that all of them lack: another answer may have it, and its blanks would be taken for values.
   */
  get drift(): number {
    const lacked = (having: number) => (having === 0 ? Math.min(1, this.#kept) : this.#kept - having);
    return this.#having.reduce((sum, having) => sum + Math.max(0, lacked(having)), this.#drift);
  }

  /** Fields that any of the kept records had. */
  get present(): readonly string[] {
    const known = this.#table.columns.filter((_, column) => this.#having[column]);
    return [...known.map(({ name }) => name), ...this.#unknown];
  }

  /** How many fields that the catalogue does not know the kept records had. */
  get unknownNames(): number {
    return this.#unknown.size;
  }

  /** What the records say against their being all that was asked for. */
  get doubts(): readonly Doubt[] {
    return [...this.#doubts];
  }

  /**
   * Whether a record is kept. What does not match the filter is not, nor what came before, word for word: a payoff
   * that came twice would count twice.
   */
  keeps(scan: RecordScan, bytes: Buffer, from: number, to: number): boolean {
    this.#drift += scan.drift;
    if (!this.#belongs(this.#identityOf(scan, bytes))) {
      this.#doubts.add('outside_filter');
      return false;
    }
    if (this.#isRepeated(scan, bytes, from, to)) {
      this.#doubts.add('repeated_records');
      return false;
    }
    this.#kept += 1;
    for (let field = 0; field < scan.fields; field += 1) {
      const column = scan.column[field] ?? -1;
      if (column === -1) this.#unknown.add(scan.name(bytes, field));
      else this.#having[column] = (this.#having[column] ?? 0) + 1;
    }
    return true;
  }

  /** Records are the same when key, length and checksum are: what is alike need not be held. */
  #isRepeated(scan: RecordScan, bytes: Buffer, from: number, to: number): boolean {
    const values = this.#table.primaryKey.map((name) => scan.valueOf(bytes, name));
    const key = shortened(values.join());
    const like = crc32(bytes.subarray(from, to)) * LENGTHS + ((to - from) % LENGTHS);
    const first = this.#seen.get(key);
    if (first === undefined) this.#seen.set(key, like);
    else if (first === like || this.#others.has(`${key} ${like}`)) return true;
    else {
      this.#others.add(`${key} ${like}`);
      // Which of the two is right nobody knows: both are kept.
      if (values.every((value) => value !== undefined && value !== 'null'))
        this.#doubts.add('duplicate_keys');
    }
    return false;
  }

  #identityOf(scan: RecordScan, bytes: Buffer): WireRecord {
    const identity: Record<string, unknown> = {};
    for (const name of this.#fields) {
      const json = scan.valueOf(bytes, name);
      if (json !== undefined) identity[name] = JSON.parse(json);
    }
    return identity;
  }
}

/** A key of a few characters stays as it is; of one that somebody made long, what tells it from others. */
const shortened = (key: string): string =>
  key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64');
