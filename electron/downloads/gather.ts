// Brings what a query needs into the archive, and says what could not be had. The archive is then asked.

import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { ApiClient } from '../service-client/api-client.ts';
import type { Priority } from '../service-client/priority.ts';
import type { Archive } from '../archive/archive.ts';
import { dayOf, dayUnit, unitsOf } from '../archive/coverage.ts';
import { dayOfRace } from '../archive/race-day.ts';
import { shortDaysOf } from './verify/shortfalls.ts';
import {
  coverageReport,
  notFetched,
  staleUnits,
  unique,
  type CoverageReport,
} from './verify/coverage-report.ts';
import { fetchWindows } from './fetch/fetch.ts';
import type { Fetched, FetchFigures } from './fetch/fetched.ts';
import { problemOf } from './plan/filter-problem.ts';
import { knownDays } from './plan/idle-days.ts';
import { plan, requestOf } from './plan/planner.ts';
import { readSize, sizeNote } from './plan/window-size.ts';
import { cut, Windows, type ToAsk } from './plan/windows.ts';

export interface GatherContext {
  readonly client: Pick<ApiClient, 'query'>;
  readonly archive: Archive;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface GatherOptions {
  readonly refresh?: boolean;
  readonly priority?: Priority;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
  /** Settles when what the answers are held against is held, as far as it will be. */
  readonly crossChecked?: Promise<unknown>;
}

/**
 * What is held stale stands in for what cannot be fetched. Errors: INVALID_FILTER, CANCELLED, ARCHIVE_FAILED;
 * when nothing of the query is held, the error of the service, or OFFLINE_NOT_HELD where there is an archive
 * to go on with.
 */
export async function gather(
  context: GatherContext,
  code: TableCode,
  filter: Filter,
  options: GatherOptions = {},
): Promise<CoverageReport> {
  const table = TABLES[code];
  const problem = problemOf(table, filter);
  if (problem !== undefined) throw new RailbirdError('INVALID_FILTER', { problem });

  const units = unitsOf(requestOf(filter));
  const day = filter.racekey === undefined ? undefined : await dayOfRace(context.archive, filter.racekey);
  const all = day === undefined ? units : [...units, dayUnit(day)];
  const input = {
    table,
    filter,
    stored: await context.archive.coverage(code, all),
    now: context.now(),
    ...(day === undefined ? {} : { day }),
    ...(options.refresh ? { refresh: true } : {}),
  };
  const asks = plan(input);
  // Who wants it anew wants no old word on what to leave out.
  const idle = options.refresh ? new Set<string>() : await idleDays(context, table, asks.ask);
  const { ask, storedDays, storedRequests } = idle.size > 0 ? plan({ ...input, idle }) : asks;
  const size = readSize(table, await context.archive.note(sizeNote(table)), context.now());
  const windows = new Windows(table, ask, size);
  const storedWindows = storedRequests + cut(storedDays, size.days).length;
  const { refresh: _, crossChecked, priority = 'interactive', ...rest } = options;
  const shortDays = async (window: Filter) => {
    await crossChecked?.catch(() => undefined);
    return shortDaysOf(context, table)(window);
  };
  const fetched = await fetchWindows({ ...context, table, windows, priority, shortDays, ...rest });
  const wanted = units.filter((unit) => !idle.has(dayOf(unit) ?? ''));
  const stored = fetched.answered === 0 ? input.stored : await context.archive.coverage(code, all);
  const report = coverageReport(wanted, stored, fetched, storedWindows);
  await insist(context.archive, report, fetched, options.refresh === true);
  if (options.refresh !== true) return report;
  const stale = staleUnits(fetched, wanted, report.missing);
  return { ...report, reasons: unique([...report.reasons, ...notFetched(stale, fetched)]) };
}

async function idleDays(
  context: Pick<GatherContext, 'archive' | 'now'>,
  table: Table,
  ask: ToAsk,
): Promise<ReadonlySet<string>> {
  if (ask.kind !== 'days') return new Set();
  return (await knownDays(context.archive, ask.days, context.now(), table.code)).idle;
}

/**
 * Nothing at all to show, or an explicit wish for new data that came to nothing, is an error. Errors: that of the
 * service, or OFFLINE_NOT_HELD.
 */
export async function insist(
  archive: Archive,
  report: CoverageReport,
  fetched: Fetched,
  refresh: boolean,
): Promise<void> {
  const error = fetched.failed[0]?.error;
  if (!error) return;
  const nothingStored = report.stored.length === 0;
  if (!nothingStored && !(refresh && report.windows.fetched === 0)) return;
  if (nothingStored && error.code === 'UNREACHABLE' && !(await archive.isEmpty())) {
    throw new RailbirdError('OFFLINE_NOT_HELD', {}, { cause: error });
  }
  throw error;
}

/** Whether an error is of one query's answer, so that what else there is can still be shown. */
export const isOfTheService = (error: unknown): error is RailbirdError =>
  error instanceof RailbirdError &&
  !['CANCELLED', 'ARCHIVE_FAILED', 'ARCHIVE_IN_USE', 'ARCHIVE_NEWER', 'ARCHIVE_DAMAGED'].includes(error.code);
