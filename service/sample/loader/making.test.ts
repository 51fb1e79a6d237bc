// The threads that make sample racing: in turns, resumable, and the same bytes whatever was asked for.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TableCode } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { SqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { sampleDays } from '../generator/generate.ts';
import { QUICKLY_MADE } from './parts.ts';
import type { DayPart } from './parts.ts';
import { isWhole } from './plan.ts';
import { SampleFile } from './sample-file.ts';
import type { WorkerJob } from './thread.ts';
import { makeInThreads } from './thread.ts';
import { exclusively, newTurns, nextTurn, satisfy, want, wantedDays } from './shared-work.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-making-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Each thread first simulates all earlier racing: seconds, many more on a busy machine. */
const BUSY = { timeout: 120_000 };

const SPRING = ['20160416', '20160410', '20160409', '20160403', '20160402'];

const orderFor = (name: string, racedates: readonly string[], remove: readonly string[] = []): WorkerJob => ({
  file: join(folder, name),
  seed: 'test',
  recipe: 'a',
  moment: { today: '20160601', clock: '0000' },
  racedates,
  historyBefore: '',
  packs: false,
  quick: [],
  remove,
});

const storedIn = (name: string): string[] => {
  const file = new SampleFile(join(folder, name));
  const whole = file.storedDays().filter(isWhole);
  const days = whole.map(({ racedate }) => racedate);
  file.close();
  return days.toSorted();
};

/** Everything that a store holds of some days, as one digest a table. */
async function digests(name: string, from: string, to: string): Promise<Map<TableCode, string>> {
  const store = new SqliteStore(join(folder, name));
  const found = new Map<TableCode, string>();
  for (const table of TABLE_CODES) {
    if (table === 'm_uk') continue;
    const hash = createHash('sha256');
    const records = store.answer(table, { from, to }, 1_000_000);
    if (records === 'too many') throw new Error('too many');
    for await (const page of records.pages) hash.update(page);
    found.set(table, `${records.count} ${hash.digest('hex')}`);
  }
  await store.close();
  return found;
}

test(
  'a start that was killed goes on where it was; ranges that overlap agree to the byte',
  BUSY,
  async () => {
    const cut = makeInThreads(orderFor('cut', SPRING), (_, part) => {
      if (part === 'whole') void cut.stop();
    });
    await cut.done;
    const before = storedIn('cut');
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(SPRING.length);

    const made: Record<DayPart, string[]> = { quick: [], whole: [] };
    const rest = SPRING.filter((racedate) => !before.includes(racedate));
    await makeInThreads(orderFor('cut', rest), (racedate, part) => made[part].push(racedate)).done;
    expect(made.quick).toEqual(rest);
    expect(made.whole.toSorted()).toEqual(rest.toSorted());
    expect(storedIn('cut')).toEqual(SPRING.toSorted());

    await makeInThreads(orderFor('other', ['20160410', '20160409', '20160327']), () => {}).done;
    const days = ['20160409', '20160410'] as const;
    expect(await digests('other', ...days)).toEqual(await digests('cut', ...days));
  },
);

test('days that are no longer wanted are taken out when the others are made', BUSY, async () => {
  await makeInThreads(orderFor('file', ['20160402', '20160403']), () => {}).done;
  await makeInThreads(orderFor('file', ['20160409'], ['20160402']), () => {}).done;
  expect(storedIn('file')).toEqual(['20160403', '20160409']);
});

test('the quick part of every day comes first, and has the records of the whole day', BUSY, async () => {
  const parts: string[] = [];
  await makeInThreads(orderFor('file', SPRING), (_, part) => parts.push(part)).done;
  expect(parts).toEqual([...SPRING.map(() => 'quick'), ...SPRING.map(() => 'whole')]);

  const options = { seed: 'test', today: '20160601' };
  const whole = [...sampleDays('20160402', '20160403', options)];
  const quick = [...sampleDays('20160402', '20160403', { ...options, tables: QUICKLY_MADE })];
  const isQuick = ([table]: readonly [TableCode, unknown]) => QUICKLY_MADE.includes(table);
  expect(quick.map(({ records }) => [...records])).toEqual(
    whole.map(({ records }) => [...records].filter(isQuick)),
  );
});

test('a day without racing is an error, not waited for', async () => {
  const making = makeInThreads(orderFor('file', ['20160404']), () => {});
  await expect(making.done).rejects.toThrow('20160404');
});

test(
  'the newest days come first, history last, before both what is awaited, and no part twice',
  BUSY,
  async () => {
    const made: string[] = [];
    const order = {
      ...orderFor('file', ['20160416', '20160409', '20160403', '20160402']),
      historyBefore: '20160409',
      packs: true,
      quick: ['20160403'],
    };
    const making = makeInThreads(order, (racedate, part) => made.push(`${part} ${racedate.slice(4)}`));
    making.want({ quick: [], whole: ['20160402'] });
    await making.done;
    expect(made).toEqual(
      [
        ['quick', '0416', '0409', '0402'],
        ['whole', '0402', '0416', '0409', '0403'],
      ].flatMap(([part, ...days]) => days.map((day) => `${part} ${day}`)),
    );
    expect(storedIn('file')).toEqual(order.racedates.toSorted());

    // Packed, four days take less than one.
    await makeInThreads(orderFor('at once', ['20160402']), () => {}).done;
    expect(await digests('file', '20160402', '20160402')).toEqual(
      await digests('at once', '20160402', '20160402'),
    );
    expect(statSync(join(folder, 'file')).size).toBeLessThan(statSync(join(folder, 'at once')).size);
  },
);

test('a race day’s tasks come one after another, each with what is known by then', BUSY, async () => {
  const raceDay = (clock: string): WorkerJob => ({
    ...orderFor('file', ['20160416']),
    moment: { today: '20160416', clock },
  });
  const counts: number[] = [];
  for (const clock of ['0930', '1230', '1700']) {
    await makeInThreads(raceDay(clock), () => {}).done;
    const store = new SqliteStore(join(folder, 'file'));
    const results = store.answer('t_hj', { from: '20160416', to: '20160416' }, 100);
    counts.push(results === 'too many' ? -1 : results.count);
    if (results !== 'too many')
      for await (const page of results.pages) expect(page.length).toBeGreaterThan(0);
    await store.close();
  }
  expect(counts[0]).toBe(0);
  expect(counts[1]).toBeGreaterThan(8);
  expect([24, 36]).toContain(counts[2]);
});

test('each turn is given once, and work alone is not nested', () => {
  const turns = newTurns();
  expect([nextTurn(turns), nextTurn(turns), nextTurn(turns)]).toEqual([0, 1, 2]);
  const done: number[] = [];
  exclusively(turns, () => done.push(1));
  expect(() =>
    exclusively(turns, () => {
      throw new Error('full');
    }),
  ).toThrow('full');
  exclusively(turns, () => done.push(2));
  expect(done).toEqual([1, 2]);
});

test('a day is wanted until the part that is awaited is made', () => {
  const turns = newTurns(3);
  want(turns, [0, 2], 2);
  want(turns, [1, 2], 1);
  expect([wantedDays(turns, 1), wantedDays(turns, 2)]).toEqual([
    [0, 1, 2],
    [0, 2],
  ]);
  for (const day of [0, 1, 2]) satisfy(turns, day, 1);
  expect(wantedDays(turns, 1)).toEqual([0, 2]);
  satisfy(turns, 0, 2);
  expect(wantedDays(turns, 1)).toEqual([2]);
});
