import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, racedatesBetween } from '#shared/racing/racedate.ts';
import type { Held } from '../archive/coverage.ts';
import { isFresh } from './freshness.ts';
import { halve, plan, spanOf } from './planner.ts';

const NOW = Date.UTC(2026, 10, 15, 3);
const TODAY = '20261115';
const HOUR = 3_600_000;

const held = (unit: string, given: Partial<Held> = {}): Held => ({
  unit,
  ...(unit.startsWith('day:') ? { lastDay: unit.slice(4) } : {}),
  fetchedAt: NOW - HOUR,
  records: 1,
  provisional: 0,
  setAside: 0,
  drift: 0,
  reasons: [],
  present: [],
  ...given,
});

const daysIn = (filter: Filter) => [
  ...racedatesBetween(filter.start_racedate ?? '', filter.end_racedate ?? ''),
];
const rangeTable = fc.constantFrom(...(['d_ra', 'd_ky', 'd_hj', 'd_zk', 'd_se', 'd_ka'] as const));

describe('a plan', () => {
  it('asks for each day that is not held exactly once, in windows that the service takes', () => {
    const offsets = fc.record({ back: fc.nat(800), length: fc.nat(500), gaps: fc.array(fc.nat(500)) });
    fc.assert(
      fc.property(rangeTable, offsets, (code, { back, length, gaps }) => {
        const table = TABLES[code];
        const from = addDays(TODAY, -1 - back - length);
        const days = [...racedatesBetween(from, addDays(from, length))];
        const missing = new Set(gaps.flatMap((at) => days[at] ?? []));
        const coverage = new Map(
          days
            .filter((day) => !missing.has(day))
            .map((day) => [`day:${day}`, held(`day:${day}`, { fetchedAt: NOW })]),
        );
        const filter = { start_racedate: from, end_racedate: addDays(from, length) };
        const { ask } = plan({ table, filter, held: coverage, now: NOW });
        expect(ask.flatMap(daysIn)).toEqual([...missing].toSorted());
        expect(Math.max(0, ...ask.map(spanOf))).toBeLessThanOrEqual(
          Math.min(table.windowDays ?? 0, table.maxSpanDays ?? 0),
        );
        const again = plan({ table, filter, held: coverage, now: NOW, refresh: true });
        expect(again.ask.flatMap(daysIn)).toEqual(days);
        expect(again.heldWindows).toBe(0);
      }),
    );
  });

  it('keeps to the window that the service is known to answer', () => {
    const filter = { start_racedate: '20260901', end_racedate: '20260930' };
    const { ask } = plan({ table: TABLES.d_se, filter, held: new Map(), now: NOW, windowDays: 4 });
    expect(ask.map(spanOf)).toEqual([4, 4, 4, 4, 4, 4, 4, 2]);
  });

  it('opens a race from its day, or from itself, and else asks by its key alone', () => {
    const filter = { racekey: '05264101', start_racedate: '20261101', end_racedate: '20261114' };
    const ask = (units: Held[]) =>
      plan({
        table: TABLES.d_se,
        filter,
        day: '20261101',
        held: new Map(units.map((unit) => [unit.unit, unit])),
        now: NOW,
      }).ask;
    expect(ask([])).toEqual([{ racekey: '05264101' }]);
    expect(ask([held('day:20261101')])).toEqual([]);
    expect(ask([held('race:05264101', { lastDay: '20261101' })])).toEqual([]);
  });
});

describe('halving', () => {
  it('covers the same days and ends at one day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (length) => {
        const filter = { start_racedate: '20260101', end_racedate: addDays('20260101', length) };
        const halves = halve(filter);
        expect(halves?.flatMap(daysIn)).toEqual(daysIn(filter));
        expect(Math.max(...(halves ?? []).map(spanOf))).toBeLessThan(spanOf(filter));
      }),
    );
    expect(halve({ start_racedate: '20260101', end_racedate: '20260101' })).toBeUndefined();
    expect(halve({ racekey: '05264101' })).toBeUndefined();
  });
});

describe('what is held', () => {
  const fresh = (table: 't_se' | 'd_se' | 'm_uk', given: Partial<Held>, day = '20261101') =>
    isFresh(TABLES[table], held(`day:${day}`, given), { now: NOW, today: TODAY });

  it.each([
    ['a past day, fetched after it, is final', true, 'd_se', '20261101', {}],
    [
      'a past day fetched while it was raced is not',
      false,
      't_se',
      '20261114',
      { fetchedAt: NOW - 24 * HOUR },
    ],
    ['today is good for a minute', true, 't_se', TODAY, { fetchedAt: NOW - 59_000 }],
    ['today is stale after a minute', false, 't_se', TODAY, { fetchedAt: NOW - 61_000 }],
    ['a coming day is good for ten minutes', true, 't_se', '20261122', { fetchedAt: NOW - 599_000 }],
    [
      'an empty day soon after it is asked for again',
      false,
      'd_se',
      '20261114',
      { records: 0, fetchedAt: NOW - 2 * HOUR },
    ],
    ['an empty day of long ago is final', true, 'd_se', '20260101', { records: 0 }],
    [
      'blank indices are asked for again after six hours',
      false,
      'd_se',
      '20261108',
      { provisional: 3, fetchedAt: NOW - 7 * HOUR },
    ],
    ['but not for ever', true, 'd_se', '20260101', { provisional: 3, fetchedAt: NOW - 7 * HOUR }],
    [
      'what was incomplete is asked for again',
      false,
      'd_se',
      '20261101',
      { reasons: [{ reason: 'count_differs', where: '' }] },
    ],
    ['what was fetched in the future is not believed', false, 'd_se', '20261101', { fetchedAt: NOW + 1 }],
    ['a horse is good for a day', false, 'm_uk', '20261101', { fetchedAt: NOW - 25 * HOUR }],
  ] as const)('%s', (_, expected, table, day, given) => {
    expect(fresh(table, given, day)).toBe(expected);
  });
});
