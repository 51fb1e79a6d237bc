import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Result, Results } from '../results/result.ts';
import { fakeResult, fakeResults, type FakeRecord, type FakeResultOptions } from '../testing/fake-result.ts';
import { createFolderDestination, type Destination } from './destination.ts';
import { Exports } from './exports.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-exports-'));
});
afterEach(() => rm(folder, { recursive: true }));

const COLUMNS = ['racedate', 'racekey', 'track_type', 'race_name'].map((name): Column => {
  const column = TABLES.t_ra.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`t_ra has no ${name}`);
  return column;
});
const RECORDS: FakeRecord[] = [
  { racedate: '20261115', racekey: '05264101', track_type: '1', race_name: 'ひとつめ, "杯"' },
  { racedate: '20261115', racekey: '05264102', track_type: '9', race_name: null },
  { racedate: '20261115', racekey: '05264103', track_type: '2', race_name: '=cmd' },
];
const REQUEST: ExportRequest = {
  resultId: 'r1',
  columns: ['racekey', 'race_name', 'track_type'],
  format: 'csv',
  header: 'name',
  form: 'delivered',
  language: 'en',
};

function open(overrides: { results?: Results; destination?: Destination } = {}) {
  let ids = 0;
  const results = fakeResults(fakeResult({ columns: COLUMNS, records: RECORDS }));
  return new Exports({
    results,
    destination: createFolderDestination(folder),
    now: () => 0,
    newId: () => `e${(ids += 1)}`,
    ...overrides,
  });
}

const ofRecords = (options: Partial<FakeResultOptions>): Results =>
  fakeResults(fakeResult({ columns: COLUMNS, records: RECORDS, ...options }));

async function run(request: Partial<ExportRequest> = {}, exports = open()) {
  const events = await Array.fromAsync(exports.watch(exports.start({ ...REQUEST, ...request })));
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error(`ended with ${JSON.stringify(last)}`);
  return { done: last, events, text: await readFile(last.path, 'utf8') };
}

test('the file has the requested columns in their order, and the result describes it', async () => {
  const { done, text } = await run();
  expect(text).toBe(
    'racekey,race_name,track_type\r\n05264101,"ひとつめ, ""杯""",1\r\n05264102,,9\r\n05264103,=cmd,2\r\n',
  );
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(done).toMatchObject({
    records: 3,
    bytes: Buffer.byteLength(text),
    sha256,
    complete: true,
    formulas: 1,
    formulaColumns: ['race_name'],
  });
  expect(done.path).toBe(join(folder, 't_ra_2026-11-15.csv'));
  expect(done.download).toBe('/exports/e1');
});

test('CSV and TSV begin with a byte order mark on request, which counts as part of the file', async () => {
  const plain = await run();
  const { done, text } = await run({ encoding: 'utf-8-bom' });
  expect(text).toBe(`\uFEFF${plain.text}`);
  expect(done.bytes).toBe(plain.done.bytes + 3);
  expect(done.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  expect((await run({ encoding: 'utf-8-bom', format: 'tsv' })).text).toMatch(/^\uFEFFracekey\t/);
  expect((await run({ encoding: 'utf-8-bom', format: 'json' })).text).toMatch(/^\[/);
});

test('a column whose name reads as a formula is reported, and neutralized on request', async () => {
  const name = "=cmd|' /C calc'!A0";
  const columns = ['racekey', 'race_name', name];
  const kept = await run({ columns });
  expect(kept.done).toMatchObject({ formulas: 2, formulaColumns: ['race_name', name] });
  expect(kept.text.split('\r\n')[0]).toBe(`racekey,race_name,${name}`);
  const { done, text } = await run({ columns, neutralize: true });
  expect(done.formulas).toBe(2);
  expect(text.split('\r\n')[0]).toBe(`racekey,race_name,'${name}`);
  expect(text).toContain("05264103,'=cmd,");
  const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({
    format: { formulas_neutralized: true },
    formula_like_cells: 2,
    formula_like_columns: ['race_name', name],
  });
  const json = await run({ columns, neutralize: true, format: 'json' });
  expect(json.text).toContain('"=cmd"');
  expect(json.done.formulas).toBe(0);
});

test('the file has exactly the rows that pass, in their order, and the manifest names the filters', async () => {
  const request = {
    sort: [{ column: 'racekey', direction: 'descending' as const }],
    filters: [{ column: 'race_name', text: '!=' }],
    quick: { text: '052641', columns: ['racekey'] },
  };
  const { done, text } = await run({ ...request, columns: ['racekey'] });
  expect(text).toBe('racekey\r\n05264103\r\n05264101\r\n');
  expect(done.records).toBe(2);
  const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({
    query: { sort: request.sort, filters: request.filters, quick_search: request.quick },
  });
});

test('a filter that does not parse leaves no file', async () => {
  const exports = open();
  const filters = [{ column: 'racekey', text: '>=' }];
  const events = Array.fromAsync(exports.watch(exports.start({ ...REQUEST, filters })));
  await expect(events).rejects.toMatchObject({ code: 'INVALID_FILTER' });
  expect(await readdir(folder)).toEqual([]);
});

test('the manifest beside it has query, windows, records, SHA-256 and completeness', async () => {
  const { done } = await run();
  const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({
    file: 't_ra_2026-11-15.csv',
    query: { source: { kind: 'table', table: 't_ra', filter: { racedate: '20261115' } } },
    windows: { fetched: 1, stored: 0 },
    records: 3,
    sha256: done.sha256,
    complete: true,
  });
  expect((await readdir(folder)).toSorted()).toEqual([
    't_ra_2026-11-15.csv',
    't_ra_2026-11-15.csv.manifest.json',
  ]);
});

test('the manifest reports a set that was not checked as unchecked, and the columns that are empty in every row', async () => {
  const { done } = await run({ columns: ['racekey', 'gone', 'racedate'] });
  const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({
    query: { sort: [], filters: [], quick_search: null },
    layout: null,
    columns: ['racekey', 'gone', 'racedate'],
    empty_columns: ['gone'],
    format: { kind: 'csv', byte_order_mark: false, formulas_neutralized: false },
  });
  const json = await run({ format: 'json', neutralize: true });
  const ofJson: unknown = JSON.parse(await readFile(`${json.done.path}.manifest.json`, 'utf8'));
  expect(ofJson).toMatchObject({ empty_columns: [], format: { kind: 'json', formulas_neutralized: false } });
});

test('an incomplete set is never reported as complete', async () => {
  const reasons = [{ reason: 'day_missing' as const, where: '20261114' }];
  const { done } = await run({}, open({ results: ofRecords({ summary: { complete: false, reasons } }) }));
  expect(done.complete).toBe(false);
  const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({ complete: false, reasons });
});

test('cells that the screen joined are as complete as all of their records', async () => {
  const columns = [{ name: 'runs', label: { en: 'Runs', ja: '過去走' } }];
  const cells = { columns, rows: [['–']] };
  expect((await run({ form: 'shown', composed: cells })).done.complete).toBe(true);
  const reasons = [{ reason: 'not_fetched' as const, where: '05264101' }];
  const { done } = await run({ form: 'shown', composed: { ...cells, reasons } });
  expect(done.complete).toBe(false);
  const manifest: unknown = JSON.parse(await readFile(`${done.path}.manifest.json`, 'utf8'));
  expect(manifest).toMatchObject({ complete: false, reasons });
});

test('a symbolic link stays, and the file behind it is replaced with its manifest beside it', async () => {
  const [link, synced] = [join(folder, 'link.csv'), join(folder, 'synced')];
  await mkdir(synced);
  await writeFile(join(synced, 'week.csv'), 'last week');
  await symlink(join(synced, 'week.csv'), link);
  const { done, text } = await run({}, open({ destination: async () => ({ path: link, fetched: false }) }));
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(done.path).toBe(join(await realpath(synced), 'week.csv'));
  expect(await readFile(link, 'utf8')).toBe(text);
  expect(await readdir(synced)).toEqual(['week.csv', 'week.csv.manifest.json']);
});

test('codes are written as labels on request, unknown codes and missing values unchanged', async () => {
  const { text } = await run({ form: 'shown', language: 'ja', columns: ['track_type', 'race_name'] });
  const rows = parse(text);
  expect(rows.slice(1).map(([trackType]) => trackType)).toEqual(['芝', '9', 'ダート']);
});

test.each([
  ['name', 'racekey'],
  ['label', 'Race key'],
  ['both', 'racekey (Race key)'],
] as const)('a header of kind %s is one line', async (header, expected) => {
  const { text } = await run({ header, columns: ['racekey'] });
  expect(text.split('\r\n')[0]).toBe(expected);
});

test('the requested order is the order of the file', async () => {
  const { text } = await run({
    sort: [{ column: 'racekey', direction: 'descending' }],
    columns: ['racekey'],
  });
  expect(text).toBe('racekey\r\n05264103\r\n05264102\r\n05264101\r\n');
});

test('a column that the result does not have stays in the layout, empty', async () => {
  const { text } = await run({ columns: ['racekey', 'gone', 'racedate'] });
  expect(text.split('\r\n')[1]).toBe('05264101,,20261115');
});

test('no records still give a file with its header', async () => {
  const { text, done } = await run({}, open({ results: ofRecords({ records: [] }) }));
  expect(text).toBe('racekey,race_name,track_type\r\n');
  expect(done.records).toBe(0);
});

test('many pages are written completely, and progress is reported at intervals', async () => {
  const records = Array.from({ length: 20_500 }, (_, n) => ({ racekey: String(n) }));
  const results = ofRecords({ records });
  const { text, events } = await run({ columns: ['racekey'] }, open({ results }));
  expect(text.split('\r\n').slice(1, -1)).toEqual(records.map(({ racekey }) => racekey));
  // The clock stands still, so there is one figure at the start and one at the end.
  const figures = events.filter((event) => event.type === 'progress' && event.total > 0);
  expect(figures.length).toBeLessThanOrEqual(2);
  expect(figures.at(-1)).toEqual({ type: 'progress', written: 20_500, total: 20_500 });
});

test('each file has a unique name', async () => {
  const exports = open();
  const paths = (await Promise.all([run({}, exports), run({}, exports)])).map(({ done }) => done.path);
  expect(paths.toSorted()).toEqual([
    join(folder, 't_ra_2026-11-15-2.csv'),
    join(folder, 't_ra_2026-11-15.csv'),
  ]);
});

/** A result whose third page waits until the test releases it. */
function haltingResult() {
  const reached = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const records = Array.from({ length: 9000 }, (_, n) => ({ racekey: String(n) }));
  const base = fakeResult({ columns: COLUMNS, records });
  const result: Result = {
    ...base,
    cells: async (names, from, count) => {
      if (from >= 3000) {
        reached.resolve();
        await go.promise;
      }
      return base.cells(names, from, count);
    },
  };
  return { results: fakeResults(result), reached: reached.promise, go: go.resolve };
}

test('cancelling leaves nothing behind and keeps an existing file', async () => {
  const path = join(folder, 'mine.csv');
  await writeFile(path, 'old');
  const { results, reached, go } = haltingResult();
  const exports = open({ results, destination: async () => ({ path, fetched: false }) });
  const exportId = exports.start({ ...REQUEST, columns: ['racekey'] });
  const events = Array.fromAsync(exports.watch(exportId));
  await reached;
  const cancelled = exports.cancel(exportId);
  go();
  await cancelled;
  expect((await events).at(-1)).toEqual({ type: 'cancelled' });
  expect(await readdir(folder)).toEqual(['mine.csv']);
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(results.released()).toBe(1);
  // The window's own result stays open.
  expect(results.closed).toEqual([]);
});

test('cancelling stops between the columns of one page', async () => {
  const names = TABLES.t_ra.columns.map(({ name }) => name);
  const read: string[] = [];
  const begun = Promise.withResolvers<void>();
  const base = fakeResult({ columns: TABLES.t_ra.columns, records: [{ racekey: '05264101' }] });
  const result: Result = {
    ...base,
    cells: async (some, from, count) => {
      read.push(...some);
      begun.resolve();
      return base.cells(some, from, count);
    },
  };
  const exports = open({ results: fakeResults(result) });
  const exportId = exports.start({ ...REQUEST, columns: names });
  await begun.promise;
  await exports.cancel(exportId);
  expect(read.length).toBeLessThan(names.length);
  expect(await readdir(folder)).toEqual([]);
});

test('a result that is no longer open is refused at the start', () => {
  const results = {
    ...ofRecords({}),
    get: () => {
      throw new RailbirdError('RESULT_CLOSED');
    },
  };
  expect(() => open({ results }).start(REQUEST)).toThrow(/RESULT_CLOSED/);
});

test('the name of a cancelled export can be used again', async () => {
  const { results, reached, go } = haltingResult();
  const destination = createFolderDestination(folder);
  const halting = open({ results, destination });
  const exportId = halting.start({ ...REQUEST, columns: ['racekey'] });
  await reached;
  const cancelled = halting.cancel(exportId);
  go();
  await cancelled;
  const { done } = await run({}, open({ destination }));
  expect(done.path).toBe(join(folder, 't_ra_2026-11-15.csv'));
});

test('a dismissed dialog yields cancelled', async () => {
  const exports = open({ destination: async () => undefined });
  const events = await Array.fromAsync(exports.watch(exports.start(REQUEST)));
  expect(events.at(-1)).toEqual({ type: 'cancelled' });
});

test('a cancelled export does not wait for its dialog', async () => {
  const exports = open({ destination: () => new Promise(() => undefined) });
  const exportId = exports.start(REQUEST);
  await exports.cancel(exportId);
  expect((await Array.fromAsync(exports.watch(exportId))).at(-1)).toEqual({ type: 'cancelled' });
});

test('cancelling after the end changes nothing', async () => {
  const exports = open();
  const exportId = exports.start(REQUEST);
  await Array.fromAsync(exports.watch(exportId));
  await exports.cancel(exportId);
  const events: ExportEvent[] = await Array.fromAsync(exports.watch(exportId));
  expect(events.map((event) => event.type)).toEqual(['done']);
  expect(exports.fileOf(exportId)).toBe(join(folder, 't_ra_2026-11-15.csv'));
});

test('a folder that cannot be written ends the stream with FILE_FAILED', async () => {
  await writeFile(join(folder, 'file'), '');
  const exports = open({ destination: createFolderDestination(join(folder, 'file', 'inner')) });
  const events = Array.fromAsync(exports.watch(exports.start(REQUEST)));
  await expect(events).rejects.toMatchObject({
    code: 'FILE_FAILED',
    values: { path: join(folder, 'file', 'inner') },
  });
});

test('a target that is a folder fails and leaves no temporary file', async () => {
  await mkdir(join(folder, 'taken.csv'));
  const exports = open({ destination: async () => ({ path: join(folder, 'taken.csv'), fetched: false }) });
  await expect(Array.fromAsync(exports.watch(exports.start(REQUEST)))).rejects.toMatchObject({
    code: 'FILE_FAILED',
    values: { path: join(folder, 'taken.csv') },
  });
  expect(await readdir(folder)).toEqual(['taken.csv']);
});

test('a failure to read ends the stream with its own code', async () => {
  const base = fakeResult({ columns: COLUMNS, records: RECORDS });
  const cells = async () => Promise.reject(new RailbirdError('ARCHIVE_FAILED'));
  const exports = open({ results: fakeResults({ ...base, cells }) });
  await expect(Array.fromAsync(exports.watch(exports.start(REQUEST)))).rejects.toMatchObject({
    code: 'ARCHIVE_FAILED',
  });
});

test('an unknown id is RESULT_CLOSED', async () => {
  const exports = open();
  expect(() => exports.watch('none')).toThrow(/RESULT_CLOSED/);
  await expect(exports.cancel('none')).rejects.toMatchObject({ code: 'RESULT_CLOSED' });
});

test('closing cancels running exports', async () => {
  const { results, reached, go } = haltingResult();
  const exports = open({ results });
  exports.start({ ...REQUEST, columns: ['racekey'] });
  await reached;
  const closed = exports.close();
  go();
  await closed;
  expect(await readdir(folder)).toEqual([]);
});
