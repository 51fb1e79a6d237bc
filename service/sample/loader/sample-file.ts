// The file of the sample data: the store's tables, and a row for each day that is in them.

import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { SqliteWriter, type WriterOptions } from '../../store/sqlite/writer.ts';
import { QUICKLY_MADE } from './parts.ts';
import type { StoredDay } from './plan.ts';
import { quickPartOf } from './plan.ts';

const OF_A_DAY = TABLE_CODES.filter((code) => tableOf(code).grain !== 'master');

export class SampleFile {
  readonly #writer: SqliteWriter;

  constructor(file: string, options: WriterOptions = {}) {
    this.#writer = new SqliteWriter(file, options);
    this.#writer.database.exec(
      `CREATE TABLE IF NOT EXISTS sample_day (racedate TEXT PRIMARY KEY, recipe TEXT NOT NULL, as_of TEXT NOT NULL)
       STRICT`,
    );
  }

  storedDays(): StoredDay[] {
    return this.#writer.database
      .prepare<[], StoredDay>('SELECT racedate, recipe, as_of AS asOf FROM sample_day')
      .all();
  }

  /** Replaces a day in one transaction: a reader sees the old day or the new one. */
  keepDay(day: StoredDay, records: ReadonlyMap<TableCode, readonly object[]>): void {
    this.#writer.atOnce(() => {
      this.#empty(day.racedate);
      for (const [table, rows] of records) this.#writer.upsert(table, rows);
      this.#mark(day);
    });
  }

  /** Replaces the quick part of a day, unless the whole day is stored. */
  keepQuickPart(day: StoredDay, records: ReadonlyMap<TableCode, readonly object[]>): void {
    this.#writer.atOnce(() => {
      const stored = this.storedDays().find(({ racedate }) => racedate === day.racedate);
      if (stored?.recipe === day.recipe && stored.asOf === day.asOf) return;
      for (const table of OF_A_DAY)
        if (QUICKLY_MADE.includes(table)) this.#writer.removeDay(table, day.racedate);
      for (const [table, rows] of records) this.#writer.upsert(table, rows);
      this.#mark({ ...day, asOf: quickPartOf(day.asOf) });
    });
  }

  removeDays(racedates: readonly string[]): void {
    this.#writer.atOnce(() => racedates.forEach((racedate) => this.#empty(racedate)));
  }

  /** Removes everything, including horses, whose records belong to no single day. */
  clear(): void {
    this.#writer.atOnce(() => {
      for (const table of [...TABLE_CODES, 'sample_day']) this.#writer.database.exec(`DELETE FROM ${table}`);
    });
    // Gives the space back, which the next racing may not need.
    this.#writer.database.exec('VACUUM');
  }

  close(): void {
    this.#writer.close();
  }

  #mark({ racedate, recipe, asOf }: StoredDay): void {
    this.#writer.database
      .prepare('INSERT OR REPLACE INTO sample_day (racedate, recipe, as_of) VALUES (?, ?, ?)')
      .run(racedate, recipe, asOf);
  }

  #empty(racedate: string): void {
    for (const table of OF_A_DAY) this.#writer.removeDay(table, racedate);
    this.#writer.database.prepare('DELETE FROM sample_day WHERE racedate = ?').run(racedate);
  }
}
