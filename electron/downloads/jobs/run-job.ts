// One run of a job: its tables one after another, until all is asked for, something ends it, or it is told to stop.

import type { DailyTable } from '#shared/bridge/downloads.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Gathered } from '../account.ts';
import { requestsFor } from '../estimate.ts';
import type { FetchFigures } from '../fetch.ts';
import type { GatherContext } from '../gather.ts';
import { accountOfPeriod, fetchPeriod, partsBeside, planPeriod, type PeriodFetched } from '../period.ts';
import { planWitnesses } from '../witnessed.ts';
import { isWitness } from '../witnesses.ts';
import type { KeptJob } from './job.ts';
import type { Run } from './verdict.ts';

/** Since the run began. */
export interface RunProgress {
  readonly windowsDone: number;
  readonly windowsLeft: number;
  readonly records: number;
  readonly bytes: number;
}

/** `windowsDone`: those that are held now. */
export interface Ran extends Run, RunProgress {
  /** Of the tables that were begun. */
  readonly accounts: readonly { readonly table: DailyTable; readonly account: Gathered }[];
}

export interface RunOptions {
  /** Gives up what is on its way. */
  readonly signal: AbortSignal;
  /** Begins nothing further. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

type Figures = Pick<FetchFigures, 'windowsDone' | 'records' | 'bytes'>;

const NOTHING: Figures = { windowsDone: 0, records: 0, bytes: 0 };

/** Errors: CANCELLED, ARCHIVE_FAILED. Those of the service end the run and are in it. */
export async function runJob(context: GatherContext, job: KeptJob, options: RunOptions): Promise<Ran> {
  const tables = inOrder(job.tables).map((code) => TABLES[code]);
  const ahead = await Promise.all(tables.map((table) => windowsOf(context, job, table)));
  let aheadBeside = await windowsBeside(context, job);
  const done: { readonly table: Table; readonly period: PeriodFetched }[] = [];
  let [windowsDone, records, bytes] = [0, 0, 0];
  let ended: RailbirdError | undefined;
  const show = (now: Figures) =>
    options.onProgress({
      windowsDone: windowsDone + now.windowsDone,
      windowsLeft: aheadBeside + sumOf(ahead),
      records: records + now.records,
      bytes: bytes + now.bytes,
    });
  show(NOTHING);

  for (const [at, table] of tables.entries()) {
    if (options.stop.aborted) break;
    const before = aheadBeside;
    let beside: Figures = NOTHING;
    const period = await fetchPeriod(
      context,
      table,
      job,
      {
        want: job.want,
        since: job.since,
        signal: options.signal,
        stop: options.stop,
        onWitnesses: (now) => {
          aheadBeside = Math.max(now.windowsTotal - now.windowsDone, before - now.windowsDone);
          beside = now;
          show(now);
        },
        onProgress: (now) => {
          ahead[at] = now.windowsTotal - now.windowsDone;
          show({
            windowsDone: beside.windowsDone + now.windowsDone,
            records: beside.records + now.records,
            bytes: beside.bytes + now.bytes,
          });
        },
      },
      job.tables,
    );
    done.push({ table, period });
    for (const fetched of [...period.witnesses, period.fetched]) {
      windowsDone += fetched.answered;
      records += fetched.records;
      bytes += fetched.bytes;
    }
    ended = period.fetched.ended;
    if (ended) break;
  }
  // By now all of it is held that each is held against.
  const accounts = await Promise.all(
    done.map(async ({ table, period }) => ({
      table: table.code as DailyTable,
      account: await accountOfPeriod(context, table, job, period),
    })),
  );
  const failed = done
    .flatMap(({ period }) => [period.fetched, ...period.witnesses])
    .flatMap((fetched) => fetched.failed)[0]?.error;
  return {
    windowsDone,
    windowsLeft: done.length === tables.length ? sumOf(ahead) : aheadBeside + sumOf(ahead),
    records,
    bytes,
    accounts,
    reasons: accounts.flatMap(({ table, account }) =>
      account.reasons.map((reason) => ({ ...reason, table })),
    ),
    ...(ended ? { ended } : {}),
    ...(failed ? { failed } : {}),
  };
}

/** What the others are held against first. */
const inOrder = (codes: readonly DailyTable[]): DailyTable[] =>
  codes.toSorted((a, b) => Number(isWitness(b)) - Number(isWitness(a)));

/** As far as it can be told before the first answer. */
async function windowsOf(context: GatherContext, job: KeptJob, table: Table): Promise<number> {
  return requestsFor(table, await planPeriod(context, table, job, job));
}

/** Those of what the tables are held against, where it is not among them. */
async function windowsBeside(context: GatherContext, job: KeptJob): Promise<number> {
  const parts = partsBeside(job.tables, job, todayInTokyo(context.now()));
  const planned = await planWitnesses(context, parts, job.want === 'all' ? job.since : undefined);
  return sumOf(planned.map((part) => requestsFor(part.table, part)));
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
