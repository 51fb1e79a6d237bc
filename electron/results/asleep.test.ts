// A large result keeps the archive from joining its groups of rows at a checkpoint: one that nobody reads lets go of them,
// and reads them again when it is wanted.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { Archive } from '../archive/archive.ts';
import { InFlight } from '../downloads/in-flight.ts';
import { systemClock } from '../service-client/clock.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { createResults, type OpenResults } from './results.ts';

/** Of more than 300,000 cells. */
const ROWS = 9000;
const A_MINUTE = 60_000;
const DAY = '20241103';

let dir: string;
let archive: Archive;
let results: OpenResults;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-asleep-'));
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), 0);
  await archive.rows(
    `insert into d_se (racedate, racekey, horse_number, idm, __fetched_at, __seq)
       select '${DAY}', (10000000 + n // 16)::VARCHAR, (n % 16)::VARCHAR, n::VARCHAR, 0, n from range(${ROWS}) numbers(n)`,
  );
  const present = JSON.stringify(TABLES.d_se.columns.map(({ name }) => name));
  await archive.rows(
    `insert into coverage values ('d_se', 'day:${DAY}', '${DAY}', 0, ${ROWS}, 0, 0, 0, '[]', ?, 0)`,
    [present],
  );
  let ids = 0;
  results = createResults({
    runSql: () => Promise.reject(new Error('no SQL is run')),
    context: async () => ({
      archive,
      client: { query: () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED')) },
      inFlight: new InFlight(),
      now: () => systemClock.now(),
    }),
    newId: () => `r${(ids += 1)}`,
    report: (error) => {
      throw error;
    },
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await results.closeAll();
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

/** Merges what was written, some minutes later. */
async function mergeLater(milliseconds: number): Promise<void> {
  const { now } = performance;
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + milliseconds);
  await archive.usage();
  later.mockRestore();
}

/** Its other columns may still be read in the background: until then it is not let go. */
const lettingGo = (id: string, milliseconds: number) =>
  vi.waitFor(async () => {
    await mergeLater(milliseconds);
    expect(() => results.get(id)).toThrow('RESULT_CLOSED');
  });

async function opened(): Promise<string> {
  const { summary } = await results.open({
    kind: 'table',
    table: 'd_se',
    filter: { start_racedate: DAY, end_racedate: DAY },
  });
  expect(summary.records).toBe(ROWS);
  return summary.resultId;
}

const cellsOf = async (id: string) => (await results.awake(id)).cells(['racekey', 'idm'], 4000, 3);

test('rows that nobody has read for a minute are let go, and read again as they are arranged', async () => {
  const id = await opened();
  const arranged = await (
    await results.awake(id)
  ).arrange({
    sort: [{ column: 'idm', direction: 'descending' }],
    filters: [{ column: 'idm', text: '>=100' }],
  });
  const before = await cellsOf(id);
  const { rowOrder } = arranged;
  await mergeLater(A_MINUTE - 10_000);
  expect(results.get(id).rows).toBe(arranged.rows);

  await lettingGo(id, A_MINUTE + 1000);
  // Two that want it at once wait for one reading.
  expect(await Promise.all([cellsOf(id), cellsOf(id)])).toEqual([before, before]);
  expect(results.get(id).rows).toBe(arranged.rows);
  // They are the same rows in the same order: a copy of them goes on.
  expect(results.get(id).rowOrder).toBe(rowOrder);
});

test('rows that were written since are not read again: the window opens the source', async () => {
  const id = await opened();
  const changes = results.get(id).changed();
  const following = (async () => {
    for await (const { writes } of changes) expect(writes).toBeLessThan(2);
  })();
  following.catch(() => undefined);
  await mergeLater(11 * A_MINUTE);
  archive.changes.report({ table: 'd_se', filter: { racedate: DAY } });
  await expect(results.awake(id)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  expect(results.stored().results).toEqual([]);
  await expect(following).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
});

test('rows on a screen are held ten times as long, and let go as well if they are not being read', async () => {
  const id = await opened();
  const stop = new AbortController();
  const changes = results.get(id).changed(stop.signal);
  await changes.next();
  await mergeLater(A_MINUTE + 1000);
  expect(results.get(id).rows).toBe(ROWS);
  await lettingGo(id, 11 * A_MINUTE);
  expect(await cellsOf(id)).toHaveLength(2);
  await mergeLater(A_MINUTE + 1000);
  expect(results.get(id).rows).toBe(ROWS);
  stop.abort();
  await changes.return();
  // On a busy machine the first merge may still meet a read, and the next one lets them go.
  await vi.waitFor(async () => {
    await mergeLater(A_MINUTE + 1000);
    expect(() => results.get(id)).toThrow('RESULT_CLOSED');
  }, 20_000);
});

test('rows are not let go while they are being read', async () => {
  const id = await opened();
  const result = await results.awake(id);
  // Each of more rows than are read at once, so whole columns.
  const reading = Promise.all(
    ['idm', 'racekey', 'horse_number'].map(
      async (name) => (await result.distinctValues?.([name], ROWS))?.length,
    ),
  );
  await mergeLater(20 * A_MINUTE);
  expect(await reading).toEqual([ROWS, Math.ceil(ROWS / 16), 16]);
});

test('a result whose rows were let go, and changed since, is renewed at the same place', async () => {
  const id = await opened();
  await mergeLater(A_MINUTE + 1000);
  await archive.rows(`delete from d_se where idm = '0'`);
  archive.changes.report({ table: 'd_se', filter: { racedate: DAY } });
  const renewed = await results.renew(id, { row: 4000 });
  expect(renewed).toMatchObject({ arranged: { rows: ROWS - 1 } });
  expect(renewed.row).toBeUndefined();
  expect(await cellsOf(id)).toEqual([
    ['10000250', '10000250', '10000250'],
    ['4001', '4002', '4003'],
  ]);
});

test('rows of a copy are held until it is released: a place for the file may be chosen meanwhile', async () => {
  const id = await opened();
  const copy = results.get(id).copy();
  await mergeLater(A_MINUTE + 1000);
  await mergeLater(11 * A_MINUTE);
  expect(await copy.cells(['idm'], 4000, 1)).toEqual([['4000']]);
  copy.release();
  copy.release();
  await lettingGo(id, A_MINUTE + 1000);
});

test('a program of any race is a change: its name stands beside the rows, which are found by it', async () => {
  const id = await opened();
  archive.changes.report({ table: 'd_ra', filter: { racedate: '19991231' } });
  const changes = results.get(id).changed();
  expect((await changes.next()).value).toEqual({ writes: 0 });
  await changes.return();
  await mergeLater(A_MINUTE + 1000);
  await expect(results.awake(id)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
});

test('rows are read again from their own archive only', async () => {
  const id = await opened();
  const own = archive;
  await mergeLater(A_MINUTE + 1000);
  await own.rows('checkpoint');
  await copyFile(join(dir, 'a.duckdb'), join(dir, 'b.duckdb'));
  const other = await Archive.open(join(dir, 'b.duckdb'), 0);
  archive = other;
  try {
    await expect(results.awake(id)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
    await expect(results.renew(id)).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  } finally {
    await other.close();
    archive = own;
  }
});

test('figures about payoffs are not made of another archive than their rows', async () => {
  const id = await opened();
  const own = archive;
  await putEmptyArchive(join(dir, 'b.duckdb'));
  const other = await Archive.open(join(dir, 'b.duckdb'), 0);
  archive = other;
  try {
    await expect(results.payoffFigures(id, [])).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
  } finally {
    await other.close();
    archive = own;
  }
});

test('the archive joins its groups of rows again once it need not keep them apart', async () => {
  const id = await opened();
  const groups = async () =>
    Number(
      (await archive.rows(`select max(row_group_id) + 1 from pragma_storage_info('t_ra')`))[0]?.[0] ?? 0,
    );
  const write = async (race: number, age: number) => {
    await archive.rows(`delete from t_ra where racekey = '1'`);
    await archive.rows(
      `insert into t_ra (racedate, racekey, __fetched_at, __seq) values ('${DAY}', '${race}', 0, 0), ('${DAY}', '1', 0, 0)`,
    );
    await mergeLater(age);
  };
  for (let race = 2; race < 10; race += 1) await write(race, 0);
  const apart = await groups();
  expect(apart).toBeGreaterThan(4);
  await write(10, A_MINUTE + 1000);
  await write(11, 0);
  expect(await groups()).toBeLessThan(apart);
  expect(await cellsOf(id)).toHaveLength(2);
});
