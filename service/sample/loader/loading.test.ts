// The sample's days as questions meet them: who waits for which, and what happens when the date changes.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { newLog } from '../../log.ts';
import { SqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { RecordFilter, Store } from '../../store/store.ts';
import { recordOf } from '../../testing/records.ts';
import { Loader } from './loader.ts';
import type { Awaited } from './parts.ts';
import { momentKey, planDays } from './plan.ts';
import type { Recipe } from './recipe.ts';
import { SampleFile } from './sample-file.ts';
import { SampleStore } from './sample-store.ts';
import type { Make, WorkerJob } from './thread.ts';

let folder: string;
let now: Date;
let orders: WorkerJob[];
let finish: (() => void)[];
/** What each task was told that questions wait for. */
let wanted: Awaited[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-loading-'));
  now = new Date('2026-11-08T22:00:00+09:00');
  orders = [];
  finish = [];
  wanted = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes one race a day, with a result where the day is past, when the test says so. */
const make: Make = (order, arrived) => {
  orders.push(order);
  const ended = Promise.withResolvers<void>();
  finish.push(() => {
    const file = new SampleFile(order.file);
    for (const racedate of order.racedates) {
      const fields = { racedate, racekey: `0526${racedate.slice(6)}01`, horse_number: '1' };
      file.keepDay(
        { racedate, recipe: order.recipe, asOf: momentKey(order.moment) },
        new Map([
          ['t_ra', [recordOf('t_ra', fields)]],
          ['t_se', racedate < order.moment.today ? [recordOf('t_se', fields)] : []],
        ]),
      );
      arrived(racedate, 'whole');
    }
    file.close();
    ended.resolve();
  });
  return { done: ended.promise, want: (days) => void wanted.push(days), stop: async () => ended.resolve() };
};

const RECIPE = { name: 'a', seed: 'x', raceDates: () => ['20261107', '20261108', '20261114'] };

function open(recipe: Recipe = RECIPE): { store: Store; loader: Loader } {
  const file = join(folder, 'records.sqlite');
  const kept = new SqliteStore(file);
  const loader = new Loader(file, recipe, { make, now: () => now, log: newLog({ write: () => {} }) });
  loader.keepUp();
  return { store: new SampleStore(kept, loader), loader };
}

async function count(store: Store, table: TableCode, selection: RecordFilter = {}) {
  const records = await store.answer(table, selection, 100);
  if (records === 'too many') throw new Error('too many');
  for await (const page of records.pages) expect(page.length).toBeGreaterThan(0);
  return records.count;
}

test('a question waits until the days it is about are made; a second start has nothing to make', async () => {
  const first = open();
  const asked = count(first.store, 't_ra');
  await expect.poll(() => finish.length).toBe(1);
  expect(orders[0]?.racedates).toEqual(['20261114', '20261108', '20261107']);
  finish[0]?.();
  expect(await asked).toBe(3);
  await first.store.close();

  const second = open();
  expect(await count(second.store, 't_ra')).toBe(3);
  expect(orders).toHaveLength(1);
  await second.store.close();
});

test('a race and a horse that are there already are answered while other days are still made', async () => {
  const partly: Make = (order, arrived) => {
    const file = new SampleFile(order.file);
    const fields = {
      racedate: '20261114',
      racekey: '05261401',
      horse_id: '12E345678901',
      kettonum: '20201234',
    };
    const records = new Map([
      ['t_ra', [recordOf('t_ra', fields)]],
      ['m_uk', [recordOf('m_uk', fields)]],
    ] as const);
    file.keepDay({ racedate: '20261114', recipe: order.recipe, asOf: momentKey(order.moment) }, records);
    file.close();
    arrived('20261114', 'whole');
    const never = Promise.withResolvers<void>();
    return { done: never.promise, want: () => {}, stop: async () => never.resolve() };
  };
  const file = join(folder, 'records.sqlite');
  const kept = new SqliteStore(file);
  const loader = new Loader(file, RECIPE, { make: partly, now: () => now, log: newLog({ write: () => {} }) });
  const store = new SampleStore(kept, loader);
  expect(await count(store, 't_ra', { from: '20261114', to: '20261114' })).toBe(1);
  expect(await count(store, 't_ra', { racekey: '05261401' })).toBe(1);
  expect(await count(store, 'm_uk', { horse_id: '12E345678901' })).toBe(1);
  expect(await count(store, 'm_uk', { kettonum: '2020201234' })).toBe(1);
  const unknown = count(store, 'm_uk', { horse_id: 'ZZZZZZZZZZZZ' });
  await loader.stop();
  await expect(unknown).rejects.toMatchObject({ refused: 'SERVICE_UNAVAILABLE' });
  await store.close();
});

test('the past tables hold the days before today, and follow when the date changes', async () => {
  const { store } = open();
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  expect(await count(store, 'd_ra')).toBe(1);
  expect(await count(store, 'd_ra', { from: '20261101', to: '20261130' })).toBe(1);
  expect(await count(store, 't_se')).toBe(1);
  expect(await store.newestRaceDate('d_se')).toBe('20261107');

  // Midnight in Tokyo.
  now = new Date('2026-11-08T15:00:00Z');
  const asked = count(store, 'd_se');
  await expect.poll(() => finish.length).toBe(2);
  expect(orders[1]?.racedates).toEqual(['20261114', '20261108', '20261107']);
  finish[1]?.();
  expect(await asked).toBe(2);
  expect(await count(store, 'd_ra')).toBe(2);
  expect(await store.newestRaceDate('d_ra')).toBe('20261108');
  expect(await store.newestRaceDate('d_ra', '20261107')).toBe('20261107');
  await store.close();
});

test('whoever waits when the date changes gets the answer of the new day', async () => {
  const { store } = open();
  const early = count(store, 't_se', { from: '20261108', to: '20261108' });
  await expect.poll(() => finish.length).toBe(1);
  now = new Date('2026-11-08T15:00:00Z');
  const late = count(store, 't_se', { from: '20261108', to: '20261108' });
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  expect(await Promise.all([early, late])).toEqual([1, 1]);
  await store.close();
});

test('another recipe makes everything again', async () => {
  const first = open();
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  await count(first.store, 't_ra');
  await first.store.close();

  const second = open({ ...RECIPE, name: 'b', raceDates: () => ['20261108'] });
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  expect(await count(second.store, 't_ra')).toBe(1);
  await second.store.close();
});

test('racing of another recipe takes no disk any more, while the service reads the file', async () => {
  const path = join(folder, 'records.sqlite');
  const file = new SampleFile(path);
  const runners = Array.from({ length: 400 }, (_, index) =>
    recordOf('t_zk', { racedate: '20261107', racekey: `0526${1000 + index}`, horse_number: '1' }),
  );
  file.keepDay({ racedate: '20261107', recipe: 'a', asOf: '202611080000' }, new Map([['t_zk', runners]]));
  file.close();
  const before = statSync(path).size;
  const { store } = open({ ...RECIPE, name: 'b', raceDates: () => ['20261108'] });
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  expect(await count(store, 't_ra')).toBe(1);
  await store.close();
  expect(statSync(path).size).toBeLessThan(before / 2);
});

test('the newest race date is known before the years behind it are made', async () => {
  const asked: (string | undefined)[][] = [];
  const kept = new SqliteStore(join(folder, 'records.sqlite'));
  await kept.upsert('t_ra', [recordOf('t_ra', { racedate: '20261114', racekey: '05261401' })]);
  const store = new SampleStore(kept, {
    ready: async (...period) => void asked.push(period),
    isDone: () => false,
    today: () => '20261120',
    stop: async () => {},
  });
  expect(await store.newestRaceDate('t_ra')).toBe('20261114');
  expect(await store.newestRaceDate('d_ra')).toBe('20261114');
  expect(asked).toEqual([
    ['20261106', undefined, 't_ra'],
    ['20261105', '20261119', 't_ra'],
  ]);
  expect(await count(store, 't_ra', { racekey: '06190101' })).toBe(0);
  expect(asked.at(-1)).toEqual(['20190101', '20191231', 't_ra']);
  await store.close();
});

const raceOn = (racedate: string) => ({ racedate, racekey: `0526${racedate.slice(6)}01`, horse_number: '1' });

/** Makes the quick part of every day at once and each day whole when the test says so. */
const quickFirst = (whole: Map<string, () => void>): Make => {
  return (order, arrived) => {
    const asOf = momentKey(order.moment);
    for (const racedate of order.racedates) {
      const day = { racedate, recipe: order.recipe, asOf };
      const quick = [['t_ra', [recordOf('t_ra', raceOn(racedate))]]] as const;
      const inFile = (work: (file: SampleFile) => void) => {
        const file = new SampleFile(order.file);
        work(file);
        file.close();
      };
      inFile((file) => file.keepQuickPart(day, new Map(quick)));
      arrived(racedate, 'quick');
      whole.set(racedate, () => {
        inFile((file) =>
          file.keepDay(day, new Map([...quick, ['t_ky', [recordOf('t_ky', raceOn(racedate))]]])),
        );
        arrived(racedate, 'whole');
      });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    return { done: promise, want: () => {}, stop: async () => resolve() };
  };
};

test('a question waits for the days of its own table only, and never has a part of them', async () => {
  const whole = new Map<string, () => void>();
  const kept = new SqliteStore(join(folder, 'records.sqlite'));
  const around = { make: quickFirst(whole), now: () => now, log: newLog({ write: () => {} }) };
  const loader = new Loader(join(folder, 'records.sqlite'), RECIPE, around);
  const store = new SampleStore(kept, loader);
  expect(await count(store, 't_ra')).toBe(3);
  expect(await count(store, 'd_ra', { from: '20261101', to: '20261130' })).toBe(1);
  expect(await count(store, 't_ra', { racekey: '05260801' })).toBe(1);
  // No program has that race, so no table has.
  expect(await count(store, 't_ky', { racekey: '05260901' })).toBe(0);

  const answered: string[] = [];
  const ask = async (name: string, selection: RecordFilter) => {
    const found = await count(store, 't_ky', selection);
    answered.push(`${name} ${found}`);
  };
  const all = ask('all', {});
  const two = ask('two', { from: '20261107', to: '20261108' });
  const race = ask('race', { racekey: '05260801' });
  whole.get('20261114')?.();
  expect(await count(store, 't_ky', { from: '20261114', to: '20261114' })).toBe(1);
  expect(answered).toEqual([]);
  whole.get('20261108')?.();
  await race;
  expect(answered).toEqual(['race 1']);
  whole.get('20261107')?.();
  await Promise.all([all, two]);
  expect(answered.toSorted()).toEqual(['all 3', 'race 1', 'two 2']);
  expect(loader.isDone()).toBe(true);
  await store.close();
});

test('a day of which only the quick part was made before the end is made again', async () => {
  const file = new SampleFile(join(folder, 'records.sqlite'));
  const day = { racedate: '20261107', recipe: 'a', asOf: '202611080000' };
  const records = new Map([['t_ra', [recordOf('t_ra', raceOn('20261107'))]]] as const);
  file.keepQuickPart(day, records);
  expect(planDays(['20261107'], file.storedDays(), { today: '20261108', clock: '0000' }).make).toEqual([
    '20261107',
  ]);
  // It goes with the range, too.
  expect(planDays([], file.storedDays(), { today: '20261108', clock: '0000' }).remove).toEqual(['20261107']);
  file.keepDay(day, new Map([...records, ['t_se', [recordOf('t_se', raceOn('20261107'))]]]));
  // Where another thread was quicker, the whole day stays.
  file.keepQuickPart(day, new Map());
  expect(planDays(['20261107'], file.storedDays(), { today: '20261108', clock: '0000' }).make).toEqual([]);
  file.close();
  const { store } = open({ ...RECIPE, raceDates: () => ['20261107'] });
  expect([await count(store, 't_ra'), await count(store, 't_se')]).toEqual([1, 1]);
  await store.close();
});

test('on a race day today is answered as it was minutes ago while it is made again', async () => {
  now = new Date('2026-11-08T14:00:00+09:00');
  const { store } = open();
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  expect(await count(store, 't_ra', { from: '20261108', to: '20261108' })).toBe(1);

  now = new Date('2026-11-08T14:02:00+09:00');
  expect(await count(store, 't_ra', { from: '20261108', to: '20261108' })).toBe(1);
  await expect.poll(() => orders.at(1)).toMatchObject({ racedates: ['20261108'], moment: { clock: '1402' } });

  // What takes longer than a moment lasts is not begun anew.
  now = new Date('2026-11-08T14:08:00+09:00');
  expect(await count(store, 't_ra', { from: '20261108', to: '20261108' })).toBe(1);
  finish[1]?.();
  const askAgain = async () => {
    await count(store, 't_ra', { from: '20261108', to: '20261108' });
    return orders.at(2);
  };
  await expect.poll(askAgain).toMatchObject({ racedates: ['20261108'], moment: { clock: '1408' } });
  expect(orders).toHaveLength(3);

  // Nobody asked for an hour, in which races were run.
  now = new Date('2026-11-08T15:00:00+09:00');
  let isAnswered = false;
  const asked = count(store, 't_ra', { from: '20261108', to: '20261108' }).then(() => (isAnswered = true));
  await expect.poll(() => finish.length).toBe(4);
  expect(isAnswered).toBe(false);
  finish[3]?.();
  await asked;
  await store.close();
});

test('whoever makes the days is told which of them questions wait for, also after a change of date', async () => {
  const { store } = open({ ...RECIPE, historyBefore: () => '20261108' });
  await expect.poll(() => finish.length).toBe(1);
  expect(orders[0]).toMatchObject({ historyBefore: '20261108', quick: [] });
  const asked = count(store, 't_ky', { from: '20261107', to: '20261107' });
  await expect.poll(() => wanted.at(-1)).toEqual({ quick: [], whole: ['20261107'] });
  now = new Date('2026-11-08T15:00:00Z');
  const program = count(store, 't_ra', { from: '20261101', to: '20261108' });
  await expect.poll(() => finish.length).toBe(2);
  await expect.poll(() => wanted.at(-1)?.whole).toEqual(['20261107']);
  expect(wanted.at(-1)?.quick.toSorted()).toEqual(['20261107', '20261108']);
  finish[1]?.();
  expect(await Promise.all([asked, program])).toEqual([0, 2]);
  await store.close();
});

test('a quick part that was made before a restart is answered at once, and not made again', async () => {
  const file = new SampleFile(join(folder, 'records.sqlite'));
  const records = new Map([['t_ra', [recordOf('t_ra', raceOn('20261107'))]]] as const);
  file.keepQuickPart({ racedate: '20261107', recipe: 'a', asOf: '202611080000' }, records);
  file.close();
  now = new Date('2026-11-08T07:00:00+09:00');
  const { store } = open();
  expect(await count(store, 't_ra', { from: '20261107', to: '20261107' })).toBe(1);
  await expect.poll(() => orders.at(0)).toMatchObject({ quick: ['20261107'] });
  await store.close();
});

test('history that finds the disk too full is refused with the reason, and tried again minutes later', async () => {
  let tries = 0;
  const full: Make = (order, arrived) => {
    tries += 1;
    order.racedates.filter((day) => day >= order.historyBefore).forEach((day) => arrived(day, 'whole'));
    const error = Object.assign(new Error('less than 1 GiB of the disk is free'), { code: 'ENOSPC' });
    return { done: Promise.reject(error), want: () => {}, stop: async () => {} };
  };
  const recipe = { ...RECIPE, historyBefore: () => '20261108' };
  const loader = new Loader(join(folder, 'records.sqlite'), recipe, {
    make: full,
    now: () => now,
    log: newLog({ write: () => {} }),
  });
  await expect(loader.ready('20261107', '20261107')).rejects.toMatchObject({ refused: 'STORAGE_FULL' });
  await loader.ready('20261108', '20261114');
  await expect(loader.ready('20261107', '20261107')).rejects.toMatchObject({ refused: 'STORAGE_FULL' });
  expect(tries).toBe(1);
  now = new Date(now.getTime() + 2 * 60_000);
  await expect(loader.ready('20261107', '20261107')).rejects.toMatchObject({ refused: 'STORAGE_FULL' });
  expect(tries).toBe(2);
  await loader.stop();
});
