// Exports of half a million rows of 20 columns: how long each format takes, how long the main process cannot answer
// meanwhile, and what DuckDB alone takes to copy the same rows into a file.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import type { ExportEvent } from '#shared/bridge/exports.ts';
import type { Sort } from '#shared/bridge/source.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { createArchives } from '../electron/archive/archives.ts';
import { quoted } from '../electron/archive/filter-sql.ts';
import { InFlight } from '../electron/downloads/in-flight.ts';
import { createFolderDestination } from '../electron/exports/destination.ts';
import { Exports } from '../electron/exports/exports.ts';
import { createResults } from '../electron/results/results.ts';
import { systemClock } from '../electron/service-client/clock.ts';
import { NO_NOTICES } from '../electron/testing/no-notices.ts';
import { makeLongTable } from './archive/long-table.ts';
import { makeProgram } from './archive/program.ts';
import { median, rounded } from './measuring/figures.ts';

const ROUNDS = 3;
const ROWS = 500_000;
const FORMATS: readonly ExportFormat[] = ['csv', 'parquet', 'ndjson'];
const SORTED: Sort = [{ column: 'time_record', direction: 'descending' }];
/** DuckDB's words for a format. */
const COPIES: { readonly [format in ExportFormat]?: string } = {
  csv: 'format csv, header',
  parquet: 'format parquet',
  ndjson: 'format json',
};

const dataDir = mkdtempSync(join(tmpdir(), 'railbird-bench-exports-'));
const archives = createArchives({ dataDir, now: Date.now, notices: NO_NOTICES });
await makeLongTable(archives.pathOf({ kind: 'sample' }), {
  table: 'd_se',
  rows: ROWS,
  from: '20150103',
  to: '20241231',
});
await makeProgram(archives.pathOf({ kind: 'sample' }));

let ids = 0;
const newId = () => `id${(ids += 1)}`;
const results = createResults({
  archive: () => archives.of({ kind: 'sample' }),
  client: { query: () => Promise.reject(new Error('no request is expected')) },
  inFlight: new InFlight(),
  clock: systemClock,
  newId,
  report: (error) => {
    throw error;
  },
});
const exports = new Exports({ results, destination: createFolderDestination(dataDir), now: Date.now, newId });
const archive = await archives.of({ kind: 'sample' });
const columns = TABLES.d_se.columns.slice(0, 20).map(({ name }) => name);
const opened = await results.open({
  kind: 'table',
  table: 'd_se',
  filter: { start_racedate: '20150103', end_racedate: '20241231' },
});

async function exported(format: ExportFormat, sort: Sort): Promise<{ ms: number; blockedMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const began = performance.now();
  const exportId = exports.start({
    resultId: opened.summary.resultId,
    columns,
    sort,
    filters: [],
    format,
    header: 'name',
    form: 'delivered',
    language: 'en',
  });
  let end: ExportEvent | undefined;
  for await (const event of exports.watch(exportId)) end = event;
  const ms = performance.now() - began;
  delay.disable();
  if (end?.type !== 'done' || end.records !== ROWS) throw new Error(`the export ended with ${end?.type}`);
  rmSync(end.path);
  return { ms, blockedMs: delay.max / 1e6 };
}

async function copied(format: ExportFormat): Promise<number> {
  const path = join(dataDir, 'copy');
  const began = performance.now();
  await archive.rows(
    `copy (select ${columns.map(quoted).join(', ')} from d_se) to '${path}' (${COPIES[format] ?? ''})`,
  );
  const ms = performance.now() - began;
  rmSync(path);
  return ms;
}

for (const format of FORMATS)
  for (const sort of [[], SORTED]) {
    const runs = [];
    const peers = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push(await exported(format, sort));
      peers.push(await copied(format));
    }
    const ms = median(runs.map((run) => run.ms));
    console.log(
      JSON.stringify({
        name: 'exports',
        format,
        sorted: sort.length > 0,
        rows: ROWS,
        columns: columns.length,
        ms: rounded(ms),
        of_duckdb_copy: rounded(ms / median(peers)),
        longest_block_ms: rounded(Math.max(...runs.map((run) => run.blockedMs))),
        load: rounded(loadavg()[0] ?? 0),
      }),
    );
  }
await results.closeAll();
await archives.close();
rmSync(dataDir, { recursive: true, force: true });
