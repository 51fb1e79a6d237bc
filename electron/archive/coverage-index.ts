// The coverage in memory, by table. Planning and checking a race's page asks for it a dozen times, and each of these
// queries took DuckDB longer than reading the race.

import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { unitsOf, type CoverageUnit, type StoredUnit } from './coverage.ts';
import type { StoredAnswer } from './stored-answer.ts';

export type Units = ReadonlyMap<CoverageUnit, StoredUnit>;

/** Reads the coverage of a table from the file: of these units, or of all. Errors: those of DuckDB. */
export type ReadUnits = (table: TableCode, units?: readonly CoverageUnit[]) => Promise<Units>;

interface Entry {
  readonly units: Promise<Map<CoverageUnit, StoredUnit>>;
  /** Units that were written since reading began. */
  readonly outdated: Set<CoverageUnit>;
  /** How many writes there were since then. */
  writes: number;
}

export class CoverageIndex {
  readonly #read: ReadUnits;
  readonly #entries = new Map<TableCode, Entry>();

  constructor(read: ReadUnits) {
    this.#read = read;
  }

  /** Units that were never fetched are absent. Errors: those of `read`; a failure is not remembered. */
  async of(table: TableCode, units: readonly CoverageUnit[]): Promise<Units> {
    const entry = this.#entryOf(table);
    const known = await entry.units;
    await this.#readAgain(table, entry, known, units);
    const found = new Map<CoverageUnit, StoredUnit>();
    for (const unit of units) {
      const stored = known.get(unit);
      if (stored !== undefined) found.set(unit, stored);
    }
    return found;
  }

  /** To be called after each write of these units, before its writer goes on. */
  outdate(table: TableCode, units: readonly CoverageUnit[]): void {
    const entry = this.#entries.get(table);
    if (entry === undefined) return;
    entry.writes += 1;
    for (const unit of units) entry.outdated.add(unit);
  }

  /**
   * To be called after an answer was written, before its writer goes on. A program shows which results await no index, so
   * the coverage of results may change with it.
   */
  follow({ table, filter }: Pick<StoredAnswer, 'table' | 'filter'>): void {
    this.outdate(table, unitsOf(filter));
    if (tablesOfDay('race').includes(table)) this.forget(tablesOfDay('result'));
  }

  /** Forgets these tables; all by default. */
  forget(tables: readonly TableCode[] = [...this.#entries.keys()]): void {
    for (const table of tables) this.#entries.delete(table);
  }

  #entryOf(table: TableCode): Entry {
    const known = this.#entries.get(table);
    if (known !== undefined) return known;
    const units = this.#read(table).then((found) => new Map(found));
    const entry = { units, outdated: new Set<CoverageUnit>(), writes: 0 };
    this.#entries.set(table, entry);
    units.catch(() => {
      if (this.#entries.get(table) === entry) this.#entries.delete(table);
    });
    return entry;
  }

  /** Takes over what was written of these units, and asks again if more is written meanwhile. */
  async #readAgain(
    table: TableCode,
    entry: Entry,
    known: Map<CoverageUnit, StoredUnit>,
    units: readonly CoverageUnit[],
  ): Promise<void> {
    for (;;) {
      const written = units.filter((unit) => entry.outdated.has(unit));
      if (written.length === 0) return;
      const { writes } = entry;
      const found = await this.#read(table, written);
      if (entry.writes !== writes) continue;
      for (const unit of written) {
        const stored = found.get(unit);
        if (stored === undefined) known.delete(unit);
        else known.set(unit, stored);
        entry.outdated.delete(unit);
      }
    }
  }
}
