// Damages archives chosen by a seed and opens them as the app does: does any get stuck, is every readable table kept,
// is no lost record claimed, and is the user notified? `npm run bench -- archive-damage` runs many, `npm test` a few.

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { openSpool } from '../../service-client/spool.ts';
import { openNotices } from '../../files/notices.ts';
import { storedAnswerOf } from '../../testing/answers.ts';
import { meetingOf, racesOf, runnersOf } from '../../testing/fake-records.ts';
import type { Archive } from '../archive.ts';
import { createArchives } from '../archives.ts';
import { dayUnit } from '../coverage.ts';

const IDENTITY = { kind: 'sample' } as const;
const FETCHED = Date.UTC(2026, 10, 1);
const NOW = Date.UTC(2026, 10, 22, 8);

export const DAMAGES = [
  'header byte',
  'byte',
  'byte of the log',
  'cut',
  'cut of the log',
  'zeroes',
  'many bytes',
] as const;

export type Damage = (typeof DAMAGES)[number];

export interface DamageRun {
  readonly seed: number;
  readonly damage: Damage;
  /** Offset in bytes from the start of the file or log. */
  readonly at: number;
  /** Length in bytes of damage that spans several. */
  readonly length: number;
  /** `unseen`: DuckDB reads nothing of the damaged part. `whole`: a byte was repaired and nothing is lost. */
  readonly outcome: 'unseen' | 'whole' | 'partly' | 'lost' | 'log shorter';
  /** Violations of the guarantees; empty if all is well. */
  readonly violations: readonly string[];
}

/** The content of a table by day: the number of rows, and a checksum of all their values. */
type Content = ReadonlyMap<string, string>;

export interface DamageLab {
  /** Never throws: failures are part of the run. */
  run(seed: number): Promise<DamageRun>;
  close(): Promise<void>;
}

/** Makes the archive that is damaged: some tables over `days` days, and a log that no checkpoint has merged. */
export async function openDamageLab(days: number): Promise<DamageLab> {
  const folder = await mkdtemp(join(tmpdir(), 'railbird-damage-'));
  const whole = join(folder, 'whole');
  await fill(whole, days);
  const path = archivePath(whole);
  const content = await contentOf(path);
  const bytes = await readFile(path);
  const log = await readFile(`${path}.wal`);
  return {
    run: (seed) => runSeed(seed, { bytes, log, content, folder }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Whole {
  readonly bytes: Buffer;
  readonly log: Buffer;
  readonly content: ReadonlyMap<string, Content>;
  readonly folder: string;
}

async function runSeed(seed: number, { bytes, log, content, folder }: Whole): Promise<DamageRun> {
  const random = randomFrom(seed);
  const damage = DAMAGES[Math.floor(random() * DAMAGES.length)] ?? 'byte';
  const damaged = { bytes: Buffer.from(bytes), log: Buffer.from(log) };
  const { at, length } = spoil(damage, damaged, random);
  const dataDir = await mkdtemp(join(folder, 'run-'));
  const path = archivePath(dataDir);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, damaged.bytes);
  await writeFile(`${path}.wal`, damaged.log);
  const violations: string[] = [];
  try {
    const readable = await readableTables(path, join(folder, `oracle-${seed}`));
    const kept = await useArchive(dataDir, violations);
    const files = await readdir(dirname(path));
    const quarantined = files.filter((name) => name.includes('.damaged-') && !name.endsWith('.wal'));
    for (const [table, byDay] of readable) {
      for (const [day, sum] of byDay) {
        if (kept.content.get(table)?.get(day) !== sum)
          violations.push(`${table} ${day} could be read but was not saved`);
      }
    }
    for (const [table, byDay] of kept.content) {
      for (const [day, sum] of byDay) {
        if (content.get(table)?.get(day) !== sum) violations.push(`${table} ${day} has changed`);
      }
    }
    for (const claim of kept.claims) {
      if (!kept.content.get(claim.table)?.has(claim.day))
        violations.push(`${claim.table} ${claim.day} is claimed but lost`);
    }
    const lostTables = [...content].filter(([table, byDay]) => !same(kept.content.get(table), byDay));
    const isLogOnly = damage === 'cut of the log' || damage === 'byte of the log';
    if (quarantined.length !== kept.notices.length)
      violations.push(`${quarantined.length} quarantined, ${kept.notices.length} notices`);
    // A log that is cut off looks like that of a killed process: its content is neither present nor claimed.
    if (lostTables.length > 0 && quarantined.length === 0 && !isLogOnly)
      violations.push('records were lost and not reported');
    // The damage was found when the file was opened, so nothing has been written to it since.
    for (const name of readable.size === 0 ? quarantined : []) {
      if (!damaged.bytes.equals(await readFile(join(dirname(path), name))))
        violations.push('the quarantined file was changed');
    }
    if (files.some((name) => /\.(salvag|source|new)/.test(name)))
      violations.push(`left behind: ${files.join(' ')}`);
    const noneKept = [...kept.content.values()].every((byDay) => byDay.size === 0);
    const outcome =
      quarantined.length === 0
        ? lostTables.length > 0
          ? 'log shorter'
          : 'unseen'
        : lostTables.length === 0
          ? 'whole'
          : noneKept
            ? 'lost'
            : 'partly';
    return { seed, damage, at, length, outcome, violations };
  } catch (error) {
    violations.push(
      `stuck: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`,
    );
    return { seed, damage, at, length, outcome: 'lost', violations };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Two starts of the app: the first reads everything and writes, the second reads again. */
async function useArchive(dataDir: string, violations: string[]) {
  const start = async <T>(use: (archive: Archive) => Promise<T>): Promise<T> => {
    const notices = openNotices({
      dataDir,
      now: () => NOW,
      report: (error) => violations.push(String(error)),
    });
    const archives = createArchives({ dataDir, now: () => NOW, notices });
    try {
      return await use(await archives.of(IDENTITY));
    } finally {
      await archives.close();
    }
  };
  const first = await start(async (archive) => {
    await readAll(archive);
    await writeDay(archive, dataDir, ADDED);
    await archive.usage();
    return readAll(archive);
  });
  for (const table of FILLED) {
    if (!first.get(table)?.has(ADDED)) violations.push(`${table} ${ADDED} was written but is missing`);
  }
  const again = await start(async (archive) => {
    const claims = await archive.rows(
      `select table_code, last_day from coverage
         where starts_with(unit, 'day:') and records > 0 and reasons = '[]' and last_day <> ?`,
      [ADDED],
    );
    return { content: await readAll(archive), claims };
  });
  for (const [table, byDay] of first) {
    if (!same(byDay, again.content.get(table))) violations.push(`${table} differs at the second start`);
  }
  const content = new Map(
    [...again.content].map(
      ([table, byDay]) => [table, new Map([...byDay].filter(([day]) => day !== ADDED))] as const,
    ),
  );
  const notices = await openNotices({ dataDir, now: () => NOW, report: () => undefined }).list();
  return {
    content,
    claims: again.claims.map(([table, day]) => ({ table: String(table), day: String(day) })),
    notices,
  };
}

/** Damages the file or its log as the seed determines. */
function spoil(
  damage: Damage,
  file: { bytes: Buffer; log: Buffer },
  random: () => number,
): { readonly at: number; readonly length: number } {
  const within = (length: number) => Math.floor(random() * length);
  const flip = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ (1 + within(255));
  };
  switch (damage) {
    case 'header byte': {
      const at = within(3 * 4096);
      flip(file.bytes, at);
      return { at, length: 1 };
    }
    case 'byte': {
      const at = within(file.bytes.length);
      flip(file.bytes, at);
      return { at, length: 1 };
    }
    case 'byte of the log': {
      const at = within(file.log.length);
      flip(file.log, at);
      return { at, length: 1 };
    }
    case 'cut': {
      const at = within(file.bytes.length);
      file.bytes = file.bytes.subarray(0, at);
      return { at, length: 0 };
    }
    case 'cut of the log': {
      const at = within(file.log.length);
      file.log = file.log.subarray(0, at);
      return { at, length: 0 };
    }
    case 'zeroes': {
      const at = within(file.bytes.length);
      const length = 512 * (1 + within(600));
      file.bytes.fill(0, at, at + length);
      return { at, length };
    }
    case 'many bytes': {
      const at = within(file.bytes.length);
      for (let byte = at; byte < Math.min(at + 64, file.bytes.length); byte += 1) flip(file.bytes, byte);
      return { at, length: 64 };
    }
  }
}

/** Tables with records. */
const FILLED = ['d_ka', 'd_ra', 'd_se', 'd_ky'] as const;
const ADDED = '20261121';

/** Days of racing merged into the file, and one that is still in the log: a killed process leaves both. */
async function fill(dataDir: string, days: number): Promise<void> {
  const live = join(dataDir, 'live');
  const archives = createArchives({
    dataDir: live,
    now: () => NOW,
    notices: { add: (notice) => Promise.reject(new Error(JSON.stringify(notice))) },
  });
  const archive = await archives.of(IDENTITY);
  for (let day = 1; day <= days; day += 1)
    await writeDay(archive, live, `202610${String(day).padStart(2, '0')}`);
  // Merges the log into the file.
  await archive.usage();
  await writeDay(archive, live, '20261031');
  await cp(join(live, 'archive'), join(dataDir, 'archive'), { recursive: true });
  await archives.close();
}

async function writeDay(archive: Archive, dataDir: string, racedate: string): Promise<void> {
  const spool = openSpool(dataDir);
  const card = { racedate, races: 12, runners: 16 };
  const random = randomFrom(Number(racedate));
  const records: Readonly<Record<(typeof FILLED)[number], readonly WireRecord[]>> = {
    d_ka: [meetingOf('d_ka', racedate)],
    d_ra: racesOf('d_ra', card),
    d_se: varied(runnersOf('d_se', card), random),
    d_ky: varied(runnersOf('d_ky', card), random),
  };
  for (const table of FILLED) {
    const filter = { racedate };
    await archive.write(await storedAnswerOf(table, filter, records[table], spool, { fetchedAt: FETCHED }));
  }
  await spool.close();
}

/** Texts that hardly compress, so that the tables fill blocks. */
const varied = (records: readonly WireRecord[], random: () => number): WireRecord[] =>
  records.map((record) => ({
    ...record,
    ...Object.fromEntries(
      Object.entries(record)
        .filter(([, value]) => value === '')
        .slice(0, 60)
        .map(([name]) => [name, Math.floor(random() * 1e9).toString(36)]),
    ),
  }));

async function readAll(archive: Archive): Promise<Map<string, Content>> {
  const all = new Map<string, Content>();
  for (const table of FILLED) {
    await archive.coverage(table, [dayUnit('20261001')]);
    all.set(table, contentFrom(await archive.rows(contentSql(table))));
  }
  return all;
}

/** The content as DuckDB alone reads the file, without the app's archive. */
async function contentOf(path: string): Promise<Map<string, Content>> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const all = new Map<string, Content>();
  for (const table of FILLED)
    all.set(table, contentFrom((await connection.runAndReadAll(contentSql(table))).getRows()));
  connection.closeSync();
  instance.closeSync();
  return all;
}

/** What DuckDB alone reads from a copy of the damaged file. Each table counts as a whole or not at all. */
async function readableTables(path: string, copy: string): Promise<Map<string, Content>> {
  await mkdir(copy);
  const at = join(copy, basename(path));
  await cp(path, at);
  await cp(`${path}.wal`, `${at}.wal`);
  const readable = new Map<string, Content>();
  try {
    const instance = await DuckDBInstance.create(at, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    for (const table of FILLED) {
      const rows = await connection.runAndReadAll(contentSql(table)).catch(() => undefined);
      if (rows) readable.set(table, contentFrom(rows.getRows()));
    }
    connection.closeSync();
    instance.closeSync();
  } catch {
    // The file did not even open.
  }
  await rm(copy, { recursive: true, force: true });
  return readable;
}

/** A checksum over every column of every row, but the record's number: salvaged records get new ones. */
const contentSql = (table: string): string => {
  const day = `coalesce(racedate, '')`;
  return `select ${day}, count(*)::VARCHAR || ':' || bit_xor(hash(whole))::VARCHAR from (select * exclude (__id) from "${table}") as whole group by 1`;
};

const contentFrom = (rows: readonly (readonly unknown[])[]): Content =>
  new Map(rows.map(([day, sum]) => [String(day), String(sum)]));

const same = (a: Content = new Map(), b: Content = new Map()): boolean =>
  a.size === b.size && [...a].every(([day, sum]) => b.get(day) === sum);

const archivePath = (dataDir: string): string => join(dataDir, 'archive', 'sample.duckdb');

/** Numbers in [0, 1), the same for the same seed; neighboring seeds are unrelated (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
