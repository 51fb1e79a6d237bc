import { expect, test } from 'vitest';
import type { Activity } from '#shared/bridge/app.ts';
import { ActivityBoard } from '../service-client/activity.ts';
import { SampleProgress, withSampleDays } from './sample-progress.ts';

const IDLE: Activity = { inFlight: 0, queued: 0, answered: 0, reachable: true };
const line = (fields: object): string => JSON.stringify({ level: 30, ...fields });

function follow(isSample = true) {
  const progress = new SampleProgress();
  const client = new ActivityBoard();
  const seen: Activity[] = [];
  const activity = withSampleDays(client, progress, () => isSample);
  const leave = activity.subscribe((next) => seen.push(next));
  return { progress, client, activity, seen, leave };
}

test('the progress that the service logs is reported with the activity, until everything is generated', () => {
  const { progress, activity, seen } = follow();
  progress.read(line({ made: 0, of: 3 }));
  expect(activity.current()).toEqual({ ...IDLE, sampleDays: { made: 0, of: 3 } });
  progress.read(line({ made: 2, of: 3, racedate: '20261114' }));
  progress.read(line({ made: 3, of: 3, racedate: '20261108' }));
  expect(seen.map(({ sampleDays }) => sampleDays)).toEqual([
    { made: 0, of: 3 },
    { made: 2, of: 3 },
    undefined,
  ]);
});

test("a change of the client's activity includes the days generated so far", () => {
  const { progress, client, seen } = follow();
  progress.read(line({ made: 1, of: 3 }));
  client.set({ ...IDLE, inFlight: 1 });
  expect(seen.at(-1)).toEqual({ ...IDLE, inFlight: 1, sampleDays: { made: 1, of: 3 } });
});

test.each([
  ['a failure', line({ failure: 'no space' })],
  ['a start with nothing to generate', line({ made: 0, of: 0 })],
])('%s ends the progress', (_name, last) => {
  const { progress, activity } = follow();
  progress.read(line({ made: 1, of: 3 }));
  progress.read(last);
  expect(activity.current()).toEqual(IDLE);
});

test('a service that ended generates nothing any more', () => {
  const { progress, activity } = follow();
  progress.read(line({ made: 1, of: 3 }));
  progress.end();
  expect(activity.current()).toEqual(IDLE);
});

test('other log lines are ignored', () => {
  const { progress, seen } = follow();
  for (const other of ['not json', 'null', line({ status: 200, table: 't_ra' }), line({ made: -1, of: 2 })]) {
    progress.read(other);
  }
  expect(seen).toEqual([]);
});

test('no progress is reported while an account is connected, or to a listener that has left', () => {
  const account = follow(false);
  account.progress.read(line({ made: 1, of: 3 }));
  expect(account.activity.current()).toEqual(IDLE);
  const { progress, client, seen, leave } = follow();
  leave();
  progress.read(line({ made: 1, of: 3 }));
  client.set({ ...IDLE, queued: 1 });
  expect(seen).toEqual([]);
});
