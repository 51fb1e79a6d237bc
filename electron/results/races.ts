// The programs of races by their keys: read from the archive alone, or fetched.

import {
  CONDITION_FIELDS,
  type CarriedWeight,
  type Conditions,
  type Entries,
  type FetchedRecord,
  type RivalRun,
  type RunKey,
  type StoredWorks,
} from '#shared/bridge/races.ts';
import type { KnownRace, VersionedRecord } from '#shared/bridge/known-at.ts';
import { isRecentPast, tablesOfDay } from '#shared/catalogue/day-tables.ts';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import type { Archive } from '../archive/archive.ts';
import { inList, quoted } from '../archive/filter-sql.ts';
import { recordsKnownAt, versionTimes } from '../archive/record-versions.ts';
import type { OpenContext, QueryContext } from '../downloads/query-context.ts';
import { isOfTheService } from '../downloads/query.ts';
import { carriedWeights } from './carried-weights.ts';
import { entriesOf } from './entries.ts';
import { latestRows } from './latest-rows.ts';
import { queryUntilFound } from './record-tables.ts';
import { rivalRuns } from './rivals.ts';
import { textOf } from './row.ts';
import { storedWorks, type WantedWorks } from './stored-works.ts';

export interface WantedRace {
  readonly racekey: string;
  /** If it is known, the races of a month are requested together. */
  readonly racedate?: string | undefined;
}

export interface FetchRacesOptions {
  /** The programs of the races, or their results; the programs by default. */
  readonly record?: FetchedRecord;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface Races {
  /** For the races whose program is stored. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  conditions(racekeys: readonly string[]): Promise<Conditions[]>;
  /** See `rivalRuns`. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  rivals(horseIds: readonly string[], before: string): Promise<RivalRun[]>;
  /** See `carriedWeights`. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  carriedWeights(runs: readonly RunKey[]): Promise<CarriedWeight[]>;
  /** See `versionTimes` in electron/archive/record-versions.ts. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  versionTimes(racekey: string): Promise<number[]>;
  /** The race as it was known at a time, epoch milliseconds. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  knownAt(racekey: string, at: number): Promise<KnownRace>;
  /** See `storedWorks`. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  works(wanted: WantedWorks): Promise<StoredWorks>;
  /** See `entriesOf`. Errors: NOT_CONNECTED, ARCHIVE_FAILED. */
  entries(horseId: string, from: string): Promise<Entries>;
  /** Fetches programs or results that are not stored. Race keys that the service lacks: nothing is said of a race whose request failed. Errors: as `runQuery` if nothing could be fetched; CANCELLED. */
  fetch(wanted: readonly WantedRace[], options: FetchRacesOptions): Promise<string[]>;
}

export function createRaces(open: OpenContext): Races {
  return {
    async conditions(racekeys) {
      const { archive } = await open();
      return conditionsOf(archive, racekeys);
    },
    async versionTimes(racekey) {
      const { archive } = await open();
      return versionTimesOf(archive, racekey);
    },
    async knownAt(racekey, at) {
      const { archive } = await open();
      const read = (kind: VersionedRecord) =>
        recordsKnownAt((sql, values) => archive.rows(sql, values), kind, racekey, at);
      return { race: await read('race'), entry: await read('entry'), prerace: await read('prerace') };
    },
    async rivals(horseIds, before) {
      const { archive } = await open();
      return rivalRuns(archive, horseIds, before);
    },
    async carriedWeights(runs) {
      const { archive } = await open();
      return carriedWeights(archive, runs);
    },
    async works(wanted) {
      const { archive, now } = await open();
      return storedWorks(archive, wanted, now());
    },
    async entries(horseId, from) {
      const { archive } = await open();
      return entriesOf(archive, horseId, from);
    },
    async fetch(wanted, options) {
      return fetchRaces(await open(), wanted, options);
    },
  };
}

/** Of the races whose program is stored. Errors: ARCHIVE_FAILED. */
export async function conditionsOf(
  archive: Pick<Archive, 'rows'>,
  racekeys: readonly string[],
): Promise<Conditions[]> {
  if (racekeys.length === 0) return [];
  const columns = CONDITION_FIELDS.map(quoted).join(', ');
  // One value for all keys: the text of the query is always the same, so that DuckDB plans it once.
  const found = await archive.rows(
    `with wanted as materialized (select unnest(string_split(?, ' ')) as racekey)
     ${tablesOfDay('race')
       .map((code) => `select ${columns}, __fetched_at from ${quoted(code)} semi join wanted using (racekey)`)
       .join(' union all ')}`,
    [racekeys.join(' ')],
  );
  return latestRows(found).map(
    (cells) =>
      Object.fromEntries(CONDITION_FIELDS.map((field, at) => [field, textOf(cells[at])])) as Conditions,
  );
}

/** See `versionTimes` in electron/archive/record-versions.ts. Errors: ARCHIVE_FAILED. */
export const versionTimesOf = (archive: Pick<Archive, 'rows'>, racekey: string): Promise<number[]> =>
  versionTimes((sql, values) => archive.rows(sql, values), racekey);

async function fetchRaces(
  context: QueryContext,
  wanted: readonly WantedRace[],
  { record = 'race', signal, onProgress }: FetchRacesOptions,
): Promise<string[]> {
  const { archive } = context;
  const today = todayInTokyo(context.now());
  /** Races that the service may have, because a request for them failed. */
  const open = new Set<string>();
  const failures: RailbirdError[] = [];
  let done = 0;
  let total = 0;
  const send = async (requests: readonly RaceRequest[]): Promise<void> => {
    total += requests.length;
    onProgress?.({ done, total });
    for (const request of requests) {
      if (signal?.aborted) throw new RailbirdError('CANCELLED');
      const { failure, isAnswered } = await sendRequest(context, request, signal);
      if (failure !== undefined) for (const racekey of request.racekeys) open.add(racekey);
      if (failure !== undefined && !isAnswered) failures.push(failure);
      done += 1;
      onProgress?.({ done, total });
    }
  };
  await send(requestsFor(record, await notStored(archive, record, wanted), today));
  const late = lateRequests(record, await notStored(archive, record, wanted), today);
  if (late.length > 0) await send(late);
  const [failure] = failures;
  if (failure !== undefined && failures.length === total) throw failure;
  const left = await notStored(archive, record, wanted);
  return left.flatMap(({ racekey }) => (open.has(racekey) ? [] : racekey));
}

/** The first failure, and whether anything was answered beside it. */
async function sendRequest(
  context: QueryContext,
  { tables, filter }: RaceRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly failure: RailbirdError | undefined; readonly isAnswered: boolean }> {
  try {
    const options = { priority: 'batch', ...(signal ? { signal } : {}) } as const;
    const reports = await queryUntilFound(context, tables, filter, options);
    return {
      failure: reports.find(({ failure }) => failure !== undefined)?.failure,
      isAnswered: reports.some(({ windows }) => windows.fetched > 0),
    };
  } catch (error) {
    if (!isOfTheService(error)) throw error;
    return { failure: error, isAnswered: false };
  }
}

/** The service has no local and overseas races: those are neither requested nor counted as missing. */
async function notStored(
  archive: Archive,
  record: FetchedRecord,
  wanted: readonly WantedRace[],
): Promise<WantedRace[]> {
  const national = wanted.filter(({ racekey }) => parseRacekey(racekey)?.elsewhere === false);
  if (national.length === 0) return [];
  const { marks, values } = inList(national.map(({ racekey }) => racekey));
  const tables = tablesOfDay(record);
  const stored = await archive.rows(
    tables.map((code) => `select racekey from ${quoted(code)} where racekey in (${marks})`).join(' union '),
    tables.flatMap(() => values),
  );
  const known = new Set(stored.map(([racekey]) => textOf(racekey)));
  return national.filter(({ racekey }) => !known.has(racekey));
}

/** The table with the races of today, and the past one. */
const FETCHED = {
  race: { ofDay: 't_ra', past: 'd_ra' },
  result: { ofDay: 't_se', past: 'd_se' },
} as const satisfies Record<FetchedRecord, { ofDay: TableCode; past: TableCode }>;

interface RaceRequest {
  readonly tables: readonly TableCode[];
  readonly filter: Filter;
  /** The wanted races that it may bring. */
  readonly racekeys: readonly string[];
}

const ofRace = (racekey: string, ...tables: readonly TableCode[]): RaceRequest => ({
  tables,
  filter: { racekey },
  racekeys: [racekey],
});

/**
 * The runs of one race's horses are in a few months: a month takes one request, single races would take dozens. The
 * past table has no race of today.
 */
function requestsFor(
  record: FetchedRecord,
  wanted: readonly WantedRace[],
  today: string,
): readonly RaceRequest[] {
  const { ofDay, past } = FETCHED[record];
  const alone: RaceRequest[] = [];
  const dated: { readonly racekey: string; readonly racedate: string }[] = [];
  for (const { racekey, racedate } of wanted) {
    if (racedate === undefined) alone.push(ofRace(racekey, ofDay, past));
    else if (racedate >= today) alone.push(ofRace(racekey, ofDay));
    else dated.push({ racekey, racedate });
  }
  const newestFirst = dated.toSorted((a, b) => (a.racedate < b.racedate ? 1 : -1));
  const months = Map.groupBy(newestFirst, ({ racedate }) => racedate.slice(0, 6));
  return [
    ...alone,
    ...[...months.values()].map((races) => ({
      tables: [past],
      filter: { start_racedate: races.at(-1)?.racedate ?? '', end_racedate: races[0]?.racedate ?? '' },
      racekeys: races.map(({ racekey }) => racekey),
    })),
  ];
}

/** For races of the last week, once the past table was found to lack them. */
function lateRequests(
  record: FetchedRecord,
  wanted: readonly WantedRace[],
  today: string,
): readonly RaceRequest[] {
  return wanted.flatMap(({ racekey, racedate }) =>
    racedate !== undefined && isRecentPast(racedate, today) ? [ofRace(racekey, FETCHED[record].ofDay)] : [],
  );
}
