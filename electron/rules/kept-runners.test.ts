// The runners between two runs of rules: opened once, opened again when they may be outdated, one run after another.

import { expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import type { Archive } from '../archive/archive.ts';
import { Changes } from '../archive/changes.ts';
import { fakeResult, fakeResults } from '../testing/fake-result.ts';
import { KeptRunners } from './kept-runners.ts';

const LONG = { from: '20250101', to: '20251231' };
const SHORT = { from: '20250101', to: '20250107' };

function setUp() {
  const results = fakeResults(fakeResult({ columns: SUBJECTS.runners.columns, records: [] }));
  let opened = 0;
  let now = Date.UTC(2026, 10, 14, 14, 59);
  const counted: typeof results = {
    ...results,
    open: (source, options) => {
      opened += 1;
      return results.open(source, options);
    },
  };
  const archive = { changes: new Changes() } as unknown as Archive;
  return {
    runners: new KeptRunners(counted, () => now),
    setNow: (at: number) => (now = at),
    archive,
    closed: results.closed,
    opened: () => opened,
  };
}

const look = async () => 'done';

it('are opened once for runs over the same long period', async () => {
  const { runners, archive, opened, closed } = setUp();
  expect(await runners.use(archive, LONG, {}, look)).toBe('done');
  await runners.use(archive, LONG, {}, look);
  expect(opened()).toBe(1);
  await runners.use(archive, { ...LONG, to: '20251230' }, {}, look);
  expect([opened(), closed.length]).toEqual([2, 1]);
});

it('are opened again once the archive was written, and for days that may be fetched', async () => {
  const { runners, archive, opened, closed } = setUp();
  await runners.use(archive, LONG, {}, look);
  archive.changes.report({ table: 'd_hj', filter: {} });
  await runners.use(archive, LONG, {}, look);
  expect(opened()).toBe(2);
  await runners.use(archive, SHORT, {}, look);
  await runners.use(archive, SHORT, {}, look);
  expect([opened(), closed.length]).toEqual([4, 4]);
});

it('are opened again after midnight in Tokyo: a day that was to come is over and may lack its results', async () => {
  const { runners, setNow, archive, opened } = setUp();
  await runners.use(archive, LONG, {}, look);
  setNow(Date.UTC(2026, 10, 14, 15));
  await runners.use(archive, LONG, {}, look);
  expect(opened()).toBe(2);
  setNow(Date.UTC(2026, 10, 15, 14, 59));
  await runners.use(archive, LONG, {}, look);
  expect(opened()).toBe(2);
});

it('are not kept after a failure, which the next run survives', async () => {
  const { runners, archive, opened } = setUp();
  await expect(runners.use(archive, LONG, {}, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  await runners.use(archive, LONG, {}, look);
  expect(opened()).toBe(2);
});

it('serve one run at a time', async () => {
  const { runners, archive } = setUp();
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = runners.use(archive, LONG, {}, async () => {
    await promise;
    order.push('first');
  });
  const second = runners.use(archive, LONG, {}, async () => {
    order.push('second');
  });
  resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});
