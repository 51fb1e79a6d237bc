// The coverage in memory, by table. Planning and checking a race's page asks for it a dozen times, and each of these
// queries took DuckDB longer than reading the race.

import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { unitsOf, type CoverageUnit, type StoredUnit } from './coverage.ts';
import { LaterAnswers, type AnsweredRequest } from './later-answers.ts';

export type Units = ReadonlyMap<CoverageUnit, StoredUnit>;

/** Reads the coverage of a table from the file: of these units, or of all. Errors: those of DuckDB. */
export type ReadUnits = (table: TableCode, units?: readonly CoverageUnit[]) => Promise<Units>;

/** The coverage of one table. */
class KnownUnits {
  readonly units: Map<CoverageUnit, StoredUnit>;
  /** How many units have records whose latest is of that day. */
  readonly #raced = new Map<string, number>();

  constructor(units: Units) {
    this.units = new Map(units);
    for (const stored of units.values()) this.#count(stored, 1);
  }

  hasRecordsOf(day: string): boolean {
    return this.#raced.has(day);
  }

  /** Undefined: the unit is no longer stored. */
  set(unit: CoverageUnit, stored: StoredUnit | undefined): void {
    this.#count(this.units.get(unit), -1);
    this.#count(stored, 1);
    if (stored === undefined) this.units.delete(unit);
    else this.units.set(unit, stored);
  }

  #count(stored: StoredUnit | undefined, by: number): void {
    if (stored?.lastDay === undefined || stored.records === 0) return;
    const units = (this.#raced.get(stored.lastDay) ?? 0) + by;
    if (units > 0) this.#raced.set(stored.lastDay, units);
    else this.#raced.delete(stored.lastDay);
  }
}

interface Entry {
  readonly reading: Promise<KnownUnits>;
  /** What was read, once it is. */
  known?: KnownUnits;
  /** Units that were written since reading began. */
  readonly outdated: Set<CoverageUnit>;
  /** How many writes there were since then. */
  writes: number;
}

export class CoverageIndex {
  /** Which stored answers an older one must not replace. */
  readonly later = new LaterAnswers();
  readonly #read: ReadUnits;
  readonly #entries = new Map<TableCode, Entry>();

  constructor(read: ReadUnits) {
    this.#read = read;
  }

  /** Units that were never fetched are absent. Errors: those of `read`; a failure is not remembered. */
  async of(table: TableCode, units: readonly CoverageUnit[]): Promise<Units> {
    const known = await this.#knownOf(table, units);
    const found = new Map<CoverageUnit, StoredUnit>();
    for (const unit of units) {
      const stored = known.units.get(unit);
      if (stored !== undefined) found.set(unit, stored);
    }
    return found;
  }

  /** Every unit of the table, in no order. Errors: those of `read`. */
  async all(table: TableCode): Promise<Units> {
    return (await this.#knownOf(table)).units;
  }

  /** Those of the days of which any table has records. Errors: those of `read`. */
  async racedOf(days: readonly string[]): Promise<Set<string>> {
    const tables = await Promise.all(TABLE_CODES.map((table) => this.#knownOf(table)));
    return new Set(days.filter((day) => tables.some((known) => known.hasRecordsOf(day))));
  }

  /** To be called after each write of these units, before its writer goes on; `stored` is what they are now, if known. */
  outdate(table: TableCode, units: readonly CoverageUnit[], stored?: readonly StoredUnit[]): void {
    const entry = this.#entries.get(table);
    if (entry === undefined) return;
    entry.writes += 1;
    // A race also changes the coverage of its day.
    for (const unit of [...units, ...(stored ?? []).map((each) => each.unit)]) entry.outdated.add(unit);
    if (entry.known === undefined) return;
    for (const each of stored ?? []) {
      entry.known.set(each.unit, each);
      entry.outdated.delete(each.unit);
    }
  }

  /**
   * To be called after an answer was written, before its writer goes on. A program shows which results await no index, so
   * the coverage of results may change with it.
   */
  follow(answer: AnsweredRequest, stored?: readonly StoredUnit[]): void {
    const { table, filter } = answer;
    this.outdate(table, unitsOf(filter), stored);
    if (stored !== undefined) this.later.add(answer);
    if (tablesOfDay('race').includes(table)) this.forget(tablesOfDay('result'));
  }

  /** Forgets these tables; everything by default. */
  forget(tables?: readonly TableCode[]): void {
    if (tables === undefined) this.later.forget();
    for (const table of tables ?? [...this.#entries.keys()]) this.#entries.delete(table);
  }

  #entryOf(table: TableCode): Entry {
    const known = this.#entries.get(table);
    if (known !== undefined) return known;
    const entry: Entry = {
      reading: this.#read(table).then((found) => (entry.known = new KnownUnits(found))),
      outdated: new Set<CoverageUnit>(),
      writes: 0,
    };
    this.#entries.set(table, entry);
    entry.reading.catch(() => {
      if (this.#entries.get(table) === entry) this.#entries.delete(table);
    });
    return entry;
  }

  /** The table's coverage, up to date in these units or in all. Units that are written meanwhile are read again. */
  async #knownOf(table: TableCode, units?: readonly CoverageUnit[]): Promise<KnownUnits> {
    const entry = this.#entryOf(table);
    const known = await entry.reading;
    for (;;) {
      const written = units?.filter((unit) => entry.outdated.has(unit)) ?? [...entry.outdated];
      if (written.length === 0) return known;
      const { writes } = entry;
      const found = await this.#read(table, written);
      if (entry.writes !== writes) continue;
      for (const unit of written) {
        known.set(unit, found.get(unit));
        entry.outdated.delete(unit);
      }
    }
  }
}
