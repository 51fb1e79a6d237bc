// An export over an earlier one, stopped between its two renames by a failure or a kill; asked as the window asks.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExportEvent } from '#shared/bridge/exports.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { fakeResult, fakeResults } from '../testing/fake-result.ts';
import { createFolderDestination } from './destination.ts';
import { createExports } from './exports.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-pair-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Exports `races` records to `mine.csv`, or to a name of the folder's own. */
async function exportRaces(races: number, name?: string): Promise<ExportEvent | undefined> {
  const records = Array.from({ length: races }, (_, n) => ({ racekey: String(n) }));
  const columns = TABLES.t_ra.columns.filter((column) => column.name === 'racekey');
  const exports = createExports({
    results: fakeResults(fakeResult({ columns, records })),
    destination:
      name === undefined
        ? createFolderDestination(folder)
        : async () => ({ path: join(folder, name), fetched: false }),
    now: () => 0,
    newId: () => 'e',
  });
  const exportId = exports.start({
    source: { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } },
    columns: ['racekey'],
    format: 'csv',
    header: 'name',
    values: 'raw',
    language: 'en',
  });
  return (await Array.fromAsync(exports.watch(exportId))).at(-1);
}

/** Whether the manifest that stands beside the file is the file's own; undefined where there is none. */
async function manifestFits(name: string): Promise<boolean | undefined> {
  const text = await readFile(join(folder, `${name}.manifest.json`), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { sha256 } = JSON.parse(text) as { sha256: string };
  return (
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex') === sha256
  );
}

/** As a process that was killed would have named its temporary file. */
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

test('an earlier export and its manifest stand together where the new file cannot take their place', async () => {
  // A folder cannot be replaced by a file; the manifest beside it is that of an earlier file.
  await mkdir(join(folder, 'mine.csv'));
  await writeFile(join(folder, 'mine.csv.manifest.json'), '{"earlier":true}');
  await expect(exportRaces(2, 'mine.csv')).rejects.toMatchObject({ code: 'FILE_FAILED' });
  expect((await readdir(folder)).toSorted()).toEqual(['mine.csv', 'mine.csv.manifest.json']);
  expect(await readFile(join(folder, 'mine.csv.manifest.json'), 'utf8')).toBe('{"earlier":true}');
});

test.each([
  ['before the file, which keeps its manifest', 'old' as const],
  ['after the file, which gets the new one', 'new' as const],
])('a kill %s is mended by the next export there', async (_, which) => {
  await exportRaces(2, 'mine.csv');
  const manifest = join(folder, 'mine.csv.manifest.json');
  const text = { old: await readFile(manifest, 'utf8'), new: '' };
  const oldFile = await readFile(join(folder, 'mine.csv'));
  await exportRaces(3, 'mine.csv');
  text.new = await readFile(manifest, 'utf8');
  await rm(manifest);
  if (which === 'old') await writeFile(join(folder, 'mine.csv'), oldFile);
  await writeFile(await temporaryOfTheDead('mine.csv.manifest.json'), text[which]);
  const other = await temporaryOfTheDead('other.csv.manifest.json');
  await writeFile(other.replace('abc123', 'abc124'), text[which === 'old' ? 'new' : 'old']);

  await exportRaces(1);
  expect(await manifestFits('mine.csv')).toBe(true);
  expect(await readFile(manifest, 'utf8')).toBe(text[which]);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('what a killed export left is cleared by the next one there, and nothing of a live one or of another program', async () => {
  await writeFile(await temporaryOfTheDead('big.csv'), 'half of');
  await mkdir(await temporaryOfTheDead('parquet'));
  const foreign = ['.holiday.mp4.part', '.mine.csv.0123456789ab.part'];
  for (const name of foreign) await writeFile(join(folder, name), '');
  const elsewhere = '.far.csv.railbird-ffffffff-00000000-1-1-aa.part';
  await writeFile(join(folder, elsewhere), '');
  await exportRaces(1, 'mine.csv');
  const kept = ['mine.csv', 'mine.csv.manifest.json', elsewhere, ...foreign];
  expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted());

  // Of a process on another machine nothing is known but that it has not written for two days.
  const long = new Date(Date.now() - 48 * 3_600_000);
  await utimes(join(folder, elsewhere), long, long);
  await exportRaces(1, 'mine.csv');
  expect(await readdir(folder)).not.toContain(elsewhere);
});

test('two processes that export at once write two files', async () => {
  const done = await Promise.all([exportRaces(2), exportRaces(3)]);
  const paths = done.map((event) => (event?.type === 'done' ? event.path : ''));
  expect(new Set(paths).size).toBe(2);
  expect((await readdir(folder)).length).toBe(4);
});
