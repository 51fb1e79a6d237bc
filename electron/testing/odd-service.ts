// An in-memory service with three weeks of racing whose answers a test can make differ from those of Railbird's own
// service, and a core connected to it.

import { afterEach, beforeEach } from 'vitest';
import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { spanDays } from '#shared/racing/racedate.ts';
import type { WireRecord } from '#shared/service-api/envelope.ts';
import { learnedReadings } from '../downloads/fetch/service-readings.ts';
import { meetingOf, racesOf, runnersOf } from './fake-records.ts';
import { envelope, FakeService, refusal, type ReceivedRequest, type Reply } from './fake-service.ts';
import { openCore } from './open-core.ts';

/** Saturdays and Sundays of three weeks, long past. */
const DAYS = ['20260905', '20260906', '20260912', '20260913', '20260919', '20260920'];
export const ENDS_RACED: Filter = { start_racedate: '20260906', end_racedate: '20260919' };
export const ENDS_IDLE: Filter = { start_racedate: '20260904', end_racedate: '20260921' };
export const RUNNERS_A_DAY = 2 * 4;

export const runnersIn = ({ start_racedate: from = '', end_racedate: to = '' }: Filter): number =>
  DAYS.filter((day) => day >= from && day <= to).length * RUNNERS_A_DAY;

export const spanOf = ({ start_racedate: from = '', end_racedate: to = '' }: Filter): number =>
  spanDays(from, to);

export const bad = (status: number, code = 'BAD_REQUEST'): Reply => ({
  status,
  text: refusal(code, 'invalid request'),
});

const isPeriod = (filter: Filter): boolean => filter.start_racedate !== undefined;

type OddService = Awaited<ReturnType<typeof openOddService>>;

/** A separate one for each test of the file. */
export function oddServicePerTest(): OddService {
  let odd: OddService;
  beforeEach(async () => {
    odd = await openOddService();
  });
  afterEach(() => odd.core.close());
  return {
    get service() {
      return odd.service;
    },
    get core() {
      return odd.core;
    },
    open: (...given) => odd.open(...given),
    learned: () => odd.learned(),
    asThough: (other) => odd.asThough(other),
    answering: (records) => odd.answering(records),
    refusing: (...given) => odd.refusing(...given),
    plainRequests: (filter) => odd.plainRequests(filter),
  };
}

async function openOddService() {
  const cards = DAYS.map((racedate) => ({ racedate, races: 2, runners: 4 }));
  const service = new FakeService({
    d_ra: cards.flatMap((card) => racesOf('d_ra', card)),
    d_se: cards.flatMap((card) => runnersOf('d_se', card)),
    d_ka: DAYS.map((day) => ({ ...meetingOf('d_ka', day), number_of_races: 2 })),
  });
  const core = await openCore(service);
  return {
    service,
    core,
    open: async (filter: Filter, table: TableCode = 'd_se', refresh = false) =>
      (await core.results.open({ kind: 'table', table, filter }, { alone: true, refresh })).summary,
    /** The stored readings of the service. */
    learned: async () =>
      (await learnedReadings(await core.archive(), core.clock.now())).map(({ kind, detail }) =>
        detail === '' ? kind : `${kind} ${detail}`,
      ),
    /** Answers each period as if another one had been requested. */
    asThough: (other: (from: string, to: string) => readonly [string, string]) => {
      service.misbehave = ({ table, filter }) => {
        const { start_racedate: from = '', end_racedate: to = '' } = filter;
        if (!isPeriod(filter)) return undefined;
        const [start, end] = other(from, to);
        const records = service.matching(table, { start_racedate: start, end_racedate: end });
        return { text: envelope(table, filter, records) };
      };
    },
    /** Answers periods with these records. */
    answering: (records: (request: ReceivedRequest) => readonly WireRecord[]) => {
      service.misbehave = (request) =>
        isPeriod(request.filter)
          ? { text: envelope(request.table, request.filter, records(request)) }
          : undefined;
    },
    refusing: (isRefused: (filter: Filter) => boolean, reply: Reply) => {
      service.misbehave = ({ filter }) => (isPeriod(filter) && isRefused(filter) ? reply : undefined);
    },
    /** The number of requests that the query takes if the service answers as Railbird's own does. */
    plainRequests: async (filter: Filter): Promise<number> => {
      const plain = await openCore(service);
      const { misbehave } = service;
      service.misbehave = () => undefined;
      const before = service.received.length;
      await plain.results.open({ kind: 'table', table: 'd_se', filter }, { alone: true });
      const count = service.received.length - before;
      await plain.close();
      service.misbehave = misbehave;
      service.received.length = 0;
      return count;
    },
  };
}
