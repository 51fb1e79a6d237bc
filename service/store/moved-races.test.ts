// Moved races: both stores keep the same, whatever comes together and in whichever order.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPostgres } from '../testing/postgres.ts';
import { startPostgres, whyNoPostgres } from '../testing/postgres.ts';
import { recordOf } from '../testing/records.ts';
import { PostgresBulkWriter } from './postgres/bulk-writer.ts';
import { openPool } from './postgres/pool.ts';
import { SqliteBulkWriter } from './sqlite/bulk-writer.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { read, ready } from './testing/store-suite.ts';

const TABLES = ['t_ra', 't_se'] as const;

interface Coming {
  readonly racedate: string;
  readonly racekey: string;
  readonly horse_number: string;
  /** Undefined if the record says nothing of it. */
  readonly updated_at: string | undefined;
  /** Of a column; undefined if the record says nothing of it. */
  readonly name: string | undefined;
}

/** A record of a race, with a time in any of the forms, or without a column or a time. */
const aRecord = fc.record<Coming>({
  racedate: fc.constantFrom('20261107', '20261109', '20270101'),
  racekey: fc.constantFrom('05264101', '05264102'),
  horse_number: fc.constantFrom('1', '2', '10'),
  updated_at: fc.constantFrom(
    undefined,
    '',
    '20261107',
    '2026-11-07T03:00:00.000Z',
    '2026-11-07T12:01:00+09:00',
  ),
  name: fc.constantFrom('a', 'b', undefined),
});
const imports = fc.array(fc.array(aRecord, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });

const absent = whyNoPostgres();
describe.skipIf(absent)(`SQLite and PostgreSQL${absent ? `: ${absent}` : ''}`, () => {
  let postgres: TestPostgres;
  let folder: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'railbird-moved-'));
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(TABLES)('%s: have the same after any imports of races under several days', async (table) => {
    const url = await postgres.migrated();
    const inPostgres = await PostgresBulkWriter.open(url);
    const pool = openPool(url, 'command');
    const column = table === 't_se' ? 'horse_name' : 'race_name';
    let run = 0;
    const keptBoth = async (batches: readonly (readonly Coming[])[]) => {
      const file = join(folder, `${table}-${++run}.sqlite`);
      const inSqlite = new SqliteBulkWriter(file);
      await pool.query(`TRUNCATE ${table}`);
      for (const records of batches) {
        const coming = records.map(({ name, updated_at, ...fields }) => {
          const given = { updated_at: updated_at ?? null, [column]: name ?? null };
          const absentColumns = [
            ...(updated_at === undefined ? ['updated_at'] : []),
            ...(name === undefined ? [column] : []),
          ];
          return {
            ...ready(recordOf(table, { ...fields, ...given })),
            ...(absentColumns.length > 0 && { absent: absentColumns }),
          };
        });
        const [toldBySqlite, toldByPostgres] = [new Set<string>(), new Set<string>()];
        const tell = (told: Set<string>) => (race: Pick<Coming, 'racekey' | 'racedate'>) =>
          told.add(`${race.racedate} ${race.racekey}`);
        const changed = await inSqlite.keep(table, coming, tell(toldBySqlite));
        expect(await inPostgres.keep(table, coming, tell(toldByPostgres))).toBe(changed);
        expect(toldByPostgres).toEqual(toldBySqlite);
      }
      await inSqlite.close();
      const store = new SqliteStore(file);
      const found = await read(store.answer(table, {}, 100));
      await store.close();
      const order = table === 't_se' ? 'racedate, racekey, horse_number' : 'racedate, racekey';
      const { rows } = await pool.query<{ record: string }>(`SELECT record FROM ${table} ORDER BY ${order}`);
      expect(found).toEqual(rows.map(({ record }) => JSON.parse(record) as unknown));
    };
    await fc.assert(fc.asyncProperty(imports, keptBoth), { numRuns: 60 });
    await inPostgres.close();
    await pool.end();
  });
});
