// Exports of large results against DuckDB's own COPY of the same rows: bytes per second of each format in the form that
// the archive delivers, in typed values and as shown, how much memory the process gains, and how long it cannot answer
// meanwhile. XLSX has no peer: its memory must be flat, so the second half of the time may not take more than the first,
// in which the library is loaded too. What is wanted stands beside each figure, `missed` names the
// figures of a case that fall short, and the last line counts the cases; on a busy machine processor time per byte tells
// more than speed.
//
//   npm run bench -- exports [--only parquet]... [--rounds 3] : the cases of a format, form or table, in order or sorted
//   npm run bench -- exports --only d_ky --only csv --only shown : one case

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import type { ExportForm } from '#shared/bridge/export-forms.ts';
import type { ExportEvent, ExportRequest } from '#shared/bridge/exports.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { createArchives } from '../electron/archive/archives.ts';
import { quoted } from '../electron/archive/filter-sql.ts';
import { InFlight } from '../electron/downloads/in-flight.ts';
import { createFolderDestination } from '../electron/exports/destination.ts';
import { Exports } from '../electron/exports/exports.ts';
import { keepMemorySmall } from '../electron/launch/small-memory.ts';
import { createResults } from '../electron/results/results.ts';
import { NO_NOTICES } from '../electron/testing/no-notices.ts';
import { makeLongTable } from './archive/long-table.ts';
import { median, rounded } from './measuring/figures.ts';
import { processorTime, residentMemory } from './measuring/process.ts';

interface Case {
  readonly table: TableCode;
  readonly rows: number;
  readonly columns: number;
  readonly format: ExportFormat;
  readonly form: ExportForm;
  readonly sort?: Sort;
  /** Only the rows up to this day. */
  readonly until?: string;
}

const FROM = '20150103';
const TO = '20241231';
const WIDE = { table: 'd_ky', rows: 90_000, columns: 143 } as const;
const LONG = { table: 'd_hj', rows: 500_000, columns: 70 } as const;
const BY_RACE: Sort = [{ column: 'racekey', direction: 'descending' }];

const CASES: readonly Case[] = [WIDE, LONG].flatMap((table): Case[] => [
  ...(['csv', 'ndjson', 'parquet'] as const).flatMap((format): Case[] => [
    { ...table, format, form: 'delivered' },
    { ...table, format, form: 'values' },
  ]),
  { ...table, format: 'csv', form: 'delivered', sort: BY_RACE },
  { ...table, format: 'csv', form: 'shown' },
]);
const SHEETS: readonly Case[] = [
  { ...LONG, rows: 100_000, until: '2016-12-31', format: 'xlsx', form: 'values' },
  { ...LONG, format: 'xlsx', form: 'values' },
];

/** DuckDB's words for a format, and the part of its speed that is wanted. */
const PEERS: { readonly [format in ExportFormat]?: { readonly options: string; readonly wanted: number } } = {
  csv: { options: 'format csv, header', wanted: 0.5 },
  parquet: { options: 'format parquet, compression zstd', wanted: 0.8 },
  ndjson: { options: 'format json', wanted: 0.8 },
};
const WANTED_MEMORY_MB = 100;
/** The memory of the second half of the time in parts of that of the first, if it is flat. */
const WANTED_FLAT = 1.1;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '3' },
  },
});
/** Whether it has every word that was given. */
const isWanted = ({ table, format, form, sort }: Case): boolean => {
  const words: readonly string[] = [table, format, form, sort === undefined ? 'in-order' : 'sorted'];
  return options.only.every((word) => words.includes(word));
};

const dataDir = mkdtempSync(join(tmpdir(), 'railbird-bench-exports-'));
const archives = createArchives({ dataDir, now: Date.now, notices: NO_NOTICES });
const file = archives.pathOf({ kind: 'sample' });
for (const { table, rows } of [WIDE, LONG]) await makeLongTable(file, { table, rows, from: FROM, to: TO });

// As in the app.
keepMemorySmall();
let ids = 0;
const newId = () => `id${(ids += 1)}`;
const results = createResults({
  runSql: () => Promise.reject(new Error('this benchmark runs no SQL')),
  context: async () => ({
    archive: await archives.of({ kind: 'sample' }),
    // The races of these records are not stored, so that the result could not be checked; its rows are all there.
    client: { query: () => Promise.reject(new RailbirdError('OFFLINE_NOT_STORED')) },
    inFlight: new InFlight(),
    now: Date.now,
  }),
  newId,
  report: (error) => {
    throw error;
  },
});
const exports = new Exports({ results, destination: createFolderDestination(dataDir), now: Date.now, newId });
const archive = await archives.of({ kind: 'sample' });

interface Run {
  readonly ms: number;
  readonly processorMs: number;
  readonly bytes: number;
  readonly blockedMs: number;
  readonly memory: Growth;
}

const SETTLED_MS = 500;
const FREED_BYTES = 1 << 20;

/** What was freed is returned within seconds: until then there is room that an export need not take. */
async function settled(): Promise<void> {
  for (
    let before = Number.POSITIVE_INFINITY, now = residentMemory(process.pid);
    before - now > FREED_BYTES;
  ) {
    await setTimeout(SETTLED_MS);
    [before, now] = [now, residentMemory(process.pid)];
  }
}

/** How many bytes the process has at most beyond those of now, in each half of the time. */
interface Growth {
  readonly earlier: number;
  readonly later: number;
}

function growthOfMemory(): { readonly stop: () => Growth } {
  const before = residentMemory(process.pid);
  const grown: number[] = [0];
  const watching = setInterval(() => grown.push(residentMemory(process.pid) - before), 20);
  return {
    stop: () => {
      clearInterval(watching);
      const half = Math.ceil(grown.length / 2);
      return { earlier: Math.max(...grown.slice(0, half)), later: Math.max(0, ...grown.slice(half)) };
    },
  };
}

const mostOf = ({ earlier, later }: Growth): number => Math.max(earlier, later);
const megabytes = (bytes: readonly number[]): number => rounded(Math.max(...bytes) / 1e6);

const namesOf = ({ table, columns }: Case): readonly string[] =>
  TABLES[table].columns.slice(0, columns).map(({ name }) => name);

async function exported(resultId: string, each: Case): Promise<Run> {
  const { format, form, sort = [] } = each;
  await settled();
  const memory = growthOfMemory();
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const began = performance.now();
  const spent = processorTime(process.pid);
  const filters = each.until === undefined ? [] : [{ column: 'racedate', text: `<=${each.until}` }];
  const request: ExportRequest = {
    resultId,
    columns: [...namesOf(each)],
    sort: [...sort],
    filters,
    format,
    form,
    header: 'name',
    language: 'en',
  };
  let end: ExportEvent | undefined;
  for await (const event of exports.watch(exports.start(request))) end = event;
  const ms = performance.now() - began;
  const processorMs = processorTime(process.pid) - spent;
  delay.disable();
  const grown = memory.stop();
  if (end?.type !== 'done') throw new Error(`the export ended with ${end?.type}`);
  rmSync(end.path);
  return { ms, processorMs, bytes: end.bytes, blockedMs: delay.max / 1e6, memory: grown };
}

async function copied(each: Case): Promise<Omit<Run, 'blockedMs'>> {
  const path = join(dataDir, 'copy');
  const memory = growthOfMemory();
  const began = performance.now();
  const spent = processorTime(process.pid);
  await archive.rows(
    `copy (select ${namesOf(each).map(quoted).join(', ')} from ${each.table}) to '${path}' (${PEERS[each.format]?.options ?? ''})`,
  );
  const ms = performance.now() - began;
  const processorMs = processorTime(process.pid) - spent;
  const { size } = statSync(path);
  rmSync(path);
  return { ms, processorMs, bytes: size, memory: memory.stop() };
}

/** Returns the figures that fall short of what is wanted. */
async function measure(each: Case): Promise<readonly string[]> {
  const opened = await results.open({
    kind: 'table',
    table: each.table,
    filter: { start_racedate: FROM, end_racedate: TO },
  });
  const peer = PEERS[each.format];
  const runs: Run[] = [];
  const speeds: number[] = [];
  const perProcessorTime: number[] = [];
  let peerMemory = 0;
  for (let round = 0; round < (peer ? Number(options.rounds) : 1); round += 1) {
    const run = await exported(opened.summary.resultId, each);
    runs.push(run);
    if (!peer) continue;
    const copy = await copied(each);
    peerMemory = Math.max(peerMemory, mostOf(copy.memory));
    speeds.push(run.bytes / run.ms / (copy.bytes / copy.ms));
    perProcessorTime.push(run.bytes / run.processorMs / (copy.bytes / copy.processorMs));
  }
  const { table, format, form, columns, rows } = each;
  const ms = median(runs.map((run) => run.ms));
  const memory = megabytes(runs.map((run) => mostOf(run.memory)));
  const later = megabytes(runs.map((run) => run.memory.later));
  const earlier = megabytes(runs.map((run) => run.memory.earlier));
  const missed = [
    ...(peer !== undefined && rounded(median(speeds)) < peer.wanted ? ['of_duckdb_bytes_per_s'] : []),
    ...(peer !== undefined && memory >= WANTED_MEMORY_MB ? ['memory_mb'] : []),
    ...(peer === undefined && later > earlier * WANTED_FLAT ? ['later_memory_mb'] : []),
  ];
  console.log(
    JSON.stringify({
      name: 'exports',
      table,
      format,
      form,
      sorted: each.sort !== undefined,
      rows,
      columns,
      ms: rounded(ms),
      mb_per_s: rounded((runs[0]?.bytes ?? 0) / 1000 / ms),
      ...(peer && {
        of_duckdb_bytes_per_s: rounded(median(speeds)),
        wanted: peer.wanted,
        of_duckdb_bytes_per_processor_s: rounded(median(perProcessorTime)),
      }),
      memory_mb: memory,
      ...(peer
        ? { wanted_memory_mb: WANTED_MEMORY_MB, duckdb_memory_mb: megabytes([peerMemory]) }
        : {
            earlier_memory_mb: earlier,
            later_memory_mb: later,
            wanted_later: rounded(earlier * WANTED_FLAT),
          }),
      longest_block_ms: rounded(Math.max(...runs.map((run) => run.blockedMs))),
      load: rounded(loadavg()[0] ?? 0),
      missed,
    }),
  );
  results.close(opened.summary.resultId);
  return missed;
}

const missed: (readonly string[])[] = [];
for (const each of [...CASES, ...SHEETS].filter(isWanted)) missed.push(await measure(each));
console.log(
  JSON.stringify({
    name: 'exports',
    cases: missed.length,
    as_wanted: missed.filter((figures) => figures.length === 0).length,
  }),
);
await results.closeAll();
await archives.close();
rmSync(dataDir, { recursive: true, force: true });
