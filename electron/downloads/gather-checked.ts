// A query with what its answer is held against: the program and the meetings of its days are fetched beside it where
// they are not held, and what cannot be checked is said.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { SharedRequests } from '../service-client/shared-requests.ts';
import type { Archive } from '../archive/archive.ts';
import { dayOf, dayUnit, nameOf, raceUnit, unitsOf } from '../archive/coverage.ts';
import { dayOfRace } from '../archive/race-day.ts';
import { isOfMeeting, isOnProgram } from './verify/race-gaps.ts';
import type { CoverageReport } from './verify/coverage-report.ts';
import { problemOf } from './plan/filter-problem.ts';
import { isFresh } from './plan/freshness.ts';
import { requestOf } from './plan/planner.ts';
import { gather, isOfTheService, type GatherContext, type GatherOptions } from './gather.ts';
import { sumProgress } from './fetch/sum-progress.ts';
import {
  areReferencesStored,
  fetchReferenceTables,
  unchecked,
  daysWithoutReference,
} from './verify/cross-check.ts';
import { isByDay } from './plan/windows.ts';
import {
  partsOf,
  REFERENCE_TABLE_CODES,
  referenceTablesOf,
  type ReferenceTable,
} from './verify/reference-tables.ts';

export interface GatheredChecked extends CoverageReport {
  /** Of what nothing tells whether it is all. */
  readonly unchecked: readonly Incompleteness[];
}

/** Records that are held are not kept from a person for longer by a service that does not answer. */
const PATIENCE_MS = 3_000;

/** Errors: as `gather`. */
export async function gatherChecked(
  context: GatherContext,
  code: TableCode,
  filter: Filter,
  options: GatherOptions = {},
): Promise<GatheredChecked> {
  const table = TABLES[code];
  const stop = new AbortController();
  const together = sumProgress(options.onProgress);
  const references = requestReferences(context, table, filter, {
    ...options,
    signal: options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal,
    onProgress: together(),
  });
  // Its failure is looked at below, if it comes to that.
  references.catch(() => undefined);
  try {
    const report = await gather(context, code, filter, {
      ...options,
      crossChecked: references,
      onProgress: together(),
    });
    const isStored = report.windows.fetched === 0 && options.refresh !== true;
    const timer = isStored ? setTimeout(() => stop.abort(), PATIENCE_MS) : undefined;
    let wasStored = false;
    try {
      wasStored = await references;
    } catch (error) {
      if (!stop.signal.aborted || options.signal?.aborted === true) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (wasStored) return { ...report, unchecked: [] };
    return { ...report, unchecked: await cannotTell(context, table, filter, report, options.signal) };
  } finally {
    // Where the records could not be had nobody needs it.
    stop.abort();
    await Promise.allSettled([references]);
  }
}

/** Whether all that the days are held against was held for good. */
async function requestReferences(
  context: GatherContext,
  table: Table,
  filter: Filter,
  options: GatherOptions,
): Promise<boolean> {
  const { refresh = false, priority = 'interactive', signal, onProgress } = options;
  if (problemOf(table, filter) !== undefined) return false;
  if (filter.racekey !== undefined) await callForRace(context, table, filter.racekey, options);
  const days = daysOf(filter);
  if (days.length === 0) return false;
  const parts = partsOf([table], days, todayInTokyo(context.now()));
  if (!refresh && (await areReferencesStored(context, parts))) return true;
  const key = JSON.stringify([parts.map((part) => part.table.code), requestOf(filter), refresh]);
  const { release } = await meeting(context.archive).join(key, signal, async (inner) => {
    await fetchReferenceTables(context, parts, {
      priority,
      signal: inner,
      ...(refresh ? { since: context.now() } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
  });
  release();
  return false;
}

const daysOf = (filter: Filter): string[] => unitsOf(filter).flatMap((unit) => dayOf(unit) ?? []);

/** Questions that are asked at the same time are held against the same. */
function meeting(archive: Archive): SharedRequests<void> {
  const known = underWay.get(archive);
  if (known) return known;
  const shared = new SharedRequests<void>(() => undefined);
  underWay.set(archive, shared);
  return shared;
}

const underWay = new WeakMap<Archive, SharedRequests<void>>();

/** Of a race, its program; of a program that is not there, whether its meeting has such a race. */
async function callForRace(
  context: GatherContext,
  table: Table,
  racekey: string,
  options: GatherOptions,
): Promise<void> {
  if (!referenceTablesOf(table).includes('program') || table.grain === 'meeting') return;
  if (options.refresh !== true && (await isProgramFresh(context, racekey))) return;
  await askInTurn(context, 'program', table, racekey, options, () => isOnProgram(context.archive, racekey));
}

/** The table of its own kind first: a day's knows it sooner, the past's for longer. What cannot be had is not there. */
async function askInTurn(
  context: GatherContext,
  reference: ReferenceTable,
  table: Table,
  racekey: string,
  options: GatherOptions,
  isFound: () => Promise<boolean>,
): Promise<boolean> {
  const [past, ofDay] = REFERENCE_TABLE_CODES[reference];
  for (const code of isByDay(table) ? [ofDay, past] : [past, ofDay]) {
    try {
      await gather(context, code, { racekey }, options);
    } catch (error) {
      if (!isOfTheService(error)) throw error;
    }
    if (await isFound()) return true;
  }
  return false;
}

async function isProgramFresh({ archive, now }: GatherContext, racekey: string): Promise<boolean> {
  const day = await dayOfRace(archive, racekey);
  const units = [raceUnit(racekey), ...(day === undefined ? [] : [dayUnit(day)])];
  const at = { now: now(), today: todayInTokyo(now()) };
  const fresh = await Promise.all(
    REFERENCE_TABLE_CODES.program.map(async (code) =>
      [...(await archive.coverage(code, units)).values()].some(
        (stored) => stored.reasons.length === 0 && isFresh(TABLES[code], stored, at),
      ),
    ),
  );
  return fresh.includes(true) && isOnProgram(archive, racekey);
}

async function cannotTell(
  context: GatherContext,
  table: Table,
  filter: Filter,
  { stored, missing }: CoverageReport,
  signal?: AbortSignal,
): Promise<Incompleteness[]> {
  const { archive } = context;
  const { racekey } = filter;
  const days = daysOf(filter);
  if (days.length > 0) {
    const absent = await daysWithoutReference(context, partsOf([table], days, todayInTokyo(context.now())));
    const without = new Set(missing);
    return unchecked(days.filter((day) => absent.has(day) && !without.has(day)));
  }
  if (missing.length > 0) return [];
  const isToBeCounted =
    racekey !== undefined && table.grain !== 'meeting' && referenceTablesOf(table).includes('program');
  const isKnown = isToBeCounted
    ? await isOnProgram(archive, racekey)
    : // A program, a meeting or a horse is all there is of it; of none nothing tells, but the meeting of a race.
      stored.some(({ records }) => records > 0) ||
      (racekey !== undefined &&
        table.grain === 'race' &&
        (await askInTurn(context, 'meetings', table, racekey, signal ? { signal } : {}, () =>
          isOfMeeting(archive, racekey),
        )));
  return isKnown ? [] : unitsOf(filter).map((unit) => ({ reason: 'unchecked', where: nameOf(unit) }));
}
