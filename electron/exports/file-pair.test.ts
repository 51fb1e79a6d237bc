// An export over an earlier one, stopped between its two renames by a failure or a kill. The tests request it as the
// window does.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type promises from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RailbirdError } from '#shared/errors.ts';
import { clearLeftovers } from '../files/leftovers.ts';
import { exportRaces as exportTo } from './testing/export-driver.ts';

/** Called before each rename and removal in this process; throws if that is to fail. */
const disk = vi.hoisted(() => ({ touched: () => {} }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  return {
    ...real,
    rename: async (...given: Parameters<typeof real.rename>) => {
      disk.touched();
      await real.rename(...given);
    },
    rm: async (...given: Parameters<typeof real.rm>) => {
      disk.touched();
      await real.rm(...given);
    },
  };
});

let dataDir = '';
let folder = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-pair-'));
  folder = join(dataDir, 'exports');
  await mkdir(folder);
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Exports `races` records to `mine.csv`, or to a name that the folder chooses. */
const exportRaces = (races: number, name?: string) =>
  exportTo(races, name === undefined ? { folder } : { path: join(folder, name) });

/** The same in a process that is killed after so many renames and removals. Returns whether it was. */
async function exportKilled(races: number, name: string, after: number): Promise<boolean> {
  const driver = join(import.meta.dirname, 'testing', 'export-driver.ts');
  const args = [driver, join(folder, name), String(races), String(after)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal !== null;
}

const leftovers = async () => (await readdir(folder)).filter((name) => name.includes('.part'));

/** Whether the manifest beside the file describes it; undefined if there is none. */
async function manifestFits(name: string): Promise<boolean | undefined> {
  const manifest = await readFile(join(folder, `${name}.manifest.json`), 'utf8').catch(() => undefined);
  if (manifest === undefined) return undefined;
  const { sha256 } = JSON.parse(manifest) as { sha256: string };
  return (
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex') === sha256
  );
}

/** The name of a temporary file as a killed process would have chosen it. */
async function temporaryOfTheDead(base: string): Promise<string> {
  const script = `
    const { temporaryName } = await import(${JSON.stringify(join(import.meta.dirname, '../files/temporary-files.ts'))});
    console.log(temporaryName(${JSON.stringify(base)}, 'abc123'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [name] = (await once(child.stdout, 'data')) as [Buffer];
  await once(child, 'exit');
  return join(folder, name.toString().trim());
}

test('an earlier export keeps its manifest if the new file cannot replace it', async () => {
  // A folder cannot be replaced by a file; the manifest beside it is that of an earlier file.
  await mkdir(join(folder, 'mine.csv'));
  await writeFile(join(folder, 'mine.csv.manifest.json'), '{"earlier":true}');
  await expect(exportRaces(2, 'mine.csv')).rejects.toMatchObject({ code: 'FILE_FAILED' });
  expect((await readdir(folder)).toSorted()).toEqual(['mine.csv', 'mine.csv.manifest.json']);
  expect(await readFile(join(folder, 'mine.csv.manifest.json'), 'utf8')).toBe('{"earlier":true}');
});

test('a kill at any point leaves no manifest beside another file, and after the next start a complete pair', async () => {
  let kills = 0;
  for (;;) {
    await exportRaces(2, 'mine.csv');
    if (!(await exportKilled(3, 'mine.csv', kills))) break;
    kills += 1;
    expect(await manifestFits('mine.csv'), `after kill ${kills}`).not.toBe(false);
    await clearLeftovers(dataDir);
    expect(await manifestFits('mine.csv'), `at the start after kill ${kills}`).toBe(true);
    expect((await readdir(folder)).toSorted()).toEqual(['mine.csv', 'mine.csv.manifest.json']);
  }
  // Before, between and after the two renames.
  expect(kills).toBeGreaterThanOrEqual(3);
});

test('a failure at any point leaves a complete pair, the old one or the new', async () => {
  let failures = 0;
  for (;;) {
    await exportRaces(2, 'mine.csv');
    const before = await readFile(join(folder, 'mine.csv'), 'utf8');
    let left = failures;
    disk.touched = () => {
      if (left-- === 0) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    };
    const end = await exportRaces(3, 'mine.csv').then(
      (event) => event?.type,
      (error: unknown) => (error instanceof RailbirdError ? error.code : error),
    );
    disk.touched = () => {};
    if (left >= 0) break;
    failures += 1;
    expect(await manifestFits('mine.csv'), `after failure ${failures}`).toBe(true);
    const isNew = (await readFile(join(folder, 'mine.csv'), 'utf8')) !== before;
    expect(end).toBe(isNew ? 'done' : 'FILE_FAILED');
  }
  expect(failures).toBeGreaterThanOrEqual(3);
});

test.each([
  ['before the file, which keeps its manifest', 'old' as const],
  ['after the file, which gets the new one', 'new' as const],
])('a kill %s is repaired by the next export there', async (_, which) => {
  await exportRaces(2, 'mine.csv');
  const manifest = join(folder, 'mine.csv.manifest.json');
  const texts = { old: await readFile(manifest, 'utf8'), new: '' };
  const oldFile = await readFile(join(folder, 'mine.csv'));
  await exportRaces(3, 'mine.csv');
  texts.new = await readFile(manifest, 'utf8');
  await rm(manifest);
  if (which === 'old') await writeFile(join(folder, 'mine.csv'), oldFile);
  await writeFile(await temporaryOfTheDead('mine.csv.manifest.json'), texts[which]);
  const other = await temporaryOfTheDead('other.csv.manifest.json');
  await writeFile(other.replace('abc123', 'abc124'), texts[which === 'old' ? 'new' : 'old']);

  await exportRaces(1);
  expect(await manifestFits('mine.csv')).toBe(true);
  expect(await readFile(manifest, 'utf8')).toBe(texts[which]);
  expect(await leftovers()).toEqual([]);
});

test('leftovers of a killed export are cleared by the next one there, but not files of a running one or of other programs', async () => {
  await writeFile(await temporaryOfTheDead('big.csv'), 'half of');
  await mkdir(await temporaryOfTheDead('parquet'));
  const [identity] = /(?<=railbird-).+(?=-abc123)/.exec(basename(await temporaryOfTheDead('a'))) ?? [];
  await writeFile(join(folder, 'gone.csv.manifest.json.lock'), `${identity} 0123456789abcdef`);
  const foreign = ['.holiday.mp4.part', '.mine.csv.0123456789ab.part', 'yarn.lock', 'b.manifest.json.lock'];
  for (const name of foreign) await writeFile(join(folder, name), '');
  const elsewhere = '.far.csv.railbird-ffffffff-00000000-1-1-aa.part';
  await writeFile(join(folder, elsewhere), '');
  await exportRaces(1, 'mine.csv');
  const kept = ['mine.csv', 'mine.csv.manifest.json', elsewhere, ...foreign];
  expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted());

  // A process on another machine counts as ended when its file has not been written for two days.
  const long = new Date(Date.now() - 48 * 3_600_000);
  await utimes(join(folder, elsewhere), long, long);
  await exportRaces(1, 'mine.csv');
  expect(await readdir(folder)).not.toContain(elsewhere);
});

test('two exports at once to one path leave a file with its own manifest', async () => {
  for (let pair = 0; pair < 40; pair += 1) {
    await Promise.all([exportRaces(2, 'mine.csv'), exportRaces(3, 'mine.csv')]);
    expect(await manifestFits('mine.csv'), `pair ${pair}`).toBe(true);
  }
  expect((await readdir(folder)).toSorted()).toEqual(['mine.csv', 'mine.csv.manifest.json']);
});

test('two processes that export at once write two files', async () => {
  const done = await Promise.all([exportRaces(2), exportRaces(3)]);
  const paths = done.map((event) => (event?.type === 'done' ? event.path : ''));
  expect(new Set(paths).size).toBe(2);
  expect((await readdir(folder)).length).toBe(4);
});
