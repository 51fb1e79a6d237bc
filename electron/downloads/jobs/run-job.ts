// One run of a job: its tables one after another, until everything is requested, an error ends the run, or it is
// stopped.

import type { DailyTable } from '#shared/bridge/downloads.ts';
import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { CoverageReport } from '../verify/coverage-report.ts';
import type { RanPlan } from '../fetch/run-plan.ts';
import { requestsFor } from '../plan/estimate.ts';
import { planReference } from '../plan/query-plan.ts';
import type { QueryContext } from '../query-context.ts';
import { fetchRange, partsBeside, planRange, reportOfRange, type PlannedRange } from '../range.ts';
import { isReferenceTable } from '../plan/reference-tables.ts';
import type { StoredJob } from './job.ts';
import { RunFigures, type RunProgress } from './run-progress.ts';
import type { RunResult } from './job-outcome.ts';

export interface Ran extends RunResult, RunProgress {
  /** One for each table that was started. */
  readonly accounts: readonly { readonly table: DailyTable; readonly account: CoverageReport }[];
}

export interface JobRunOptions {
  /** Cancels requests in flight. */
  readonly signal: AbortSignal;
  /** Starts no further window. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/** Errors: CANCELLED, ARCHIVE_FAILED. Errors of the service end the run and are in the result. */
export async function runJob(context: QueryContext, job: StoredJob, options: JobRunOptions): Promise<Ran> {
  const { signal, stop } = options;
  const tables = inOrder(job.tables).map((code) => TABLES[code]);
  const ahead = await Promise.all(tables.map((table) => windowsOf(context, job, table)));
  const figures = new RunFigures(ahead, await windowsBeside(context, job), options.onProgress);
  const done: { readonly table: Table; readonly period: RanPlan<PlannedRange> }[] = [];
  for (const [at, table] of tables.entries()) {
    if (stop.aborted) break;
    const period = await fetchRange(
      context,
      table,
      job,
      {
        want: job.want,
        since: job.since,
        signal,
        stop,
        onReferences: (progress) => figures.references(progress),
        onProgress: (progress) => figures.table(at, progress),
      },
      job.tables,
    );
    done.push({ table, period });
    figures.through([...period.references, period.fetched], at === tables.length - 1);
    if (period.fetched.ended) break;
  }
  return { ...figures.now, ...(await accountOf(context, job, done)) };
}

/** Called after the last table, so that each is checked against everything that is stored by then. */
async function accountOf(
  context: QueryContext,
  job: StoredJob,
  done: readonly { readonly table: Table; readonly period: RanPlan<PlannedRange> }[],
): Promise<RunResult & Pick<Ran, 'accounts'>> {
  const accounts = await Promise.all(
    done.map(async ({ table, period }) => ({
      table: table.code as DailyTable,
      account: await reportOfRange(context, table, job, period),
    })),
  );
  const ended = done.at(-1)?.period.fetched.ended;
  const [failed] = done.flatMap(({ period }) =>
    [period.fetched, ...period.references].flatMap((fetched) => fetched.failed),
  );
  return {
    accounts,
    reasons: accounts.flatMap(({ table, account }) =>
      account.reasons.map((reason) => ({ ...reason, table })),
    ),
    ...(ended ? { ended } : {}),
    ...(failed ? { failed: failed.error } : {}),
  };
}

/** Reference tables first. */
const inOrder = (codes: readonly DailyTable[]): DailyTable[] =>
  codes.toSorted((a, b) => Number(isReferenceTable(b)) - Number(isReferenceTable(a)));

/** The number known before the first answer. */
async function windowsOf(context: QueryContext, job: StoredJob, table: Table): Promise<number> {
  return requestsFor(table, await planRange(context, table, job, job));
}

/** Windows of the reference tables that are not among the job's own. */
async function windowsBeside(context: QueryContext, job: StoredJob): Promise<number> {
  const parts = partsBeside(job.tables, job, todayInTokyo(context.now()));
  const since = job.want === 'all' ? job.since : undefined;
  const planned = await Promise.all(parts.map((part) => planReference(context, part, since)));
  return sumOf(planned.map((part) => requestsFor(part.table, part)));
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
