import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool, type Spool } from '../service-client/spool.ts';
import { storedAnswerOf } from '../testing/answers.ts';
import { recordOf, runnersOf } from '../testing/fake-records.ts';
import { NO_NOTICES } from '../testing/no-notices.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import { Archive } from './archive.ts';
import { dayOfRace } from './race-day.ts';
import type { Snapshot } from './snapshot.ts';
import { tableRelation } from './relation.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { createArchives } from './archives.ts';

let dir: string;
let archive: Archive;
let spool: Spool;
const NOW = Date.UTC(2026, 10, 15, 3);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-archive-'));
  spool = openSpool(dir);
  await putEmptyArchive(join(dir, 'a.duckdb'));
  archive = await Archive.open(join(dir, 'a.duckdb'), NOW);
});

afterEach(async () => {
  await archive.close();
  await rm(dir, { recursive: true, force: true });
});

const windowOf = (
  table: TableCode,
  filter: Filter,
  answered: readonly WireRecord[],
  fetchedAt = NOW,
): Promise<StoredAnswer> => storedAnswerOf(table, filter, answered, spool, { fetchedAt });

async function cellsOf(table: TableCode, filter: Filter, names: readonly string[]) {
  return cellsIn(await archive.snapshot(table, filter, names), names);
}

/** Reads through a view, as an open result does, and closes the snapshot. */
async function cellsIn({ records, rows, close }: Snapshot, names: readonly string[]) {
  const views = new QueryEngine();
  const view = views.open(names.map(unknownColumn), rows);
  try {
    return await view.cells(names, 0, records);
  } finally {
    view.release();
    close();
    await views.stop();
  }
}

const DAY = { racedate: '20261114', races: 2, runners: 12 };

describe('the archive', () => {
  it('remembers small answers only until the next write', async () => {
    const racekey = '05261211';
    const records = [recordOf('d_se', { racekey, racedate: '20261114' })];
    const covered = async () => (await archive.coverage('d_se', ['day:20261114'])).size;
    expect([await dayOfRace(archive, racekey), await covered()]).toEqual([undefined, 0]);
    const filter = { start_racedate: '20261114', end_racedate: '20261114' };
    await archive.write(await windowOf('d_se', filter, records));
    expect([await dayOfRace(archive, racekey), await covered()]).toEqual(['20261114', 1]);
    await archive.setNote('size', 'one');
    expect(await archive.note('size')).toBe('one');
    await archive.setNote('size', 'two');
    expect(await archive.note('size')).toBe('two');
    await archive.remove(['d_se']);
    expect([await dayOfRace(archive, racekey), await covered()]).toEqual([undefined, 0]);
  });

  it('reads a race by one statement as it reads any rows, however many they are', async () => {
    const racekey = '05261211';
    const names = ['horse_number', 'horse_name', 'jockey_name', 'order_of_finish', 'unknown_1'];
    for (const runners of [0, 1, 18, 64, 65, 90]) {
      const records = Array.from({ length: runners }, (_, at) => ({
        ...recordOf('d_se', { racekey, racedate: '20261114' }),
        // Against the order in which they came, as text and as numbers.
        horse_number: String((at * 37) % 100),
        order_of_finish: at % 7 === 0 ? null : String(at),
        unknown_1: `more ${at}`,
      }));
      await archive.write(await windowOf('d_se', { racekey }, records));
      const where = { sql: `racekey = '${racekey}'`, values: [] };
      const asAnyRows = await archive.snapshotOf(tableRelation(TABLES.d_se), where, names);
      const expected = await cellsIn(asAnyRows, names);
      expect(await cellsOf('d_se', { racekey }, names)).toEqual(expected);
      const counted = await archive.snapshot('d_se', { racekey }, names);
      expect([counted.records, counted.provisional]).toEqual([runners, asAnyRows.provisional]);
      counted.close();
      expect(expected[0]).toEqual((expected[0] ?? []).toSorted((a, b) => Number(a) - Number(b)));
    }
  });

  it('reads the same while its memory is released and afterwards', async () => {
    const filter = { start_racedate: '20261114', end_racedate: '20261114' };
    await archive.write(await windowOf('d_se', filter, [recordOf('d_se', { racedate: '20261114' })]));
    const read = () => cellsOf('d_se', filter, ['racekey', 'racedate']);
    const before = await read();
    const [, meanwhile] = await Promise.all([archive.releaseMemory(), read()]);
    expect([meanwhile, await read()]).toEqual([before, before]);
  });

  it('returns the raw text of every value and keeps nulls apart from blanks', async () => {
    const values: WireRecord = { idm: ' 07', margin: '', horse_name: 'アイウ"\\\n', time_record: null };
    await archive.write(
      await windowOf(
        't_se',
        { racedate: DAY.racedate },
        runnersOf('t_se', { ...DAY, races: 1, runners: 1 }, values),
      ),
    );
    const cells = await cellsOf('t_se', { racedate: DAY.racedate }, [
      'idm',
      'margin',
      'horse_name',
      'time_record',
    ]);
    expect(cells).toEqual([[' 07'], [''], ['アイウ"\\\n'], [null]]);
  });

  it('orders runners by number, not alphabetically', async () => {
    const numbers = ['10', '9', '1', '02'];
    const records = numbers.map((horse_number) =>
      recordOf('t_se', { racedate: '20261114', racekey: 'r', horse_number }),
    );
    await archive.write(await windowOf('t_se', { racedate: '20261114' }, records));
    expect(await cellsOf('t_se', { racedate: '20261114' }, ['horse_number'])).toEqual([
      ['1', '02', '9', '10'],
    ]);
  });

  it('replaces a window with its newer answer and leaves the days around it', async () => {
    const range = { start_racedate: '20261101', end_racedate: '20261114' };
    const records = [
      recordOf('d_ra', { racedate: '20261101', racekey: 'a' }),
      recordOf('d_ra', { racedate: '20261114', racekey: 'b' }),
    ];
    await archive.write(await windowOf('d_ra', range, records));
    const day = { start_racedate: '20261114', end_racedate: '20261114' };
    await archive.write(
      await windowOf('d_ra', day, [recordOf('d_ra', { racedate: '20261114', racekey: 'c' })]),
    );
    expect(await cellsOf('d_ra', range, ['racekey'])).toEqual([['a', 'c']]);
  });

  it('stores nothing of a window when writing it fails', async () => {
    const filter = { racedate: '20261114' };
    await archive.write(
      await windowOf('t_ra', filter, [recordOf('t_ra', { racedate: '20261114', racekey: 'a' })]),
    );
    const sound = await windowOf('t_ra', filter, [recordOf('t_ra', { racedate: '20261114', racekey: 'b' })]);
    const broken = { ...sound, answer: { ...sound.answer, fetchedAt: NaN } };
    await expect(archive.write(broken)).rejects.toMatchObject({ code: 'ARCHIVE_FAILED' });
    expect(await cellsOf('t_ra', filter, ['racekey'])).toEqual([['a']]);
  });

  it('records the coverage of each day of a window with its own records, and the facts of the whole window once', async () => {
    const range = { start_racedate: '20261113', end_racedate: '20261115' };
    const outside = recordOf('d_se', { racedate: '20261001' });
    await archive.write(await windowOf('d_se', range, [...runnersOf('d_se', DAY), { ...outside, idm: 4 }]));
    const units = ['day:20261113', 'day:20261114', 'day:20261115', 'day:20261116'];
    const stored = await archive.coverage('d_se', units);
    expect(units.map((unit) => stored.get(unit)?.records)).toEqual([0, 24, 0, undefined]);
    expect(stored.get('day:20261113')).toMatchObject({
      quarantined: 1,
      drift: 1,
      fetchedAt: NOW,
      present: [],
    });
    expect(stored.get('day:20261114')).toMatchObject({ quarantined: 0, drift: 0, lastDay: '20261114' });
    expect(stored.get('day:20261114')?.present).toHaveLength(TABLES.d_se.columns.length);
  });

  it('keeps quarantined records outside the table', async () => {
    await archive.write(
      await windowOf('t_ra', { racedate: '20261114' }, [recordOf('t_ra', { racedate: '20261113' })]),
    );
    expect(await cellsOf('t_ra', {}, ['racekey'])).toEqual([[]]);
    expect(await archive.rows('select table_code, unit from aside')).toEqual([['t_ra', 'day:20261114']]);
  });

  it('keeps fields that the catalogue does not know, whatever their names', async () => {
    const record = recordOf('t_ra', {
      racedate: '20261114',
      racekey: 'a',
      "it's/~new": '7',
      deep: { x: [1] },
    });
    await archive.write(await windowOf('t_ra', { racedate: '20261114' }, [record]));
    const cells = await cellsOf('t_ra', { racedate: '20261114' }, ["it's/~new", 'deep']);
    expect(cells).toEqual([['7'], ['{"x":[1]}']]);
    const stored = await archive.coverage('t_ra', ['day:20261114']);
    expect(stored.get('day:20261114')?.present).toContain("it's/~new");
  });

  it('counts results with a finish but no index yet as provisional', async () => {
    const records = [
      ...runnersOf('t_se', { ...DAY, races: 1, runners: 3 }, { idm: '' }),
      ...runnersOf('t_se', { ...DAY, races: 1, runners: 1 }, { idm: '', trouble_classification: '3' }),
      ...runnersOf('t_se', { ...DAY, races: 1, runners: 1 }, { idm: null, order_of_finish: '0' }),
    ];
    await archive.write(await windowOf('t_se', { racedate: DAY.racedate }, records));
    expect((await archive.coverage('t_se', ['day:20261114'])).get('day:20261114')?.provisional).toBe(3);
  });

  it.each([
    { order_of_finish: '１', idm: '' },
    { order_of_finish: '1', idm: 'null' },
    { order_of_finish: '1', idm: '　' },
    { order_of_finish: '1', idm: '', trouble_classification: '０' },
  ])('counts a result as provisional however its values are written: %j', async (written) => {
    const records = runnersOf('d_se', { ...DAY, races: 1, runners: 2 }, written);
    const period = { start_racedate: DAY.racedate, end_racedate: DAY.racedate };
    await archive.write(await windowOf('d_se', period, records));
    expect((await archive.coverage('d_se', ['day:20261114'])).get('day:20261114')?.provisional).toBe(2);
  });

  it('counts no jump race as provisional, whether its program arrives before or after its result', async () => {
    const results = runnersOf('d_se', { ...DAY, races: 2, runners: 3 }, { idm: '' });
    const period = { start_racedate: DAY.racedate, end_racedate: DAY.racedate };
    const [jumps = ''] = [...new Set(results.map((record) => String(record['racekey'])))];
    const programs = [...new Set(results.map((record) => String(record['racekey'])))].map((racekey) =>
      recordOf('d_ra', { racedate: DAY.racedate, racekey, track_type: racekey === jumps ? '3' : '1' }),
    );
    const awaiting = async () =>
      (await archive.coverage('d_se', ['day:20261114'])).get('day:20261114')?.provisional;
    await archive.write(await windowOf('d_se', period, results));
    expect(await awaiting()).toBe(6);
    await archive.write(await windowOf('d_ra', period, programs));
    expect(await awaiting()).toBe(3);
    await archive.write(await windowOf('d_se', period, results));
    expect(await awaiting()).toBe(3);
    const ofTheRace = await archive.snapshot('d_se', { racekey: jumps }, ['racekey']);
    expect(ofTheRace.provisional).toBe(0);
    ofTheRace.close();
  });

  it('recounts an archive whose counts follow another rule', async () => {
    const results = runnersOf('d_se', { ...DAY, races: 1, runners: 3 }, { idm: '' });
    const period = { start_racedate: DAY.racedate, end_racedate: DAY.racedate };
    const racekey = String(results[0]?.['racekey']);
    const program = recordOf('d_ra', { racedate: DAY.racedate, racekey, track_type: '3' });
    await archive.write(await windowOf('d_ra', period, [program]));
    await archive.write(await windowOf('d_se', period, results));
    await archive.write(await windowOf('d_se', { racekey }, results));
    const flat = runnersOf('d_se', { racedate: '20261115', races: 1, runners: 2 }, { idm: '' });
    await archive.write(
      await windowOf('d_se', { start_racedate: '20261115', end_racedate: '20261115' }, flat),
    );
    await archive.close();
    const path = join(dir, 'a.duckdb');
    const older = await DuckDBInstance.create(path);
    const connection = await older.connect();
    await connection.run(
      `update coverage set provisional = case unit when 'day:20261115' then 0 else 3 end where table_code = 'd_se'`,
    );
    await connection.run(`delete from note where name in ('provisionalRule', 'schema')`);
    connection.closeSync();
    older.closeSync();
    archive = await Archive.open(path, NOW);
    const stored = await archive.coverage('d_se', ['day:20261114', 'day:20261115', `race:${racekey}`]);
    expect(Object.fromEntries([...stored].map(([unit, { provisional }]) => [unit, provisional]))).toEqual({
      'day:20261114': 0,
      'day:20261115': 2,
      [`race:${racekey}`]: 0,
    });
  });

  it('does not expect indices for a result that was fetched long after its race', async () => {
    const results = runnersOf('d_se', { ...DAY, races: 1, runners: 3 }, { idm: '', racedate: '20170107' });
    const period = { start_racedate: '20170107', end_racedate: '20170107' };
    await archive.write(await windowOf('d_se', period, results));
    expect((await archive.coverage('d_se', ['day:20170107'])).get('day:20170107')?.provisional).toBe(0);
  });

  it('reads a large set column by column in the same order, unaffected by later writes', async () => {
    const records = Array.from({ length: 7_000 }, (_, row) =>
      recordOf('d_se', {
        racedate: '20261114',
        racekey: String(row % 90).padStart(8, '0'),
        horse_number: String(row % 18),
        horse_id: String(row),
      }),
    );
    const filter = { start_racedate: '20261114', end_racedate: '20261114' };
    await archive.write(await windowOf('d_se', filter, records));
    const names = TABLES.d_se.columns.map((column) => column.name);
    const large = await archive.snapshot('d_se', filter, names);
    const small = await cellsOf('d_se', filter, ['racekey', 'horse_number', 'horse_id']);
    await archive.write(await windowOf('d_se', filter, []));
    expect(large.records * names.length).toBeGreaterThan(300_000);
    expect(await cellsIn(large, ['racekey', 'horse_number', 'horse_id'])).toEqual(small);
    expect(small[1]?.slice(0, 3)).toEqual(['0', '0', '0']);
  });

  it('keeps its memory limit when it releases read memory, and no concurrent query fails', async () => {
    const limit = () => archive.rows(`select current_setting('memory_limit')`);
    const before = await limit();
    const records = Array.from({ length: 7_000 }, (_, row) =>
      recordOf('d_se', { racedate: '20261114', racekey: '05264101', horse_id: String(row) }),
    );
    const filter = { start_racedate: '20261114', end_racedate: '20261114' };
    await archive.write(await windowOf('d_se', filter, records));
    const names = TABLES.d_se.columns.map((column) => column.name);
    const snapshot = await archive.snapshot('d_se', filter, names);
    if (snapshot.rows.size !== 'large') throw new Error('the result is small');
    const { reader } = snapshot.rows;
    const read = () => reader.cells(['horse_id'], reader.rowids);
    const [first] = await Promise.all([read(), reader.rest()]);
    const resting = reader.rest();
    const meanwhile = [read(), archive.rows('select count(*)::INTEGER from d_se')] as const;
    await resting;
    expect(await Promise.all(meanwhile)).toEqual([first, [[records.length]]]);
    expect(await limit()).toEqual(before);
    snapshot.close();
  });

  it('still has its records after it is reopened', async () => {
    await archive.write(
      await windowOf('t_ra', { racedate: '20261114' }, [
        recordOf('t_ra', { racedate: '20261114', racekey: 'a' }),
      ]),
    );
    await archive.setNote('n', 'v');
    await archive.close();
    archive = await Archive.open(join(dir, 'a.duckdb'), NOW);
    expect(await cellsOf('t_ra', { racekey: 'a' }, ['racekey'])).toEqual([['a']]);
    expect(await archive.note('n')).toBe('v');
  });

  it('moves fields into the columns that a newer catalogue adds for them', async () => {
    await archive.write(
      await windowOf('t_ra', { racedate: '20261114' }, [
        recordOf('t_ra', { racedate: '20261114', race_name: 'x' }),
      ]),
    );
    // Makes the archive look like one whose catalogue did not have the column.
    await archive.rows(`update t_ra set __extra = '{"race_name":"x"}'`);
    await archive.rows('alter table t_ra drop column race_name');
    await archive.rows(`delete from note where name = 'schema'`);
    await archive.close();
    archive = await Archive.open(join(dir, 'a.duckdb'), NOW);
    expect(await cellsOf('t_ra', { racedate: '20261114' }, ['race_name'])).toEqual([['x']]);
  });

  it('closes only after a query has ended that began while another was waited for', async () => {
    const { promise: recalled, resolve: letGo } = Promise.withResolvers<void>();
    const order: string[] = [];
    const lent = await archive.lend();
    const lending = lent.run(() => recalled);
    const closing = archive.close().then(() => order.push('closed'));
    await setImmediate();
    const reading = archive
      .rows('select count(*) from range(20_000_000) t(i) where hash(i) % 7 = 0')
      .then(() => order.push('read'));
    letGo();
    await Promise.all([lending, closing, reading]);
    expect(order).toEqual(['read', 'closed']);
  });

  it('closes only after the operations in progress have finished', async () => {
    const records = Array.from({ length: 3_000 }, (_, n) =>
      recordOf('d_ky', { racedate: '20261114', racekey: String(n) }),
    );
    await archive.write(
      await windowOf('d_ky', { start_racedate: '20261114', end_racedate: '20261114' }, records),
    );
    const filter = { racekey: '1' };
    const snapshot = await archive.snapshot(
      'd_ky',
      { start_racedate: '20261114', end_racedate: '20261114' },
      TABLES.d_ky.columns.map((column) => column.name),
    );
    if (snapshot.rows.size !== 'large') throw new Error('read at once');
    const reading = snapshot.rows.reader.joined(['racekey', 'horse_name'], false);
    const writing = archive.write(await windowOf('d_ky', filter, [recordOf('d_ky', filter)]));
    snapshot.close();
    await archive.close();
    expect((await reading)[0]?.rowids).toHaveLength(3_000);
    await writing;
    await expect(archive.isEmpty()).rejects.toMatchObject({ code: 'ARCHIVE_FAILED' });
    archive = await Archive.open(join(dir, 'a.duckdb'), NOW);
    expect(await cellsOf('d_ky', filter, ['racekey'])).toEqual([['1']]);
  });
});

describe('a second instance', () => {
  it('receives an error that the archive is in use, and changes nothing', async () => {
    const script = `
      const { Archive } = await import(${JSON.stringify(new URL('archive.ts', import.meta.url).href)});
      await Archive.open(${JSON.stringify(archive.path)}, 1).catch((error) => console.log(error.code));`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect((await run).stdout.trim()).toBe('ARCHIVE_IN_USE');
    expect(await archive.isEmpty()).toBe(true);
    expect((await readdir(dir)).some((name) => name.includes('damaged'))).toBe(false);
  });
});

describe('the archives', () => {
  it('separate the services, and identify the sample service by its name', async () => {
    const archives = createArchives({ dataDir: dir, now: () => NOW, notices: NO_NOTICES });
    const sample = await archives.of({ kind: 'sample' });
    const one = await archives.of({ kind: 'account', baseUrl: 'https://one.example' });
    expect(await archives.of({ kind: 'account', baseUrl: 'https://ONE.example/' })).toBe(one);
    expect(new Set([sample.path, one.path]).size).toBe(2);
    await archives.close();
  });
});
