// A data folder whose archive is damaged: what the app still knows, what it reports, and what it leaves on disk.

import type promises from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Notice } from '#shared/bridge/notices.ts';
import { openNotices } from '../files/notices.ts';
import { putEmptyArchive } from '../testing/empty-archive.ts';
import type { Archive } from './archive.ts';
import { createArchives } from './archives.ts';
import { openDamageLab } from './testing/damage-lab.ts';
import { damageLongDay, fillLong, ROWS_A_DAY } from './testing/long-archive.ts';

/** Called with each file before it is renamed; throws if the rename is to fail. */
const disk = vi.hoisted(() => ({ renames: (_from: string) => {} }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  return {
    ...real,
    rename: async (from: string, to: string) => {
      disk.renames(from);
      await real.rename(from, to);
    },
  };
});

let dataDir: string;
let path: string;
let time: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-damage-'));
  path = join(dataDir, 'archive', 'sample.duckdb');
  time = Date.UTC(2026, 10, 22, 8);
  await mkdir(dirname(path));
});
afterEach(async () => {
  disk.renames = () => {};
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true, force: true });
});

/** An archive with a note, as an earlier start of the app left it. */
async function keepNote(): Promise<void> {
  await putEmptyArchive(path);
  await start((archive) => archive.setNote('kept', 'yes'));
}

/** One start of the app. */
async function start<T>(use: (archive: Archive) => Promise<T>): Promise<T> {
  const now = () => (time += 1);
  const notices = openNotices({ dataDir, now, report: () => undefined });
  const archives = createArchives({ dataDir, now, notices });
  try {
    return await use(await archives.of({ kind: 'sample' }));
  } finally {
    await archives.close();
  }
}

const storedNotices = (): Promise<Notice[]> =>
  openNotices({ dataDir, now: () => 0, report: () => undefined }).list();

const quarantined = async (): Promise<string[]> =>
  (await readdir(dirname(path))).filter((name) => name.includes('damaged')).toSorted();

describe.each([
  ['another text', async () => writeFile(path, 'no archive at all '.repeat(1_000))],
  ['nothing', async () => writeFile(path, '')],
  ['zeroes', async () => writeFile(path, Buffer.alloc(500_000))],
  ['a database of another kind', async () => writeFile(path, `SQLite format 3\0${'x'.repeat(20_000)}`)],
  ['a folder', async () => mkdir(path)],
  ['only the log of a file that is gone', async () => writeFile(`${path}.wal`, 'log')],
])('where %s stands in place of the archive', (_what, make) => {
  test('it is quarantined under a new name, a new archive is created, and a notice reports it', async () => {
    await make();
    expect(await start((archive) => archive.isEmpty())).toBe(true);
    const notices = await storedNotices();
    expect(notices).toMatchObject([
      {
        subject: 'archive',
        file: path,
        what: { en: 'The archive of the sample data was damaged' },
        gone: [{ en: 'All records of this archive.' }],
      },
    ]);
    expect(notices[0]?.movedTo).toMatch(/sample\.duckdb\.damaged-\d+$/);
    // The notice appears once, and the next start quarantines nothing more.
    expect(await start((archive) => archive.isEmpty())).toBe(true);
    expect(await storedNotices()).toHaveLength(1);
  });
});

test('a second damaged file does not replace the first', async () => {
  for (const content of ['the first', 'the second']) {
    await writeFile(path, content);
    time = 1_000_000_000_000;
    await start((archive) => archive.isEmpty());
  }
  const contents = await Promise.all(
    (await quarantined()).map((name) => readFile(join(dirname(path), name), 'utf8')),
  );
  expect(contents.toSorted()).toEqual(['the first', 'the second']);
});

describe('a system error', () => {
  const refuse = (message: string, times: number) => {
    const create = DuckDBInstance.create.bind(DuckDBInstance);
    let count = 0;
    vi.spyOn(DuckDBInstance, 'create').mockImplementation((...given) => {
      count += 1;
      return count <= times ? Promise.reject(new Error(message)) : create(...given);
    });
  };

  const ERRORS = [
    'IO Error: Cannot open file "sample.duckdb": Too many open files',
    'IO Error: Could not read from file "sample.duckdb": Input/output error',
    'IO Error: Could not read from file "sample.duckdb": Stale file handle',
    'IO Error: Failure while replaying WAL file "sample.duckdb.wal": Cannot open file "sample.duckdb.wal": Permission denied',
    'IO Error: Failure while replaying WAL file "x": Could not read from file "x": Cannot allocate memory',
    'Out of Memory Error: failed to allocate data of size 256.0 KiB',
  ];

  test.each(ERRORS)('that passes is not reported: %s', async (message) => {
    await keepNote();
    refuse(message, 1);
    expect(await start((archive) => archive.note('kept'))).toBe('yes');
    expect([await storedNotices(), await quarantined()]).toEqual([[], []]);
  });

  test.each(ERRORS.slice(-2))(
    'that persists is reported in plain words, and the archive stays where it is: %s',
    async (message) => {
      await keepNote();
      refuse(message, 9);
      await expect(start((archive) => archive.note('kept'))).rejects.toMatchObject({
        code: 'ARCHIVE_FAILED',
        values: { problem: message },
      });
      vi.restoreAllMocks();
      expect([await storedNotices(), await quarantined()]).toEqual([[], []]);
      expect(await start((archive) => archive.note('kept'))).toBe('yes');
    },
  );

  test('while a damaged archive is salvaged leaves the damaged file in its place', async () => {
    await keepNote();
    const bytes = await readFile(path);
    bytes.fill(0xa5, 3 * 4096 + 64);
    await writeFile(path, bytes);
    const create = DuckDBInstance.create.bind(DuckDBInstance);
    vi.spyOn(DuckDBInstance, 'create').mockImplementation((file, ...rest) =>
      file?.endsWith('.salvaging')
        ? Promise.reject(new Error('IO Error: Could not write file "x": No space left on device'))
        : create(file, ...rest),
    );
    await expect(start((archive) => archive.isEmpty())).rejects.toMatchObject({ code: 'ARCHIVE_FAILED' });
    expect(await storedNotices()).toEqual([]);
    expect(await readdir(dirname(path))).toEqual(['sample.duckdb']);
    expect(bytes.equals(await readFile(path))).toBe(true);
    vi.restoreAllMocks();
    expect(await start((archive) => archive.isEmpty())).toBe(true);
    expect(await storedNotices()).toHaveLength(1);
  });
});

describe('while a salvaged archive replaces the damaged one', () => {
  const damage = async () => {
    await keepNote();
    const bytes = await readFile(path);
    bytes.fill(0xa5, 3 * 4096 + 64);
    await writeFile(path, bytes);
    await writeFile(`${path}.wal`, 'the log of the damaged file');
    return bytes;
  };

  test.each([
    ['the damaged file cannot be moved away', ''],
    ['its log cannot be moved away', '.wal'],
    ['the new file cannot be moved there', '.salvaged'],
  ])('if %s, the damaged one is restored with its log, and the next start salvages it', async (_, part) => {
    const bytes = await damage();
    disk.renames = (from) => {
      if (from === `${path}${part}`) throw new Error('EIO: i/o error, rename');
    };
    await expect(start((archive) => archive.isEmpty())).rejects.toMatchObject({
      code: 'ARCHIVE_FAILED',
      values: { problem: 'EIO: i/o error, rename' },
    });
    expect([await storedNotices(), await quarantined()]).toEqual([[], []]);
    expect(bytes.equals(await readFile(path))).toBe(true);
    expect(await readFile(`${path}.wal`, 'utf8')).toBe('the log of the damaged file');

    disk.renames = () => {};
    expect(await start((archive) => archive.isEmpty())).toBe(true);
    expect(await storedNotices()).toHaveLength(1);
    const [file = '', log = ''] = await quarantined();
    expect(bytes.equals(await readFile(join(dirname(path), file)))).toBe(true);
    expect(log).toBe(`${file}.wal`);
  });
});

test('a salvage that was killed before its last step is finished at the next start', async () => {
  await keepNote();
  await rename(path, `${path}.salvaged`);
  await writeFile(`${path}.wal`, 'the log of the damaged file');
  expect(await start((archive) => archive.note('kept'))).toBe('yes');
  expect(await quarantined()).toEqual([expect.stringMatching(/\.damaged-\d+\.wal$/)]);
});

test('a salvage that was killed before its notice appeared is reported once, at the next start', async () => {
  await writeFile(path, 'no archive any more '.repeat(1_000));
  const killed = createArchives({
    dataDir,
    now: () => 1,
    notices: { add: () => Promise.reject(new Error('killed')) },
  });
  await expect(killed.of({ kind: 'sample' })).rejects.toThrow();
  await killed.close();
  expect(await storedNotices()).toEqual([]);
  await start((archive) => archive.isEmpty());
  await start((archive) => archive.isEmpty());
  expect(await storedNotices()).toEqual([
    expect.objectContaining({ subject: 'archive', movedTo: `${path}.damaged-1` }),
  ]);
  expect(await readdir(dirname(path))).not.toContain('sample.duckdb.salvage.json');
});

test.each(['{}', 'null', '{"movedTo":1}', 'no record'])(
  'a salvage record that reads %j does not block the start',
  async (text) => {
    await keepNote();
    await writeFile(`${path}.salvage.json`, text);
    expect(await start((archive) => archive.note('kept'))).toBe('yes');
    expect(await storedNotices()).toEqual([]);
  },
);

test('a table with damaged blocks keeps its other days, and the lost day is not claimed', async () => {
  await keepNote();
  await fillLong(path);
  await damageLongDay(path, '20261108');
  const stored = await start(async (archive) => ({
    // The damage is found while the archive is in use: the query is answered all the same.
    rows: await archive.rows('select racedate, count(racekey)::INTEGER from d_se group by 1 order by 1'),
    claimed: await archive.rows(`select last_day from coverage where table_code = 'd_se' order by 1`),
    other: await archive.rows('select race_name from d_ra'),
    note: await archive.note('kept'),
  }));
  expect(stored).toEqual({
    rows: [
      ['20261101', ROWS_A_DAY],
      ['20261115', ROWS_A_DAY],
    ],
    claimed: [['20261101'], ['20261115']],
    other: [['first']],
    note: 'yes',
  });
  const [notice] = await storedNotices();
  expect(notice?.gone.map(({ en }) => en)).toEqual([expect.stringMatching(/d_se.*: 1 day, 2026-11-08/)]);
  expect(notice?.saved.map(({ en }) => en).join(' ')).toMatch(/d_se\): 65,536 records/);
  expect(notice?.advice?.en).toMatch(/fill the gaps/);
}, 120_000);

test('seeded damage: no archive is stuck, readable records are kept, no lost record is claimed, and the user is informed', async () => {
  const lab = await openDamageLab(3);
  try {
    for (const seed of [1, 2, 3, 4, 6, 7, 8, 9]) expect((await lab.run(seed)).violations).toEqual([]);
  } finally {
    await lab.close();
  }
}, 240_000);
