// Sees to it that the program and the meetings of the days that are asked for are held, and says of which days they
// are not: those cannot be checked.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Archive } from '../../archive/archive.ts';
import { dayUnit, type StoredUnit } from '../../archive/coverage.ts';
import { isLongSettled, unsettledDays } from '../../archive/final-days.ts';
import { shortDaysOf } from './shortfalls.ts';
import { wheres } from './coverage-report.ts';
import { fetchWindows } from '../fetch/fetch.ts';
import type { Fetched, FetchInput } from '../fetch/fetched.ts';
import { isFresh } from '../plan/freshness.ts';
import type { GatherContext } from '../gather.ts';
import { knownDays, type KnownDays } from '../plan/idle-days.ts';
import { planDays, type FetchPlan } from '../plan/planner.ts';
import { sumProgress, type SumProgress } from '../fetch/sum-progress.ts';
import { firstSize, readLongest, sizeNote, type WindowSize } from '../plan/window-size.ts';
import { Windows } from '../plan/windows.ts';
import { REFERENCE_TABLE_CODES, type ReferenceDays, type ReferenceTable } from './reference-tables.ts';

export interface ReferenceOptions extends Pick<FetchInput, 'priority' | 'signal' | 'stop' | 'onProgress'> {
  /** Epoch milliseconds: what was fetched before is asked for again. */
  readonly since?: number;
}

export interface PlannedPart extends ReferenceDays {
  readonly plan: FetchPlan;
  readonly known: KnownDays;
  readonly size: WindowSize;
}

/** Whether all of the parts is held for good, by one look. Their days must follow one another. Errors: ARCHIVE_FAILED. */
export const areReferencesStored = (
  { archive, now }: Pick<GatherContext, 'archive' | 'now'>,
  parts: readonly ReferenceDays[],
): Promise<boolean> =>
  isLongSettled(
    archive,
    parts.map(({ reference, days }) => ({
      tables: REFERENCE_TABLE_CODES[reference],
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
    })),
    now(),
  );

/** What of the parts would be asked for now. Asks nobody. Errors: ARCHIVE_FAILED. */
export function planReferenceTables(
  context: Pick<GatherContext, 'archive' | 'now'>,
  parts: readonly ReferenceDays[],
  since?: number,
): Promise<PlannedPart[]> {
  return Promise.all(parts.map((part) => planPart(context, part, since)));
}

async function planPart(
  { archive, now }: Pick<GatherContext, 'archive' | 'now'>,
  part: ReferenceDays,
  since: number | undefined,
): Promise<PlannedPart> {
  const at = now();
  const { table } = part;
  const days = since === undefined ? await unsettledOf(archive, part, at) : part.days;
  if (days.length === 0) return { ...part, days, ...NOTHING_TO_ASK };
  const size = readLongest(table, await archive.note(sizeNote(table)), at);
  const [own, other] = await Promise.all(
    tablesOf(part).map((code) => archive.coverage(code, days.map(dayUnit))),
  );
  const found = await knownDays(archive, days, at, table.code);
  const known = since === undefined ? found : { ...found, idle: NO_DAYS };
  const today = todayInTokyo(at);
  const isStored = (stored: StoredUnit | undefined): boolean => {
    if (stored === undefined) return false;
    if (since !== undefined) return stored.fetchedAt >= since && stored.fetchedAt <= at;
    return isFresh(table, stored, { now: at, today });
  };
  const isWanted = (stored: StoredUnit | undefined, day: string): boolean => {
    const instead = other?.get(dayUnit(day));
    return !isStored(stored) && !(instead !== undefined && instead.records > 0 && isStored(instead));
  };
  const plan = planDays({ days, stored: own ?? new Map(), idle: known.idle, isWanted });
  return { ...part, days, known, size, plan };
}

const NO_DAYS: ReadonlySet<string> = new Set();

const NOTHING_TO_ASK = {
  plan: { ask: { kind: 'requests', requests: [] }, storedDays: [], storedRequests: 0 },
  known: { raced: NO_DAYS, idle: NO_DAYS },
  size: firstSize(TABLES.d_ra),
} as const;

/** The part's own table first. */
const tablesOf = ({ reference, table }: ReferenceDays) =>
  REFERENCE_TABLE_CODES[reference].toSorted((a, b) => Number(b === table.code) - Number(a === table.code));

async function unsettledOf(
  archive: Archive,
  { reference, days }: ReferenceDays,
  now: number,
): Promise<string[]> {
  const asked = new Set(days);
  const period = { tables: REFERENCE_TABLE_CODES[reference], from: days[0] ?? '', to: days.at(-1) ?? '' };
  const unsettled = await unsettledDays(archive, period, now);
  return unsettled.filter((day) => asked.has(day));
}

/**
 * Fetches what is not held. `inTurn`: the meetings before the program, of which only days that raced are then asked
 * for. Errors: CANCELLED, ARCHIVE_FAILED; those of the service are in what is returned.
 */
export async function fetchReferenceTables(
  context: GatherContext,
  parts: readonly ReferenceDays[],
  options: ReferenceOptions,
  inTurn = false,
): Promise<Fetched[]> {
  const together = sumProgress(options.onProgress);
  const run = (reference: ReferenceTable, before?: Promise<unknown>) => {
    const own = parts.filter((part) => part.reference === reference);
    return fetchParts(context, own, { ...options, onProgress: together }, before);
  };
  const meetings = run('meetings');
  // What ends the one would end the other.
  if (inTurn && (await meetings).some(({ ended }) => ended)) return meetings;
  const program = run('program', meetings);
  await Promise.allSettled([meetings, program]);
  return [...(await meetings), ...(await program)];
}

/** `before`: what a window's days are looked at again by. */
async function fetchParts(
  context: GatherContext,
  parts: readonly ReferenceDays[],
  {
    since,
    onProgress,
    ...options
  }: Omit<ReferenceOptions, 'onProgress'> & { readonly onProgress: SumProgress },
  before?: Promise<unknown>,
): Promise<Fetched[]> {
  const planned = await planReferenceTables(context, parts, since);
  const fetched = planned.flatMap(({ table, plan, size }) => {
    const windows = new Windows(table, plan.ask, size);
    if (windows.left === 0) return [];
    const shortDays = async (filter: Filter) => {
      await before?.catch(() => undefined);
      return shortDaysOf(context, table)(filter);
    };
    return [fetchWindows({ ...context, ...options, table, windows, shortDays, onProgress: onProgress() })];
  });
  await Promise.allSettled(fetched);
  return Promise.all(fetched);
}

/**
 * Of the days of these parts: those that nothing tells of whether all is there, because one of the witnesses is not
 * held without a reservation. Errors: ARCHIVE_FAILED.
 */
export async function daysWithoutReference(
  context: Pick<GatherContext, 'archive' | 'now'>,
  parts: readonly ReferenceDays[],
): Promise<ReadonlySet<string>> {
  return new Set((await Promise.all(parts.map((part) => absentDays(context, part)))).flat());
}

async function absentDays(
  { archive, now }: Pick<GatherContext, 'archive' | 'now'>,
  part: ReferenceDays,
): Promise<string[]> {
  const at = now();
  // Nearly all, as a rule: those need no further look.
  const days = await unsettledOf(archive, part, at);
  if (days.length === 0) return [];
  const stored = await Promise.all(tablesOf(part).map((code) => archive.coverage(code, days.map(dayUnit))));
  const { idle } = await knownDays(archive, days, at, part.table.code);
  const isThere = (day: string) =>
    stored.some((coverage) => coverage.get(dayUnit(day))?.reasons.length === 0);
  return days.filter((day) => !isThere(day) && !idle.has(day));
}

/** Days as reasons. */
export const unchecked = (days: readonly string[]): Incompleteness[] =>
  wheres(days.map(dayUnit)).map((where) => ({ reason: 'unchecked', where }));
