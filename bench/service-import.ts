// How fast results (t_se) are imported, compared with SQLite on the same bytes in the same run.
//
//   node bench/service-import.ts [records] [rounds]
//
// The peer: plain prepared inserts of rows that are ready (key values and the record's bytes, one row per record, with
// an index by race) in transactions of as many records; only the transactions are timed. The import is timed from
// opening the file to the last commit. Rounds alternate, each in a separate process, and the best of each counts.
// Prints one line of JSON: `ratio` is import to peer (`cpuRatio` by processor time, which other programs on the machine
// affect less), `rssGrowthMB` is how much the import's second half uses more memory than its first. The target: 50,000
// records/s or a ratio of 0.5, whichever is lower.

import { spawnSync } from 'node:child_process';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { tableOf } from '#shared/catalogue/tables.ts';
import { importFiles } from '../service/admin/import/import-files.ts';
import { readFile } from '../service/admin/import/open-file.ts';
import { Rejects } from '../service/admin/import/rejects.ts';
import { sampleDays } from '../service/sample/generator/generate.ts';
import { SqliteBulkWriter } from '../service/store/sqlite/bulk-writer.ts';
import { layoutOf } from '../service/store/sqlite/tables.ts';

const TABLE = tableOf('t_se');
const BATCH = 4_000;
const MEGABYTE = 1024 * 1024;

/** Ways to write the same records: as this project does, in another order, all in ASCII. */
const SHAPES = {
  'catalogue order': (record: object) => JSON.stringify(record),
  'any order, spaces': (record: object) =>
    `{${Object.entries(record)
      .toReversed()
      .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
      .join(', ')}}`,
  escaped: (record: object) =>
    JSON.stringify(record).replace(/[^ -~]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
} as const;

interface Round {
  readonly perSecond: number;
  /** Processor time per record of all threads, in microseconds. */
  readonly cpu: number;
  readonly rssGrowthMB?: number;
  readonly rssMB?: number;
}

const [first = '120000', second = '2', file] = process.argv.slice(2);
if (file !== undefined) {
  const round = first === 'import' ? await importRound(file) : await peerRound(file);
  process.stdout.write(JSON.stringify(round));
} else {
  compare(Number(first), Number(second));
}

function compare(records: number, rounds: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-'));
  try {
    const results = Object.entries(SHAPES).map(([shape, write]) => {
      const path = join(folder, 'results.ndjson');
      const bytes = makeFile(path, records, write);
      const found: Record<'import' | 'peer', Round[]> = { import: [], peer: [] };
      for (let round = 0; round < rounds; round++) {
        for (const kind of ['import', 'peer'] as const) found[kind].push(inProcess(kind, path));
      }
      const [best, peer] = [bestOf(found.import), bestOf(found.peer)];
      return {
        shape,
        megabytes: Math.round(bytes / MEGABYTE),
        importPerSecond: Math.round(best),
        peerPerSecond: Math.round(peer),
        ratio: Number((best / peer).toFixed(2)),
        cpuRatio: Number((leastOf(found.peer) / leastOf(found.import)).toFixed(2)),
        rssGrowthMB: Math.max(...found.import.map(({ rssGrowthMB = 0 }) => rssGrowthMB)),
        rssMB: Math.max(...found.import.map(({ rssMB = 0 }) => rssMB)),
      };
    });
    process.stdout.write(
      `${JSON.stringify({ bench: 'service-import', table: TABLE.code, records, results })}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bestOf(rounds: readonly Round[]): number {
  return Math.max(...rounds.map(({ perSecond }) => perSecond));
}

function leastOf(rounds: readonly Round[]): number {
  return Math.min(...rounds.map(({ cpu }) => cpu));
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function inProcess(kind: 'import' | 'peer', path: string): Round {
  const self = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(process.execPath, [self, kind, '', path], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Round;
}

/** Sample results of a quarter, and the same under earlier years until there are enough. */
function makeFile(path: string, records: number, write: (record: object) => string): number {
  const quarter = [...sampleDays('20260801', '20261031', { seed: 'railbird', today: '20261120' })].flatMap(
    (day) => day.records.get('t_se') ?? [],
  );
  const descriptor = openSync(path, 'w');
  let bytes = 0;
  for (let written = 0; written < records; written += quarter.length) {
    const year = 2026 - written / quarter.length;
    for (const record of quarter.slice(0, records - written)) {
      const racedate = `${year}${String(record['racedate']).slice(4)}`;
      bytes += writeSync(descriptor, `${write({ ...record, racedate })}\n`);
    }
  }
  closeSync(descriptor);
  return bytes;
}

async function importRound(path: string): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-'));
  const bulkWriter = new SqliteBulkWriter(join(folder, 'records.sqlite'));
  const rss: number[] = [];
  try {
    const rejects = new Rejects({ folder });
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    const counts = await importFiles(TABLE, [{ name: path, bytes: () => readFile(path) }], {
      rejects,
      bulkWriter: {
        keep(table, ready) {
          rss.push(process.memoryUsage.rss());
          return bulkWriter.keep(table, ready);
        },
      },
    });
    const seconds = (performance.now() - started) / 1000;
    if (counts.rejected > 0 || counts.stored < counts.read) throw new Error(JSON.stringify(counts));
    const half = Math.ceil(rss.length / 2);
    const growth = Math.max(...rss.slice(half)) - Math.max(...rss.slice(0, half));
    return {
      perSecond: counts.read / seconds,
      cpu: cpuSince(cpuBefore) / counts.read,
      rssGrowthMB: Math.round(growth / MEGABYTE),
      rssMB: Math.round(Math.max(...rss) / MEGABYTE),
    };
  } finally {
    await bulkWriter.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function peerRound(path: string): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-bench-'));
  const database = new Database(join(folder, 'records.sqlite'));
  const { columns, order } = layoutOf(TABLE);
  const names = columns.map(({ name }) => name);
  database.exec(
    `PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
     CREATE TABLE ${TABLE.code} (${columns.map(({ name, type }) => `${name} ${type} NOT NULL`).join(', ')},
       record TEXT NOT NULL, UNIQUE (${order.join(', ')})) STRICT;
     CREATE INDEX by_race ON ${TABLE.code} (racekey, racedate, horse_number);`,
  );
  const insert = database.prepare<(string | number | Buffer)[]>(
    `INSERT INTO ${TABLE.code} (${names.join(', ')}, record)
     VALUES (${names.map(() => '?').join(', ')}, CAST(? AS TEXT))`,
  );
  let seconds = 0;
  let cpu = 0;
  let records = 0;
  const add = (rows: readonly (string | number | Buffer)[][]) => {
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    database
      .transaction(() => {
        for (const row of rows) insert.run(...row);
      })
      .immediate();
    seconds += (performance.now() - started) / 1000;
    cpu += cpuSince(cpuBefore);
    records += rows.length;
  };
  try {
    const rows: (string | number | Buffer)[][] = [];
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const record = JSON.parse(line) as Readonly<Record<string, unknown>>;
      rows.push([...columns.map(({ read }) => read(record)), Buffer.from(line)]);
      if (rows.length === BATCH) add(rows.splice(0));
    }
    add(rows);
    return { perSecond: records / seconds, cpu: cpu / records };
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
