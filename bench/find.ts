// Finding by name at ten years of data: 475,000 entries of 60,000 horses. Milliseconds from request to answer of 1,000
// searches as people type them, letter by letter; how long the names take to be read and to follow a write; and the
// memory that they take. In the same run SQL's `like` over the stored entries, which is how an archive is searched
// without an index. `find [entries]`.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { latinName } from '#shared/names/latin.ts';
import { Archive } from '../electron/archive/archive.ts';
import { createFinder } from '../electron/find/finder.ts';
import { NAMED_KINDS } from '../electron/find/name-index.ts';
import { LiveNames } from '../electron/find/live-names.ts';
import { horseName, personName } from '../service/sample/generator/people-and-horses/names.ts';
import { makeLongTable } from './archive/long-table.ts';
import { median, rounded } from './measuring/figures.ts';

const ENTRIES = Number(process.argv[2] ?? 475_000);
const HORSES = Math.round(ENTRIES / 8);
const RACES = Math.round(ENTRIES / 14);
const SEARCHES = 1000;
const WANTED_P95_MS = 50;
const [FROM, TO] = ['20160101', '20251231'];
const ROOT = 26;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const heapMegabytes = (): number => {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / 1e6;
};

async function timed<T>(act: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const answer = await act();
  return [performance.now() - began, answer];
}

/** Every entry with names: a table of them is joined to the rows that `makeLongTable` wrote. */
async function nameEntries(file: string): Promise<void> {
  const archive = await Archive.open(file, 0);
  const list = (count: number, name: (index: number) => string): string =>
    `[${Array.from({ length: count }, (_, index) => `'${name(index)}'`).join(', ')}]`;
  const write = async (name: string, values: string) =>
    archive.rows(
      `create temp table ${name} as select unnest(${values}) as name, unnest(range(len(${values}))) as at`,
    );
  for (let from = 0; from < HORSES; from += 20_000) {
    const part = list(Math.min(20_000, HORSES - from), (index) => horseName(ROOT, from + index));
    if (from === 0) await write('horses', part);
    else
      await archive.rows(`insert into horses select unnest(${part}), unnest(range(len(${part}))) + ${from}`);
  }
  await write(
    'people',
    list(600, (index) => personName(ROOT, 1, index)),
  );
  await archive.rows(
    `update d_ky set horse_id = lpad((__seq % ${HORSES})::VARCHAR, 12, '0'), horse_name = h.name
       from horses h where h.at = __seq % ${HORSES}`,
  );
  await archive.rows(`update d_ky set sire_name = h.name from horses h where h.at = hash(horse_id) % 1500`);
  await archive.rows(
    `update d_ky set mare_name = h.name from horses h where h.at = 2000 + hash(horse_id, 1) % ${Math.round(HORSES / 2)}`,
  );
  await archive.rows(
    `update d_ky set jockey_cd = lpad((__seq % 300)::VARCHAR, 5, '0'), jockey_name = p.name
       from people p where p.at = __seq % 300`,
  );
  await archive.rows(
    `update d_ky set trainer_cd = lpad((__seq % 250)::VARCHAR, 5, '1'), trainer_name = p.name
       from people p where p.at = 300 + __seq % 250`,
  );
  await archive.rows(
    `update d_ra set racekey = lpad((1 + __seq // 12 % 10)::VARCHAR, 2, '0')
         || lpad((__seq // 120 % 10000)::VARCHAR, 4, '0') || lpad((1 + __seq % 12)::VARCHAR, 2, '0'),
       race_name = case when __seq % 4 = 0 then h.name || 'カップ' else '3歳以上' || (__seq % 40) || 'クラス' end
       from horses h where h.at = __seq % 3000`,
  );
  await archive.rows('drop table horses');
  await archive.rows('drop table people');
  await archive.rows('checkpoint');
  await archive.close();
}

/** What a person types on the way to a name: its first letters in kana or Latin letters, a place, a date. */
function typedTexts(count: number): string[] {
  const texts: string[] = [];
  for (let at = 0; texts.length < count; at += 1) {
    const name = horseName(ROOT, (at * 7919) % HORSES);
    const latin = latinName(name)?.toLowerCase() ?? name;
    const length = 1 + (at % 7);
    texts.push(name.slice(0, length), latin.slice(0, 2 * length), name.slice(1, 1 + length));
    texts.push(
      personName(ROOT, 1, at % 600).slice(0, 1 + (at % 3)),
      `東京${1 + (at % 12)}R`,
      `${1 + (at % 12)}/15`,
    );
  }
  return texts.slice(0, count);
}

const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-find-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'archive.duckdb');
await makeLongTable(file, { table: 'd_ky', rows: ENTRIES, from: FROM, to: TO });
await makeLongTable(file, { table: 'd_ra', rows: RACES, from: FROM, to: TO });
await nameEntries(file);

const archive = await Archive.open(file, Date.now());
const now = Date.UTC(2025, 11, 28, 3);
const finder = createFinder({ archive: async () => archive, clock: { now: () => now } });
const before = heapMegabytes();
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const [readMs] = await timed(() => finder.prepare());
loop.disable();
const memory = heapMegabytes() - before;

const texts = typedTexts(SEARCHES);
const times: number[] = [];
let empty = 0;
for (const text of texts) {
  const [ms, answer] = await timed(() => finder.search(text, 20));
  times.push(ms);
  if (answer.items.length === 0) empty += 1;
}
times.sort((a, b) => a - b);
const at = (share: number): number => rounded(times[Math.floor(times.length * share)] ?? Number.NaN);

const index = await new LiveNames(archive).current();
const names = Object.fromEntries(NAMED_KINDS.map((kind) => [kind, index.size(kind)]));

const day = { table: 'd_ky', filter: { start_racedate: '20251201', end_racedate: '20251207' } } as const;
const follow: number[] = [];
for (let round = 0; round < 7; round += 1) {
  archive.changes.report(day);
  follow.push((await timed(() => finder.search('ア', 20)))[0]);
}

const sql: number[] = [];
for (const text of texts.slice(0, 21)) {
  const query =
    'select horse_name, max(racedate) from d_ky where horse_name like ? group by all order by 2 desc limit 20';
  sql.push((await timed(() => archive.rows(query, [`%${text}%`])))[0]);
}

process.stdout.write(
  `${JSON.stringify({
    name: 'find',
    entries: ENTRIES,
    names,
    searches: SEARCHES,
    without_result: empty,
    search_ms: { median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(0.9999) },
    p95_wanted: WANTED_P95_MS,
    read_ms: rounded(readMs),
    read_loop_ms: { p99: rounded(loop.percentile(99) / 1e6), max: rounded(loop.max / 1e6) },
    search_after_a_written_week_ms: rounded(median(follow)),
    memory_mb: rounded(memory),
    sql_like_ms: rounded(median(sql)),
    times_sql: rounded(median(sql) / at(0.5)),
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
await archive.close();
process.exitCode = at(0.95) <= WANTED_P95_MS ? 0 : 1;
