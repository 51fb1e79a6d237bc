// A query with what its answer is held against: the programme and the meetings of its days are fetched beside it where
// they are not held, and what cannot be checked is said.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { SharedRequests } from '../service-client/shared-requests.ts';
import type { Archive } from '../archive/archive.ts';
import { dayOf, dayUnit, nameOf, raceUnit, unitsOf } from '../archive/coverage.ts';
import { dayOfRace } from '../archive/race-day.ts';
import { isOfMeeting, isOnProgramme } from './verify/race-gaps.ts';
import type { Gathered } from './verify/coverage-report.ts';
import { problemOf } from './plan/filter-problem.ts';
import { isFresh } from './plan/freshness.ts';
import { requestOf } from './plan/planner.ts';
import { gather, isOfTheService, type GatherContext, type GatherOptions } from './gather.ts';
import { sumProgress } from './fetch/sum-progress.ts';
import { areWitnessesHeld, fetchWitnesses, unchecked, unwitnessed } from './verify/cross-check.ts';
import { isByDay } from './plan/windows.ts';
import { partsOf, WITNESS_TABLES, witnessesOf, type Witness } from './verify/reference-tables.ts';

export interface GatheredChecked extends Gathered {
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
  const witnesses = callWitnesses(context, table, filter, {
    ...options,
    signal: options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal,
    onProgress: together(),
  });
  // Its failure is looked at below, if it comes to that.
  witnesses.catch(() => undefined);
  try {
    const gathered = await gather(context, code, filter, {
      ...options,
      witnessed: witnesses,
      onProgress: together(),
    });
    const isHeld = gathered.windows.fetched === 0 && options.refresh !== true;
    const timer = isHeld ? setTimeout(() => stop.abort(), PATIENCE_MS) : undefined;
    let wasHeld = false;
    try {
      wasHeld = await witnesses;
    } catch (error) {
      if (!stop.signal.aborted || options.signal?.aborted === true) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (wasHeld) return { ...gathered, unchecked: [] };
    return { ...gathered, unchecked: await cannotTell(context, table, filter, gathered, options.signal) };
  } finally {
    // Where the records could not be had nobody needs it.
    stop.abort();
    await Promise.allSettled([witnesses]);
  }
}

/** Whether all that the days are held against was held for good. */
async function callWitnesses(
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
  if (!refresh && (await areWitnessesHeld(context, parts))) return true;
  const key = JSON.stringify([parts.map((part) => part.table.code), requestOf(filter), refresh]);
  const { release } = await meeting(context.archive).join(key, signal, async (inner) => {
    await fetchWitnesses(context, parts, {
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

/** Of a race, its programme; of a programme that is not there, whether its meeting has such a race. */
async function callForRace(
  context: GatherContext,
  table: Table,
  racekey: string,
  options: GatherOptions,
): Promise<void> {
  if (!witnessesOf(table).includes('programme') || table.grain === 'meeting') return;
  if (options.refresh !== true && (await isProgrammeFresh(context, racekey))) return;
  await askInTurn(context, 'programme', table, racekey, options, () =>
    isOnProgramme(context.archive, racekey),
  );
}

/** The table of its own kind first: a day's knows it sooner, the past's for longer. What cannot be had is not there. */
async function askInTurn(
  context: GatherContext,
  witness: Witness,
  table: Table,
  racekey: string,
  options: GatherOptions,
  isFound: () => Promise<boolean>,
): Promise<boolean> {
  const [past, ofDay] = WITNESS_TABLES[witness];
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

async function isProgrammeFresh({ archive, now }: GatherContext, racekey: string): Promise<boolean> {
  const day = await dayOfRace(archive, racekey);
  const units = [raceUnit(racekey), ...(day === undefined ? [] : [dayUnit(day)])];
  const at = { now: now(), today: todayInTokyo(now()) };
  const fresh = await Promise.all(
    WITNESS_TABLES.programme.map(async (code) =>
      [...(await archive.coverage(code, units)).values()].some(
        (held) => held.reasons.length === 0 && isFresh(TABLES[code], held, at),
      ),
    ),
  );
  return fresh.includes(true) && isOnProgramme(archive, racekey);
}

async function cannotTell(
  context: GatherContext,
  table: Table,
  filter: Filter,
  { held, missing }: Gathered,
  signal?: AbortSignal,
): Promise<Incompleteness[]> {
  const { archive } = context;
  const { racekey } = filter;
  const days = daysOf(filter);
  if (days.length > 0) {
    const absent = await unwitnessed(context, partsOf([table], days, todayInTokyo(context.now())));
    const without = new Set(missing);
    return unchecked(days.filter((day) => absent.has(day) && !without.has(day)));
  }
  if (missing.length > 0) return [];
  const isToBeCounted =
    racekey !== undefined && table.grain !== 'meeting' && witnessesOf(table).includes('programme');
  const isKnown = isToBeCounted
    ? await isOnProgramme(archive, racekey)
    : // A programme, a meeting or a horse is all there is of it; of none nothing tells, but the meeting of a race.
      held.some(({ records }) => records > 0) ||
      (racekey !== undefined &&
        table.grain === 'race' &&
        (await askInTurn(context, 'meetings', table, racekey, signal ? { signal } : {}, () =>
          isOfMeeting(archive, racekey),
        )));
  return isKnown ? [] : unitsOf(filter).map((unit) => ({ reason: 'unchecked', where: nameOf(unit) }));
}
