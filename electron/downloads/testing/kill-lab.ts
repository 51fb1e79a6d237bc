// Downloads that are killed and restarted until they are done: which records are lost, and which stored days are
// requested again.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { createArchives } from '../../archive/archives.ts';
import { dayOf, unitsOf } from '../../archive/coverage.ts';
import { quoted } from '../../archive/filter-sql.ts';
import { reportSchema, type Order } from './kill-driver.ts';
import type { KillFront } from './kill-front.ts';
import { programOf } from '../../testing/program.ts';
import { NO_NOTICES } from '../../testing/no-notices.ts';

/** Where a process ends: it kills itself, or the lab kills it so many milliseconds after its start. */
export type Death = NonNullable<Order['die']> | { readonly at: 'time'; readonly ms: number };

export interface KillRun {
  /** Processes that were killed, without those that finished before. */
  readonly kills: number;
  /** Records that differ from the service's own. */
  readonly lost: number;
  /** Stored days that were requested again. */
  readonly requestedAgain: number;
  /** How the job ended, in the last process. */
  readonly ended: string;
  /** Windows of the whole download. */
  readonly windows: number;
}

export interface KillRunOptions {
  readonly front: KillFront;
  readonly selection: Order['selection'];
  /** The service's own records of the selection. */
  readonly oracle: (table: TableCode) => readonly WireRecord[] | Promise<readonly WireRecord[]>;
  readonly deaths: readonly Death[];
}

/** One download from beginning to end, with a kill for each process but the last. */
export async function killRun({ front, selection, oracle, deaths }: KillRunOptions): Promise<KillRun> {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-kill-'));
  let [kills, requestedAgain] = [0, 0];
  let last: Life = { stored: new Set(), isKilled: true };
  try {
    for (const [at, death] of [...deaths, undefined].entries()) {
      const name = `${dataDir} ${at}`;
      const order = { process: name, dataDir, baseUrl: front.url, selection };
      last = await live(death === undefined || death.at === 'time' ? order : { ...order, die: death }, death);
      kills += last.isKilled ? 1 : 0;
      requestedAgain += front.requests
        .filter((request) => request.process === name)
        .flatMap(({ table, filter }) => unitsOf(filter).map((unit) => `${table} ${dayOf(unit)}`))
        .filter((day) => last.stored.has(day)).length;
      if (!last.isKilled) break;
    }
    const lost =
      last.ended === undefined ? Infinity : await recordsLost(dataDir, front.url, selection, oracle);
    return { kills, lost, requestedAgain, ended: last.ended ?? 'never', windows: last.windows ?? 0 };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Life {
  /** The stored days that it found, as `table day`. */
  readonly stored: ReadonlySet<string>;
  readonly isKilled: boolean;
  readonly ended?: string;
  readonly windows?: number;
}

/** Runs one process from its start to its end. */
async function live(order: Order, death: Death | undefined): Promise<Life> {
  const driver = programOf('electron/downloads/testing/kill-driver');
  const child = spawn(process.execPath, [driver, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_, signal) => resolve(signal));
  });
  let problem = '';
  child.stderr.on('data', (text: Buffer) => (problem += text.toString()));
  const timer = death?.at === 'time' ? setTimeout(() => child.kill('SIGKILL'), death.ms) : undefined;
  let stored: ReadonlySet<string> = new Set();
  let ended: { readonly ended: string; readonly windows: number } | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const report = reportSchema.parse(JSON.parse(line));
    if ('stored' in report) stored = daysOf(report.stored);
    else ended = { ended: report.ended, windows: report.windowsDone };
  }
  const signal = await gone;
  clearTimeout(timer);
  // Killed just after it reported the end: it has finished.
  if (signal === 'SIGKILL' && ended === undefined) return { stored, isKilled: true };
  if (ended === undefined) throw new Error(`the driver failed: ${problem}`);
  return { stored, isKilled: false, ...ended };
}

const daysOf = (stored: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> =>
  new Set(Object.entries(stored).flatMap(([table, days]) => days.map((day) => `${table} ${day}`)));

/** The number of records that only one of the two has. */
async function recordsLost(
  dataDir: string,
  baseUrl: string,
  { tables }: Order['selection'],
  oracle: KillRunOptions['oracle'],
): Promise<number> {
  const archives = createArchives({ dataDir, now: () => Date.now(), notices: NO_NOTICES });
  try {
    const archive = await archives.of({ kind: 'account', baseUrl });
    let lost = 0;
    for (const table of tables) {
      const names = TABLES[table].columns.map((column) => column.name);
      const rows = await archive.rows(`select ${names.map(quoted).join(', ')} from ${quoted(table)}`);
      const expected = (await oracle(table)).map((record) => names.map((name) => textOf(record[name])));
      lost += differences(
        rows.map((row) => row.map(textOf)),
        expected,
      );
    }
    return lost;
  } finally {
    await archives.close();
  }
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

function differences(some: readonly unknown[], others: readonly unknown[]): number {
  const counts = new Map<string, number>();
  for (const [list, step] of [
    [some, 1],
    [others, -1],
  ] as const) {
    for (const each of list) {
      const key = JSON.stringify(each);
      counts.set(key, (counts.get(key) ?? 0) + step);
    }
  }
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
