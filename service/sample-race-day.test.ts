// The sample service on a race day: what a client that asks again and again sees before, during and after a race.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newLog } from './log.ts';
import { parseOptions } from './options.ts';
import type { RunningService } from './service.ts';
import { startService } from './service.ts';
import { answerOf, send } from './testing/run-service.ts';
import type { Answered } from './testing/run-service.ts';

/** A Sunday. */
const TODAY = '20161113';
const RECIPE = { name: 'one day', seed: 'test', raceDates: () => [TODAY] };

const at = (clock: string): Date => new Date(`2016-11-13T${clock.slice(0, 2)}:${clock.slice(2)}:00+09:00`);
const minutesAfter = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

let folder: string;
let service: RunningService;
let now = at('0700');
/** A race in the middle of the day. */
let racekey = '';
let post = new Date(0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-race-day-'));
  service = await startService(parseOptions(['--sample', '--data-dir', folder, '--limits=off'], {}), {
    now: () => now,
    log: newLog({ write: () => {} }),
    recipe: RECIPE,
  });
  const [race] = (await ask('tra', { racedate: TODAY })).filter((each) =>
    String(each['racekey']).endsWith('06'),
  );
  racekey = String(race?.['racekey']);
  post = at(String(race?.['post_time']));
});
afterAll(async () => {
  await service.close(100);
  rmSync(folder, { recursive: true, force: true });
});

async function ask(table: string, filter: object): Promise<Answered['result']['data']> {
  const reply = await send(service.url, {
    path: `/v1/${table}`,
    query: `?api_key=${service.keys?.api_key ?? ''}`,
    headers: { 'content-type': 'application/json', 'x-user-key': service.keys?.user_key ?? '' },
    body: JSON.stringify(filter),
  });
  return answerOf(reply).result.data;
}

/** The service's answers change every two minutes. */
const MOMENT_MS = 2 * 60_000;

/** The pre-race records of the race, asked for until they are those of the present moment. */
async function prerace(): Promise<Answered['result']['data']> {
  const moment = Math.floor(now.getTime() / MOMENT_MS) * MOMENT_MS;
  const clock = new Date(moment + 9 * 3_600_000).toISOString().slice(11, 16).replace(':', '');
  const newest = async () => (await ask('tpd', { racekey }))[0]?.['odds_obtained_time'];
  await expect.poll(newest).toBe(clock);
  return ask('tpd', { racekey });
}

/** Five states of the day are generated: seconds, many more on a busy machine. */
const BUSY = { timeout: 120_000 };

test('figures come an hour before the race and odds move until it is off, the result after it', BUSY, async () => {
  now = minutesAfter(post, -80);
  expect(await ask('tpd', { racekey })).toEqual([]);

  now = minutesAfter(post, -60);
  const early = await prerace();
  expect(early.every(({ horse_weight, this_horse_body_state: seen }) => horse_weight !== null && seen === null)).toBe(true);

  now = minutesAfter(post, -58);
  const moved = await prerace();
  const oddsOf = (records: typeof early) => records.map(({ win_odds }) => win_odds);
  expect(oddsOf(moved)).not.toEqual(oddsOf(early));
  expect(moved.map(({ horse_weight }) => horse_weight)).toEqual(early.map(({ horse_weight }) => horse_weight));

  now = minutesAfter(post, -20);
  const paddock = await prerace();
  expect(paddock.every(({ this_horse_body_state: seen }) => seen !== null)).toBe(true);
  expect(await ask('tse', { racekey })).toEqual([]);

  now = minutesAfter(post, 10);
  await expect.poll(async () => (await ask('thj', { racekey })).length).toBe(1);
  const results = await ask('tse', { racekey });
  expect(results).toHaveLength(early.length);
  // Provisional: the indices come on Thursday.
  expect(results.every(({ idm }) => idm === null)).toBe(true);
  expect(results.some(({ time_record }) => time_record !== null)).toBe(true);
  const last = await ask('tpd', { racekey });
  expect(oddsOf(last)).not.toEqual(oddsOf(paddock));
  now = minutesAfter(post, 40);
  await ask('tra', { racedate: TODAY });
  expect(await ask('tpd', { racekey })).toEqual(last);
}); // prettier-ignore
