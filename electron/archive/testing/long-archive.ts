// An archive with a table of many blocks, one of which is then damaged: one of its days is lost, the others are not.

import { readFile, writeFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';

export const LONG_DAYS = ['20261101', '20261108', '20261115'];
/**
 * One row group's number of rows, so that each day has its own blocks: few, but enough for its keys to
 * fill one. DuckDB's own row groups are four times as long, which takes four times as long to make and to salvage.
 */
export const ROWS_A_DAY = 32_768;

/**
 * Fills the archive at `path`, which nothing has open, with years of records; made in SQL because that is fast. `d_se`
 * has the long days, `d_ra` one race on the first of them. `fetchedAt` is in epoch milliseconds.
 */
export async function fillLong(path: string, fetchedAt = 1): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`attach '${path.replaceAll("'", "''")}' as long (row_group_size ${ROWS_A_DAY})`);
  await connection.run('use long');
  for (const day of LONG_DAYS) {
    await connection.run(
      `insert into d_se (racedate, racekey, horse_number, horse_name, __fetched_at, __seq)
         select ?, hash(i, ?)::VARCHAR, (i % 18)::VARCHAR, hash(i)::VARCHAR, 1, i from range(${ROWS_A_DAY}) as rows(i)`,
      [day, day],
    );
  }
  await connection.run(
    `insert into d_ra (racedate, racekey, race_name, __fetched_at, __seq) values ('20261101', '05264101', 'first', 1, 0)`,
  );
  for (const [table, days] of [
    ['d_se', LONG_DAYS],
    ['d_ra', ['20261101']],
  ] as const) {
    for (const day of days) {
      await connection.run(
        `insert into coverage (table_code, unit, last_day, fetched_at, records, provisional, set_aside, drift, reasons, present)
           values (?, ?, ?, ${fetchedAt}, 1, 0, 0, 0, '[]', '[]')`,
        [table, `day:${day}`, day],
      );
    }
  }
  await connection.run('checkpoint');
  connection.closeSync();
  instance.closeSync();
}

/** Overwrites some bytes in a block with a column of one day of the long table. */
export async function damageLongDay(path: string, day: string): Promise<void> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const rowGroup = LONG_DAYS.indexOf(day);
  const found = await connection.runAndReadAll(
    `select block_id, (select block_size from pragma_database_size())::INTEGER from pragma_storage_info('d_se')
       where column_name = 'racekey' and segment_type = 'VARCHAR' and row_group_id = ? and block_id >= 0 limit 1`,
    [rowGroup],
  );
  connection.closeSync();
  instance.closeSync();
  const bytes = await readFile(path);
  const [block, size] = found.getRows()[0] ?? [];
  const at = 3 * 4096 + Number(block) * Number(size) + 5_000;
  bytes.fill(0xa5, at, at + 64);
  await writeFile(path, bytes);
}
