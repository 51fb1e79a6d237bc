// The plan of a query: which windows of its table to request, and which of the reference tables that its answers are
// checked against. A plan lists its steps and sends no request.

import { isPastTable, isRecentPast } from '#shared/catalogue/day-tables.ts';
import type { Filter, Table, TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import {
  dayOf,
  dayUnit,
  raceUnit,
  unitsOf,
  type CoverageUnit,
  type StoredUnit,
} from '../../archive/coverage.ts';
import { isLongSettled, unsettledDays } from '../../archive/final-days.ts';
import { dayOfRace } from '../../archive/race-day.ts';
import { isOfMeeting, isOnProgram, raceGaps } from '../verify/race-gaps.ts';
import { withoutProven } from '../verify/round-numbers.ts';
import type { ArchiveContext } from '../query-context.ts';
import { problemOf } from './filter-problem.ts';
import { hasEndedSince, isFresh, mayBeFilled } from './freshness.ts';
import { knownDays, type KnownDays } from './idle-days.ts';
import { plan, planDays, requestOf, type FetchPlan } from './planner.ts';
import { withinReach } from './reach.ts';
import {
  partsOf,
  REFERENCE_TABLE_CODES,
  REFERENCE_TABLES,
  referenceTablesOf,
  type ReferenceDays,
  type ReferenceTable,
} from './reference-tables.ts';
import { firstSize, readLongest, readSize, sizeNote, type WindowSize } from './window-size.ts';
import { cut, isByDay } from './windows.ts';

/** What to request of a table, and how many days at a time. */
export interface PlannedWindows {
  readonly plan: FetchPlan;
  readonly size: WindowSize;
}

export interface Step<P extends PlannedWindows = PlannedWindows> {
  readonly table: Table;
  /**
   * Plans by what is stored when the step begins, so that what earlier steps fetched saves requests. Errors:
   * ARCHIVE_FAILED.
   */
  readonly prepare: () => Promise<P>;
}

/** The reference tables to fetch. The steps of a group are independent of one another. */
export interface ReferencePlan {
  readonly groups: readonly (readonly Step[])[];
  /**
   * `side by side`: all groups at once, beside the query's own table. The later groups are checked after all are
   * fetched.
   * `in turn`: group after group, then the query's own table, which is planned by what they brought.
   * `until found`: group after group beside the query's own table, until `isFound`.
   */
  readonly order: 'side by side' | 'in turn' | 'until found';
  readonly isFound?: () => Promise<boolean>;
  /** Concurrent queries fetch plans of the same name once. */
  readonly sharedAs?: string;
  /** Everything that the answers are checked against is stored and final. */
  readonly isStored?: true;
}

export const NO_REFERENCES: ReferencePlan = { groups: [], order: 'side by side' };

/** The plan of a query's own table. */
export interface PlannedQuery extends PlannedWindows {
  /** The units of the filter, without days that cannot have records or are known to be without racing. */
  readonly units: readonly CoverageUnit[];
  /** Units to read the coverage of: those of the filter, and the day of a race. */
  readonly covering: readonly CoverageUnit[];
  /** Windows that need no request. */
  readonly storedWindows: number;
}

/** Errors: INVALID_FILTER, ARCHIVE_FAILED. */
export async function planQuery(
  context: ArchiveContext,
  table: Table,
  filter: Filter,
  refresh: boolean,
): Promise<PlannedQuery> {
  const { archive, now } = context;
  const problem = problemOf(table, filter);
  if (problem !== undefined) throw new RailbirdError('INVALID_FILTER', { problem });
  const asked = withinReach(filter, todayInTokyo(now()));
  if (asked === undefined) return NO_QUERY;
  const units = unitsOf(requestOf(asked));
  const day = filter.racekey === undefined ? undefined : await dayOfRace(archive, filter.racekey);
  const covering = day === undefined ? units : [...units, dayUnit(day)];
  const stored = await withoutProven(context, table, await archive.coverage(table.code, covering));
  const short = refresh ? NO_DAYS : await daysBeingFilled(archive, table, asked, [...stored.values()], now());
  const input = {
    table,
    filter: asked,
    stored,
    short,
    now: now(),
    refresh,
    ...(day === undefined ? {} : { day }),
  };
  const first = plan(input);
  // A refresh requests all days, whatever the stored calendar says.
  const days = !refresh && first.toRequest.kind === 'days' ? first.toRequest.days : [];
  const { idle } = await knownDays(archive, days, now(), table.code);
  const planned = idle.size > 0 ? plan({ ...input, idle }) : first;
  const size = readSize(table, await archive.note(sizeNote(table)), now());
  return {
    plan: planned,
    size,
    units: units.filter((unit) => !idle.has(dayOf(unit) ?? '')),
    covering,
    storedWindows: planned.storedRequests + cut(planned.storedDays, size.days).length,
  };
}

/** Recent days of which a past table has only a part, by what else is stored, and some of it was fetched a while ago. */
async function daysBeingFilled(
  archive: ArchiveContext['archive'],
  table: Table,
  filter: Filter,
  stored: readonly StoredUnit[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (!isPastTable(table.code)) return NO_DAYS;
  const today = todayInTokyo(now);
  const days = stored.flatMap(({ lastDay = '', ...own }) =>
    own.records > 0 && isRecentPast(lastDay, today) && mayBeFilled(own, now) ? [lastDay] : [],
  );
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return NO_DAYS;
  const { racekey } = filter;
  const part = racekey === undefined ? { start_racedate: from, end_racedate: to } : { racekey };
  if (await archive.blocks.isWhole(table.code, part)) return NO_DAYS;
  const gaps = await raceGaps(archive, table, part, today);
  const short = new Set(gaps.filter(({ kind }) => kind !== 'unknown').map(({ day }) => day));
  return new Set(days.filter((day) => short.has(day)));
}

/** The days of a filter; none for a race or a horse. */
export const daysOf = (filter: Filter): string[] => unitsOf(filter).flatMap((unit) => dayOf(unit) ?? []);

/** What the answers to a query are checked against. Errors: ARCHIVE_FAILED. */
export async function planReferences(
  context: ArchiveContext,
  table: Table,
  filter: Filter,
  refresh: boolean,
): Promise<ReferencePlan> {
  if (problemOf(table, filter) !== undefined) return NO_REFERENCES;
  if (filter.racekey !== undefined) return planProgramOf(context, table, filter.racekey, refresh);
  const asked = withinReach(filter, todayInTokyo(context.now()));
  const days = asked === undefined ? [] : daysOf(asked);
  if (asked === undefined || days.length === 0) return NO_REFERENCES;
  const parts = partsOf([table], days, todayInTokyo(context.now()));
  if (!refresh && (await areAllFinal(context, parts))) return { ...NO_REFERENCES, isStored: true };
  const codes = parts.map((part) => part.table.code);
  return {
    groups: groupsOf(context, parts, refresh ? context.now() : undefined),
    order: 'side by side',
    sharedAs: JSON.stringify([context.archive.path, codes, requestOf(asked), refresh]),
  };
}

/** The program of a race, unless it is stored fresh. */
async function planProgramOf(
  context: ArchiveContext,
  table: Table,
  racekey: string,
  refresh: boolean,
): Promise<ReferencePlan> {
  if (!referenceTablesOf(table).includes('program') || table.grain === 'meeting') return NO_REFERENCES;
  if (!refresh && (await isProgramFresh(context, racekey))) return NO_REFERENCES;
  return planOfRace(context, 'program', table, racekey, refresh);
}

/** A race that is not on the program may be counted by its meeting. */
export const planMeetingOf = (context: ArchiveContext, table: Table, racekey: string): ReferencePlan =>
  planOfRace(context, 'meetings', table, racekey, false);

/** The table of the same kind comes first: the day's table has a race sooner, the past table keeps it. */
function planOfRace(
  context: ArchiveContext,
  reference: ReferenceTable,
  table: Table,
  racekey: string,
  refresh: boolean,
): ReferencePlan {
  const [past, ofDay] = REFERENCE_TABLE_CODES[reference];
  const codes: readonly TableCode[] = isByDay(table) ? [ofDay, past] : [past, ofDay];
  const isFound = reference === 'program' ? isOnProgram : isOfMeeting;
  return {
    groups: codes.map((code) => [
      { table: TABLES[code], prepare: () => planQuery(context, TABLES[code], { racekey }, refresh) },
    ]),
    order: 'until found',
    isFound: () => isFound(context.archive, racekey),
  };
}

async function isProgramFresh({ archive, now }: ArchiveContext, racekey: string): Promise<boolean> {
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

/** Meetings before programs: requests for the program leave out days that the meetings show to be without racing. */
export const groupsOf = (
  context: ArchiveContext,
  parts: readonly ReferenceDays[],
  since: number | undefined,
): Step<PlannedReference>[][] =>
  REFERENCE_TABLES.map((reference) =>
    parts
      .filter((part) => part.reference === reference)
      .map((part) => ({ table: part.table, prepare: () => planReference(context, part, since) })),
  ).filter((group) => group.length > 0);

/** Whether everything in the parts is final, by a single query. Their days must be consecutive. */
const areAllFinal = ({ archive, now }: ArchiveContext, parts: readonly ReferenceDays[]): Promise<boolean> =>
  isLongSettled(
    archive,
    parts.map(({ reference, days }) => ({
      tables: REFERENCE_TABLE_CODES[reference],
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
    })),
    now(),
  );

export interface PlannedReference extends ReferenceDays, PlannedWindows {
  readonly known: KnownDays;
}

/** `since`: epoch milliseconds; what was fetched before that is requested again. Errors: ARCHIVE_FAILED. */
export async function planReference(
  { archive, now }: ArchiveContext,
  part: ReferenceDays,
  since?: number,
): Promise<PlannedReference> {
  const at = now();
  const { table } = part;
  const days = since === undefined ? await unsettledOf(archive, part, at) : part.days;
  if (days.length === 0) return { ...part, days, ...NOTHING_TO_REQUEST };
  const size = readLongest(table, await archive.note(sizeNote(table)), at);
  const [own, other] = await Promise.all(
    codesOf(part).map((code) => archive.coverage(code, days.map(dayUnit))),
  );
  const found = await knownDays(archive, days, at, table.code);
  const known = since === undefined ? found : { ...found, idle: NO_DAYS };
  const today = todayInTokyo(at);
  const isStored = (stored: StoredUnit | undefined): boolean => {
    if (stored === undefined) return false;
    if (since !== undefined)
      return stored.fetchedAt >= since && stored.fetchedAt <= at && !hasEndedSince(stored, today);
    return isFresh(table, stored, { now: at, today });
  };
  const isWanted = (stored: StoredUnit | undefined, day: string): boolean => {
    const instead = other?.get(dayUnit(day));
    return !isStored(stored) && !(instead !== undefined && instead.records > 0 && isStored(instead));
  };
  const planned = planDays({ days, stored: own ?? new Map(), idle: known.idle, isWanted });
  return { ...part, days, known, size, plan: planned };
}

const NO_DAYS: ReadonlySet<string> = new Set();

/** Of a period without a day that can have records. */
const NO_QUERY: PlannedQuery = {
  plan: { toRequest: { kind: 'requests', requests: [] }, storedDays: [], storedRequests: 0 },
  size: firstSize(TABLES.d_ra),
  units: [],
  covering: [],
  storedWindows: 0,
};

const NOTHING_TO_REQUEST = {
  plan: { toRequest: { kind: 'requests', requests: [] }, storedDays: [], storedRequests: 0 },
  known: { raced: NO_DAYS, idle: NO_DAYS },
  size: firstSize(TABLES.d_ra),
} as const;

/** The codes of the part's table and its counterpart, its own first. */
export const codesOf = ({ reference, table }: ReferenceDays): TableCode[] =>
  REFERENCE_TABLE_CODES[reference].toSorted((a, b) => Number(b === table.code) - Number(a === table.code));

/** Days of the part that may still change. Errors: ARCHIVE_FAILED. */
export async function unsettledOf(
  archive: ArchiveContext['archive'],
  { reference, days }: ReferenceDays,
  now: number,
): Promise<string[]> {
  const wanted = new Set(days);
  const period = { tables: REFERENCE_TABLE_CODES[reference], from: days[0] ?? '', to: days.at(-1) ?? '' };
  const unsettled = await unsettledDays(archive, period, now);
  return unsettled.filter((day) => wanted.has(day));
}
