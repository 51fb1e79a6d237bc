// A result of 500,000 rows by 276 columns from a filled archive, queried as the window does: milliseconds from request
// to response in the main process, and how long its event loop was blocked. In the same run DuckDB on the same queries,
// and a plain sort of 100,000 objects. `query-engine [records]`; the machine's load shows how far to trust the clock.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TABLES } from '#shared/catalogue/tables.ts';
import { Archive } from '../electron/archive/archive.ts';
import { QueryEngine } from '../electron/query-engine/query-engine.ts';
import { MemoryBudget } from '../electron/query-engine/memory-budget.ts';
import { makeLongTable } from './archive/long-table.ts';
import { median, rounded } from './measuring/figures.ts';

const RECORDS = Number(process.argv[2] ?? 500_000);
const TABLE = 'd_zk';
const PERIOD = { start_racedate: '20160101', end_racedate: '20251231' };
const ROUNDS = 7;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
/** DuckDB returns freed memory to the system a second or two later. */
const GIVEN_BACK_MS = 2500;

/** Memory of the process, and of that what DuckDB caches of the file, within the limit that the archive sets. */
async function residentMegabytes(): Promise<{ readonly ours: number; readonly cache: number }> {
  for (let round = 0; round < 3; round += 1) {
    if (typeof collect === 'function') collect();
    await setTimeout(50);
  }
  await setTimeout(GIVEN_BACK_MS);
  const [row] = await archive.rows('select sum(memory_usage_bytes)::DOUBLE from duckdb_memory()');
  const cache = Number(row?.[0]) / 1e6;
  return { ours: process.memoryUsage.rss() / 1e6 - cache, cache };
}

/** The increase since. */
async function addedTo(before: { readonly ours: number; readonly cache: number }) {
  const { ours, cache } = await residentMegabytes();
  return { resident: rounded(ours - before.ours), cache: rounded(cache - before.cache) };
}

async function timed<T>(act: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const answer = await act();
  return [performance.now() - began, answer];
}

/** Milliseconds of `act`; `before` does not count. */
async function medianOf(
  act: (round: number) => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await before();
    times.push((await timed(() => act(round)))[0]);
  }
  return rounded(median(times));
}

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-view-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'archive.duckdb');
const { start_racedate: from, end_racedate: to } = PERIOD;
await makeLongTable(file, { table: TABLE, rows: RECORDS, from, to, days: 'in no order' });
const archive = await Archive.open(file, Date.now());
const columns = TABLES[TABLE].columns;
const names = columns.map(({ name }) => name);
const ofKind = (kind: string): string[] =>
  columns.filter((column) => column.kind === kind).map(({ name }) => name);

const views = new QueryEngine(new MemoryBudget(2_000_000_000));
views.prepare();
await setTimeout(1000);
const before = await residentMegabytes();
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();

const [snapshotMs, snapshot] = await timed(() => archive.snapshot(TABLE, PERIOD, names));
const view = views.open(columns, snapshot.rows);
const thirty = names.slice(0, 30);
const [firstWindow] = await timed(() => view.cells(thirty, 0, 60));
const [held30] = await timed(() => view.query('statistics', { columns: thirty, from: 0, to: 1 }));
const memory30 = await addedTo(before);
const counted30 = views.memory.bytes;
const shown = names.slice(0, 40);
await view.query('statistics', { columns: shown, from: 0, to: 1 });

/** Columns whose kinds differ in cost, none of them loaded yet. */
const fresh = [
  ['key', ofKind('key').at(-1)],
  ['text', ofKind('text').at(-1)],
  ['decimal', ofKind('decimal').at(-1)],
  ['code', ofKind('code').at(-1)],
  ['rank', ofKind('rank').at(-1)],
] as const;
const firstSort: Record<string, number> = {};
for (const [kind, column = ''] of fresh) {
  const sort = [{ column, direction: 'ascending' as const }];
  const [ms] = await timed(async () => {
    await view.arrange({ sort, filters: [] });
    return view.cells(shown, 0, 60);
  });
  firstSort[kind] = rounded(ms);
}
const direction = (round: number) => (round % 2 === 0 ? ('descending' as const) : ('ascending' as const));
const [key = '', decimal = '', code = ''] = [fresh[0][1], fresh[2][1], fresh[3][1]];
/** The present order and the previous one are cached: with two others in between, each is computed again. */
async function forget(): Promise<void> {
  for (const text of ['>=1', '>=2']) await view.arrange({ sort: [], filters: [{ column: code, text }] });
}
const loadedSort = await medianOf(async (round) => {
  await view.arrange({ sort: [{ column: decimal, direction: direction(round) }], filters: [] });
  await view.cells(shown, 0, 60);
}, forget);
const loadedSortKey = await medianOf(async (round) => {
  await view.arrange({ sort: [{ column: key, direction: direction(round) }], filters: [] });
  await view.cells(shown, 0, 60);
}, forget);
const fourColumns = await medianOf(async (round) => {
  const sort = [code, decimal, 'racedate', key].map((column) => ({ column, direction: direction(round) }));
  await view.arrange({ sort, filters: [] });
}, forget);
const filter = await medianOf((round) =>
  view.arrange({ sort: [], filters: [{ column: decimal, text: `>=${round} <40` }] }),
);
const quick = await medianOf((round) =>
  view.arrange({ sort: [], filters: [], quick: { text: `詰まる1${round}`, columns: shown } }),
);
await view.arrange({ sort: [{ column: decimal, direction: 'ascending' }], filters: [] });
const group = await medianOf(() => view.query('groups', { by: [code] }));
const groupTwo = await medianOf(() => view.query('groups', { by: [code, 'racedate'], measures: [decimal] }));
const profile = await medianOf(() => view.query('profile', { column: decimal }));
const windows: number[] = [];
for (let at = 0; at < 300; at += 1) {
  const from = Math.floor(Math.random() * (RECORDS - 60));
  windows.push((await timed(() => view.cells(shown, from, 60)))[0]);
}
windows.sort((a, b) => a - b);

const [empty] = await timed(() => view.blankEverywhere(names));
for (let at = 0; at < names.length; at += 6) {
  await view.query('statistics', { columns: names.slice(at, at + 6), from: 0, to: 1 });
}
loop.disable();
const memoryAll = await addedTo(before);

const duck = {
  sort: await medianOf(() =>
    archive.rows(`select rowid from ${TABLE} order by try_cast(${decimal} as double) limit 60`),
  ),
  sortWhole: await medianOf(() =>
    archive.rows(
      `select max(p) from (select row_number() over (order by try_cast(${decimal} as double)) as p from ${TABLE})`,
    ),
  ),
  filter: await medianOf(() =>
    archive.rows(`select count(*) from ${TABLE} where try_cast(${decimal} as double) between 3 and 40`),
  ),
  group: await medianOf(() => archive.rows(`select ${code}, count(*) from ${TABLE} group by all`)),
  window: await medianOf((round) =>
    archive.rows(
      `select ${shown.join(', ')} from ${TABLE} where rowid in (${Array.from({ length: 60 }, (_, n) => (n * 7919 + round * 31) % RECORDS).join(', ')})`,
    ),
  ),
};
const objects = Array.from({ length: 100_000 }, (_, n) => ({ n, value: (n * 7919) % 100_003 }));
const objectSort = await medianOf(async () => objects.toSorted((a, b) => a.value - b.value));

process.stdout.write(
  `${JSON.stringify({
    name: 'view',
    records: RECORDS,
    columns: names.length,
    open_ms: rounded(snapshotMs),
    first_window_ms: rounded(firstWindow),
    first_window_wanted: 300,
    thirty_columns_held_ms: rounded(held30),
    first_sort_ms: firstSort,
    first_sort_wanted: 400,
    held_sort_ms: loadedSort,
    held_sort_wanted: 60,
    held_sort_of_distinct_keys_ms: loadedSortKey,
    held_sort_four_columns_ms: fourColumns,
    filter_ms: filter,
    quick_search_40_columns_ms: quick,
    group_ms: group,
    group_two_ms: groupTwo,
    profile_ms: profile,
    empty_columns_ms: rounded(empty),
    window_60x40_ms: { median: rounded(median(windows)), p99: rounded(windows[296] ?? 0) },
    memory_30_columns_mb: memory30.resident,
    memory_30_columns_wanted: 120,
    counted_30_columns_mb: rounded(counted30 / 1e6),
    file_cache_30_columns_mb: memory30.cache,
    memory_all_mb: memoryAll.resident,
    counted_all_mb: rounded(views.memory.bytes / 1e6),
    file_cache_all_mb: memoryAll.cache,
    memory_all_wanted: 500,
    loop_ms: { p99: rounded(loop.percentile(99) / 1e6), max: rounded(loop.max / 1e6) },
    loop_p99_wanted: 30,
    duckdb_ms: duck,
    times_duckdb: {
      sort: rounded(duck.sortWhole / loadedSort),
      filter: rounded(duck.filter / filter),
      group: rounded(duck.group / group),
      window: rounded(duck.window / median(windows)),
    },
    objects_100k_sort_ms: objectSort,
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
view.release();
snapshot.close();
await views.stop();
await archive.close();
