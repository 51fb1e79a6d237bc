// A checkpoint that removes deleted rows numbers those that stay anew, also while a transaction reads them: what a result
// shows and exports must not change with it.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { Archive } from './archive.ts';
import { tableRelation, type Relation } from './relation.ts';
import type { Snapshot } from './snapshot.ts';

const NAMES = ['racedate', 'racekey', 'horse_number', 'idm'];
const RELATION = tableRelation(TABLES.d_se);
const EVERYTHING = { sql: 'true', values: [] };
/** More than are read at once, and more than DuckDB keeps in one group of rows. */
const ROWS = 300_000;

let dir: string;
let archive: Archive;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-numbers-'));
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), 0);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

/** Rows from one number on, sixteen to a race. */
const fill = (from: number, rows: number): Promise<unknown> =>
  archive.rows(
    `insert into d_se (racedate, racekey, horse_number, idm, __fetched_at, __seq)
       select '20261101', (10000000 + n // 16)::VARCHAR, (n % 16)::VARCHAR, n::VARCHAR, 0, n
         from range(${from}, ${from + rows}) numbers(n)`,
  );

const removeBelow = (key: number): Promise<unknown> =>
  archive.rows(`delete from d_se where racekey::INTEGER < ${key}`);

/** Merges what was written, which removes deleted rows. */
const merge = async (): Promise<void> => {
  await archive.usage();
};

/** Where the rows of a race are in the table. */
const numberOf = async (racekey: string): Promise<number> =>
  Number((await archive.rows('select min(rowid)::INTEGER from d_se where racekey = ?', [racekey]))[0]?.[0]);

async function idmOf({ rows }: Snapshot, places: readonly number[]): Promise<(string | null)[]> {
  if (rows.size === 'small') {
    const [cells = []] = rows.cells(['idm']);
    return places.map((place) => cells[place] ?? null);
  }
  const wanted = Int32Array.from(places, (place) => rows.reader.rowids[place] ?? -1);
  return (await rows.reader.cells(['idm'], wanted))[0] ?? [];
}

describe('while a checkpoint numbers rows anew', () => {
  it('a large result shows and exports its own rows', async () => {
    await fill(0, ROWS * 2);
    await merge();
    await removeBelow(10_000_000 + ROWS / 16);
    const last = String(10_000_000 + ROWS / 8 - 1);
    const before = await numberOf(last);
    const { rows, records, close } = await archive.snapshotOf(RELATION, EVERYTHING, NAMES);
    expect(records).toBe(ROWS);
    if (rows.size === 'small') throw new Error('all of them were read at once');
    const { reader } = rows;
    await merge();
    const places = [0, 1, 4096, ROWS - 1];
    expect(await idmOf({ rows, records, provisional: 0, close }, places)).toEqual(
      places.map((place) => String(ROWS + place)),
    );
    const joined = await reader.joined(['idm'], false);
    expect(joined.flatMap((piece) => [...piece.rowids]).toSorted((a, b) => a - b)).toEqual(
      [...reader.rowids].toSorted((a, b) => a - b),
    );
    const path = join(dir, 'rows.csv');
    const wanted = reader.rowids.subarray(ROWS - 2);
    await reader.copy(['idm'], wanted, { path, format: { list: 'c0', options: 'format csv, header false' } });
    expect(await readFile(path, 'utf8')).toBe(`${ROWS * 2 - 2}\n${ROWS * 2 - 1}\n`);
    close();
    // Without a reader they are numbered anew: otherwise this test could not fail.
    let key = 10_000_000 + ROWS / 16;
    await expect
      .poll(async () => {
        await removeBelow((key += 1));
        await merge();
        return numberOf(last);
      })
      .not.toBe(before);
  });

  it.each([16, 100])('%d rows are all found, and each has its own cells', async (rows) => {
    await fill(0, ROWS * 2);
    await merge();
    await removeBelow(10_000_000 + ROWS / 16);
    let merging: Promise<void> | undefined;
    const slow = (clause: string) => {
      merging ??= merge();
      return `${clause} and (select count(*) from range(100_000_000)) > 0`;
    };
    const relation: Relation = {
      ...RELATION,
      // The rows have been put in order, and are read once the checkpoint has ended.
      select: (names, clause, isFew) => RELATION.select(names, slow(clause), isFew),
    };
    const first = ROWS * 2 - rows;
    const where = { sql: `idm::INTEGER >= ${first}`, values: [] };
    const snapshot = await archive.snapshotOf(relation, where, NAMES);
    expect(await idmOf(snapshot, [0, 1, rows - 1])).toEqual([first, first + 1, first + rows - 1].map(String));
    await merging;
  });
});
