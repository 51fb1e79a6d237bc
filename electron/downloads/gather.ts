// Brings what a query needs into the archive, and says what could not be had. The archive is then asked.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Priority } from '../api/request-queue.ts';
import type { Archive } from '../archive/archive.ts';
import { dayOf, dayUnit, nameOf, unitsOf, type Held, type Unit } from '../archive/coverage.ts';
import { dayOfRace } from '../archive/race-day.ts';
import { fetchWindows, type Fetched, type FetchProgress } from './fetch.ts';
import { problemOf } from './filter-problem.ts';
import { knownDays } from './idle-days.ts';
import { plan, requestOf } from './planner.ts';
import { readSize, sizeNote } from './window-size.ts';
import { cut, Windows, type ToAsk } from './windows.ts';

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
  readonly onProgress?: (progress: FetchProgress) => void;
}

export interface Gathered {
  /** What is held of the query's units now. */
  readonly held: readonly Held[];
  /** Days, races or horses that are not held. */
  readonly missing: readonly string[];
  readonly reasons: readonly Incompleteness[];
  readonly windows: { readonly fetched: number; readonly held: number };
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
): Promise<Gathered> {
  const table = TABLES[code];
  const problem = problemOf(table, filter);
  if (problem !== undefined) throw new RailbirdError('INVALID_FILTER', { problem });

  const units = unitsOf(requestOf(filter));
  const day = filter.racekey === undefined ? undefined : await dayOfRace(context.archive, filter.racekey);
  const all = day === undefined ? units : [...units, dayUnit(day)];
  const input = {
    table,
    filter,
    held: await context.archive.coverage(code, all),
    now: context.now(),
    ...(day === undefined ? {} : { day }),
    ...(options.refresh ? { refresh: true } : {}),
  };
  const asks = plan(input);
  const idle = await idleDays(context, table, asks.ask);
  const { ask, heldDays, heldRequests } = idle.size > 0 ? plan({ ...input, idle }) : asks;
  const size = readSize(table, await context.archive.note(sizeNote(table)), context.now());
  const windows = new Windows(table, ask, size);
  const heldWindows = heldRequests + cut(heldDays, size.days).length;
  const { refresh: _, priority = 'interactive', ...rest } = options;
  const fetched = await fetchWindows({ ...context, table, windows, priority, ...rest });
  const wanted = units.filter((unit) => !idle.has(dayOf(unit) ?? ''));
  const gathered = accountOf(wanted, await context.archive.coverage(code, all), fetched, heldWindows);
  await insist(context.archive, gathered, fetched, options.refresh === true);
  return gathered;
}

/** Of the days that would be asked for; the calendar itself is asked for every day. */
export async function idleDays(
  context: Pick<GatherContext, 'archive' | 'now'>,
  table: Table,
  ask: ToAsk,
): Promise<ReadonlySet<string>> {
  if (ask.kind !== 'days' || table.grain === 'meeting') return new Set();
  const [from, to] = [ask.days[0], ask.days.at(-1)];
  if (from === undefined || to === undefined) return new Set();
  return (await knownDays(context.archive, { from, to }, context.now())).idle;
}

function accountOf(
  units: readonly Unit[],
  coverage: ReadonlyMap<Unit, Held>,
  fetched: Fetched,
  heldWindows: number,
): Gathered {
  // A race may be held by itself and with its day: the later of the two is what is shown.
  const held =
    units.length === 1 ? latest([...coverage.values()]) : units.flatMap((unit) => coverage.get(unit) ?? []);
  const missing = units.length === 1 && held.length > 0 ? [] : units.filter((unit) => !coverage.has(unit));
  const cutShort = fetched.failed.some(({ error }) => error.values.status === 'cut short');
  const reason = cutShort ? 'cut_short' : 'not_fetched';
  return {
    held,
    missing: missing.map(nameOf),
    reasons: [
      ...unique(held.flatMap((each) => each.reasons)),
      ...wheres(missing).map((where) => ({ reason, where }) as const),
    ],
    windows: { fetched: fetched.answered, held: heldWindows },
  };
}

/** Nothing at all to show, or an explicit wish for new data that came to nothing, is an error. */
async function insist(
  archive: Archive,
  gathered: Gathered,
  fetched: Fetched,
  refresh: boolean,
): Promise<void> {
  const error = fetched.failed[0]?.error;
  if (!error) return;
  const nothingHeld = gathered.held.length === 0;
  if (!nothingHeld && !(refresh && gathered.windows.fetched === 0)) return;
  if (nothingHeld && error.code === 'UNREACHABLE' && !(await archive.isEmpty())) {
    throw new RailbirdError('OFFLINE_NOT_HELD', {}, { cause: error });
  }
  throw error;
}

const latest = (held: readonly Held[]): Held[] =>
  held.toSorted((a, b) => b.fetchedAt - a.fetchedAt).slice(0, 1);

/** Neighbouring days as one period, in words that the person knows. */
function wheres(units: readonly Unit[]): string[] {
  const days = units.flatMap((unit) => dayOf(unit) ?? []);
  const others = units.filter((unit) => dayOf(unit) === undefined).map(nameOf);
  const runs = cut(days, Infinity).map((run) => [run[0], run.at(-1)] as const);
  return [...runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)), ...others];
}

/** Whether an error is of one query's answer, so that what else there is can still be shown. */
export const isOfTheService = (error: unknown): error is RailbirdError =>
  error instanceof RailbirdError &&
  !['CANCELLED', 'ARCHIVE_FAILED', 'ARCHIVE_IN_USE', 'ARCHIVE_DAMAGED'].includes(error.code);

export function unique(reasons: readonly Incompleteness[]): Incompleteness[] {
  return [...new Map(reasons.map((each) => [`${each.reason} ${each.where}`, each])).values()];
}
