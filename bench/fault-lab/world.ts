// The racing that the lab queries: a real service on real sockets over some weeks of the sample, and the truth, derived
// from the records it was given.

import { TABLE_CODES, type Filter, type TableCode } from '#shared/catalogue/table.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { sampleDays, type SampleRecord } from '../../service/sample/generator/generate.ts';
import { ServerStats } from '../../service/http/overload/server-stats.ts';
import { runService, API_KEY, USER_KEY } from '../../service/testing/run-service.ts';

/** Noon in Tokyo, more than two weeks after the last racing: all of it is final. */
export const NOW = Date.UTC(2017, 0, 15, 3);
/** An early year of the sample: its racing is simulated from 2014 on, and twelve years of it take four seconds. */
const TODAY = '20170115';

/** The first races of each meeting, of every table; only the later days if it must be quick. */
const SMALL = { from: '20161101', quickFrom: '20161119', to: '20161204', races: 4 };
/** All races, of the narrow tables that a period can query: more than 5,000 results. */
const LARGE = { from: '20161001', to: '20161031', tables: ['d_ra', 'd_ka', 'd_hj', 'd_se'] } as const;

export interface World {
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly userKey: string;
  /** Days with records of every table, in order. */
  readonly days: readonly string[];
  /** A period with more than 5,000 results; absent if it was not requested. */
  readonly largePeriod?: Filter;
  readonly racekeys: readonly string[];
  readonly horseIds: readonly string[];
  /** The truth, by the records that the service was given and not by its answers. */
  truth(table: TableCode, filter: Filter): readonly WireRecord[];
  /** The day of a race key or of a meeting's key. */
  dayOf(key: string): string | undefined;
  close(): Promise<void>;
}

/** `large` takes some seconds more to make. */
export async function openWorld({ large }: { readonly large: boolean }): Promise<World> {
  const records = new Map<TableCode, SampleRecord[]>(TABLE_CODES.map((code) => [code, []]));
  const options = { seed: 'railbird', today: TODAY };
  if (large) {
    for (const day of sampleDays(LARGE.from, LARGE.to, { ...options, tables: LARGE.tables })) {
      for (const [code, all] of day.records) records.get(code)?.push(...all);
    }
  }
  const days: string[] = [];
  const horses = new Map<unknown, SampleRecord>();
  for (const day of sampleDays(large ? SMALL.from : SMALL.quickFrom, SMALL.to, options)) {
    days.push(day.racedate);
    for (const [code, all] of day.records) {
      if (code === 'm_uk') for (const horse of all.slice(0, 20)) horses.set(horse['horse_id'], horse);
      else records.get(code)?.push(...all.filter(isIncluded).map(withFewerRaces));
    }
  }
  records.set('m_uk', [...horses.values()]);
  // The app under test shares the event loop with the service, which must not mistake that for overload.
  const watch = new ServerStats({ shedding: { late: Infinity, underWay: Infinity } });
  const service = await runService({ records, now: () => new Date(NOW), watch });
  const daysOfKeys = new Map<string, string>();
  for (const { racekey, racedate } of records.get('t_ra') ?? []) {
    daysOfKeys.set(String(racekey), String(racedate));
    daysOfKeys.set(String(racekey).slice(0, 6), String(racedate));
  }
  return {
    serviceUrl: service.url,
    apiKey: API_KEY,
    userKey: USER_KEY,
    days,
    ...(large ? { largePeriod: { start_racedate: LARGE.from, end_racedate: LARGE.to } } : {}),
    racekeys: (records.get('t_ra') ?? []).map(({ racekey }) => String(racekey)),
    horseIds: [...horses.keys()].map(String),
    truth: (table, filter) => (records.get(table) ?? []).filter((record) => matchesFilter(record, filter)),
    dayOf: (key) => daysOfKeys.get(key),
    close: () => service.close(),
  };
}

function matchesFilter(record: SampleRecord, filter: Filter): boolean {
  const day = String(record['racedate']);
  const race = 'holdingkey' in record ? filter.racekey?.slice(0, 6) : filter.racekey;
  return (
    (filter.racedate === undefined || day === filter.racedate) &&
    (filter.start_racedate === undefined || day >= filter.start_racedate) &&
    (filter.end_racedate === undefined || day <= filter.end_racedate) &&
    (race === undefined || race === (record['holdingkey'] ?? record['racekey'])) &&
    (filter.horse_id === undefined || record['horse_id'] === filter.horse_id)
  );
}

const isIncluded = ({ racekey }: SampleRecord): boolean =>
  typeof racekey !== 'string' || Number(racekey.slice(6)) <= SMALL.races;

/** A meeting that states its number of races must stay correct. */
const withFewerRaces = (record: SampleRecord): SampleRecord =>
  'number_of_races' in record ? { ...record, number_of_races: SMALL.races } : record;
