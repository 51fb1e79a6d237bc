// Three days of racing for tests: a Saturday, the day before the fake clock's, and the day at whose noon the clock
// starts.

import type { ResultSource } from '#shared/bridge/source.ts';
import { meetingOf, racesOf, runnersOf } from './fake-records.ts';
import { FakeService } from './fake-service.ts';

export const SATURDAY = { racedate: '20261107', races: 3, runners: 12 };
export const YESTERDAY = { racedate: '20261114', races: 3, runners: 12 };
export const TODAY = { racedate: '20261115', races: 3, runners: 12 };

const CARDS = [SATURDAY, YESTERDAY, TODAY];
const PAST = [SATURDAY, YESTERDAY];

export const threeDays = (): FakeService =>
  new FakeService({
    t_ra: CARDS.flatMap((card) => racesOf('t_ra', card)),
    d_ra: PAST.flatMap((card) => racesOf('d_ra', card)),
    t_ky: CARDS.flatMap((card) => runnersOf('t_ky', card)),
    t_se: CARDS.flatMap((card) => runnersOf('t_se', card)),
    d_se: PAST.flatMap((card) => runnersOf('d_se', card)),
    d_ka: PAST.map((card) => meetingOf('d_ka', card.racedate)),
    t_ka: CARDS.map((card) => meetingOf('t_ka', card.racedate)),
  });

export const ofDay = (table: 't_ra' | 't_se' | 't_ky', racedate: string): ResultSource => ({
  kind: 'table',
  table,
  filter: { racedate },
});

export const ofPeriod = (
  table: 'd_se' | 'd_ra' | 'd_hj' | 'd_ka',
  from: string,
  to: string,
): ResultSource => ({
  kind: 'table',
  table,
  filter: { start_racedate: from, end_racedate: to },
});
