// Ten stored years: a repeated query makes no request and returns its first page, 60 rows of 30 columns, within 100 ms,
// including the check against its program and meetings. Measured for a race day, a month, a year and all ten; the peer
// is DuckDB's own SQL on the same rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { createApiClient } from '../electron/service-client/api-client.ts';
import { systemClock } from '../electron/service-client/clock.ts';
import { openSpool } from '../electron/service-client/spool.ts';
import { createArchives } from '../electron/archive/archives.ts';
import { orderOf, quoted, whereOf } from '../electron/archive/filter-sql.ts';
import { InFlight } from '../electron/downloads/in-flight.ts';
import { createResults } from '../electron/results/results.ts';
import { makeLongTable } from './archive/long-table.ts';
import { makeProgram } from './archive/program.ts';
import { median, rounded } from './measuring/figures.ts';
import { NO_NOTICES } from '../electron/testing/no-notices.ts';

const ROUNDS = 9;
const ROWS = 475_000;
const LIMIT_MS = 100;

const PERIODS: Readonly<Record<string, Filter>> = {
  day: { start_racedate: '20210612', end_racedate: '20210612' },
  month: { start_racedate: '20210601', end_racedate: '20210630' },
  year: { start_racedate: '20210101', end_racedate: '20211231' },
  ten_years: { start_racedate: '20150103', end_racedate: '20241231' },
};

const dataDir = mkdtempSync(join(tmpdir(), 'railbird-bench-held-'));
const archives = createArchives({ dataDir, now: Date.now, notices: NO_NOTICES });
const file = archives.pathOf({ kind: 'sample' });
await makeLongTable(file, { table: 'd_se', rows: ROWS, from: '20150103', to: '20241231' });
await makeProgram(file);

let requests = 0;
const client = createApiClient({
  transport: () => {
    requests += 1;
    return Promise.reject(new Error('no request is expected'));
  },
  credentials: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', apiKey: 'app', userKey: 'user' }),
  clock: systemClock,
  random: Math.random,
  spool: openSpool(dataDir),
});
let ids = 0;
const results = createResults({
  runSql: () => Promise.reject(new Error('this benchmark runs no SQL')),
  context: async () => ({
    archive: await archives.of({ kind: 'sample' }),
    client: client.of({ kind: 'sample' }),
    inFlight: new InFlight(),
    now: Date.now,
  }),
  newId: () => `r${(ids += 1)}`,
  report: (error) => {
    throw error;
  },
});
const archive = await archives.of({ kind: 'sample' });
const names = TABLES.d_se.columns.slice(0, 30).map(({ name }) => name);

async function firstPage(filter: Filter): Promise<{ readonly ms: number; readonly records: number }> {
  const began = performance.now();
  const result = await results.open({ kind: 'table', table: 'd_se', filter }, {});
  const cells = await result.cells(names, 0, 60);
  const ms = performance.now() - began;
  if (cells.length !== names.length || cells[0]?.length !== 60)
    throw new Error('not the expected first page');
  results.close(result.summary.resultId);
  return { ms, records: result.summary.records };
}

async function inSql(filter: Filter): Promise<number> {
  const { sql, values } = whereOf(TABLES.d_se, filter);
  const began = performance.now();
  await archive.columns(
    `select ${names.map(quoted).join(', ')} from d_se where ${sql} order by ${orderOf(TABLES.d_se)} limit 60`,
    values,
  );
  return performance.now() - began;
}

const periods: Record<string, object> = {};
for (const [name, filter] of Object.entries(PERIODS)) {
  const { records } = await firstPage(filter);
  const [ours, peers]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push((await firstPage(filter)).ms);
    peers.push(await inSql(filter));
  }
  const ms = median(ours);
  periods[name] = {
    records,
    ms: rounded(ms),
    of_limit: rounded(ms / LIMIT_MS),
    best_ms: rounded(Math.min(...ours)),
    of_duckdb: rounded(median(peers) / ms),
  };
}
await results.closeAll();
await archives.close();
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(
  `${JSON.stringify({
    name: 'archive-held',
    rows: ROWS,
    requests,
    requests_wanted: 0,
    ms_wanted: LIMIT_MS,
    ...periods,
    load: rounded(loadavg()[0] ?? 0),
  })}\n`,
);
