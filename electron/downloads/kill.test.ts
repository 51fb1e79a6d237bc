import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DownloadSelection } from '#shared/bridge/downloads.ts';
import { meetingOf, racesOf, runnersOf } from '../testing/fake-records.ts';
import { envelope, FakeService } from '../testing/fake-service.ts';
import { openKillFront, type KillFront } from './testing/kill-front.ts';
import { killRun, type Death } from './testing/kill-lab.ts';

const RACE_DAYS = ['20260905', '20260906', '20260912', '20260919', '20260920', '20260926', '20261003'];
const SELECTION: DownloadSelection = { tables: ['d_ra', 'd_ky', 't_se'], from: '20260901', to: '20261005' };

const cards = RACE_DAYS.map((racedate) => ({ racedate, races: 2, runners: 6 }));
const service = new FakeService({
  d_ra: cards.flatMap((card) => racesOf('d_ra', card)),
  d_ky: cards.flatMap((card) => runnersOf('d_ky', card)),
  t_se: cards.flatMap((card) => runnersOf('t_se', card)),
  d_ka: RACE_DAYS.map((day) => meetingOf('d_ka', day)),
});

let front: KillFront;

beforeAll(async () => {
  front = await openKillFront((table, filter) => envelope(table, filter, service.matching(table, filter)));
});
afterAll(() => front.close());

const run = (deaths: readonly Death[]) =>
  killRun({ front, selection: SELECTION, oracle: (table) => service.records[table] ?? [], deaths });

// Each process gets a window or two further than the previous one.
const EVERY_WAY: readonly Death[] = [
  { at: 'body', n: 1 },
  { at: 'before', n: 1 },
  { at: 'after', n: 1 },
  { at: 'body', n: 2 },
  { at: 'before', n: 2 },
  { at: 'after', n: 2 },
  { at: 'after', n: 1 },
  { at: 'body', n: 1 },
  { at: 'before', n: 3 },
  { at: 'after', n: 3 },
  { at: 'body', n: 2 },
  { at: 'after', n: 1 },
];

it('a download that is killed a dozen times is complete in the end, and requests no finished window again', async () => {
  const killed = await run(EVERY_WAY);
  expect(killed).toMatchObject({ ended: 'done', lost: 0, requestedAgain: 0 });
  expect(killed.kills).toBe(12);
  // A process takes a second or two to start where others are at work.
}, 120_000);
