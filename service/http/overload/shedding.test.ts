// When requests are shed, as a pure decision; and that the shed ones are told so, over real sockets.

import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { errorOf, runService } from '../../testing/run-service.ts';
import type { Running } from '../../testing/run-service.ts';
import { DEFAULT_SHEDDING, pauseFor } from './shedding.ts';
import { ServerStats } from './server-stats.ts';

const FIGURES = { late: 250, underWay: 100 };

test('what is neither late nor crowded is taken, up to the figures and at them', () => {
  fc.assert(
    fc.property(fc.nat({ max: FIGURES.late }), fc.nat({ max: FIGURES.underWay }), (late, underWay) => {
      expect(pauseFor({ late, underWay }, FIGURES)).toBeUndefined();
    }),
  );
});

test('beyond them the pause is whole seconds, at least 1, and grows with the lateness, never without end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 251, max: 1e9 }), fc.nat({ max: 1e6 }), (late, more) => {
      const pause = pauseFor({ late, underWay: 0 }, FIGURES) ?? 0;
      const longer = pauseFor({ late: late + more, underWay: 0 }, FIGURES) ?? 0;
      expect(Number.isInteger(pause)).toBe(true);
      expect(pause).toBeGreaterThanOrEqual(1);
      expect(longer).toBeGreaterThanOrEqual(pause);
      expect(longer).toBeLessThanOrEqual(30);
    }),
  );
  expect(pauseFor({ late: 0, underWay: 101 }, FIGURES)).toBe(1);
});

let service: Running | undefined;
afterEach(() => service?.close());

test('a late event loop sheds every request with 503 and Retry-After until it is on time again', async () => {
  const lateness = { median: 0, worst: 0, stop: () => {} };
  service = await runService({ watch: new ServerStats({ lateness }) });
  expect((await service.ask('/v1/tra')).status).toBe(200);
  lateness.median = DEFAULT_SHEDDING.late + 1;
  for (const path of ['/v1/tra', '/v1/nothing', '/', '/elsewhere']) {
    const reply = await service.ask(path);
    expect(reply.status).toBe(503);
    expect(errorOf(reply).code).toBe('SERVICE_UNAVAILABLE');
    expect(reply.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  }
  lateness.median = 0;
  expect((await service.ask('/v1/tra')).status).toBe(200);
});

test('more requests than can be under way are shed, and an end makes room', async () => {
  const gate = Promise.withResolvers<void>();
  const entered: (() => void)[] = [];
  const inside = [
    new Promise<void>((resolve) => entered.push(resolve)),
    new Promise<void>((resolve) => entered.push(resolve)),
  ];
  let count = 0;
  service = await runService({
    watch: new ServerStats({ shedding: { late: 1e9, underWay: 2 } }),
    wrap: (store) => ({
      answer: async (...asked) => {
        entered[count++]?.();
        await gate.promise;
        return store.answer(...asked);
      },
      newestRaceDate: (...asked) => store.newestRaceDate(...asked),
      upsert: (...asked) => store.upsert(...asked),
      close: () => store.close(),
    }),
  });
  const running = service;
  const filter = { racedate: '20261003' };
  const two = [running.ask('/v1/tra', filter), running.ask('/v1/tra', filter)];
  await Promise.all(inside);
  const third = await running.ask('/v1/tra', filter);
  expect([third.status, third.headers['retry-after']]).toEqual([503, '1']);
  gate.resolve();
  expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await running.ask('/v1/tra', filter)).status).toBe(200);
});
