import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, racedatesBetween } from '#shared/racing/racedate.ts';
import type { StoredUnit, CoverageUnit } from '../../archive/coverage.ts';
import { storedUnit } from '../../testing/stored-unit.ts';
import { isFresh } from './freshness.ts';
import { plan, type FetchPlan } from './planner.ts';

const NOW = Date.UTC(2026, 10, 15, 3);
const TODAY = '20261115';
const HOUR = 3_600_000;

const stored = (unit: CoverageUnit, given: Partial<StoredUnit> = {}): StoredUnit =>
  storedUnit(unit, { fetchedAt: NOW - HOUR, ...given });

const daysOf = ({ toRequest }: FetchPlan) => (toRequest.kind === 'days' ? toRequest.days : []);
const rangeTable = fc.constantFrom(...(['d_ra', 'd_ky', 'd_hj', 'd_zk', 'd_se', 'd_ka'] as const));

describe('a plan', () => {
  it('has every day stored fresh, without racing, or requested once', () => {
    const offsets = fc.record({
      back: fc.nat(800),
      length: fc.nat(500),
      gaps: fc.array(fc.nat(500)),
      idles: fc.array(fc.nat(500)),
    });
    fc.assert(
      fc.property(rangeTable, offsets, (code, { back, length, gaps, idles }) => {
        const table = TABLES[code];
        const from = addDays(TODAY, -1 - back - length);
        const days = [...racedatesBetween(from, addDays(from, length))];
        const missing = new Set(gaps.flatMap((at) => days[at] ?? []));
        const idle = new Set(idles.flatMap((at) => days[at] ?? []));
        const coverage = new Map(
          days
            .filter((day) => !missing.has(day))
            .map((day) => [`day:${day}`, stored(`day:${day}`, { fetchedAt: NOW })]),
        );
        const filter = { start_racedate: from, end_racedate: addDays(from, length) };
        const asks = plan({ table, filter, stored: coverage, idle, now: NOW });
        expect(daysOf(asks)).toEqual([...missing].filter((day) => !idle.has(day)).toSorted());
        expect([...daysOf(asks), ...asks.storedDays, ...idle].toSorted()).toEqual(
          [...days, ...idle].filter((day, at, all) => all.indexOf(day) === at).toSorted(),
        );
        const again = plan({ table, filter, stored: coverage, now: NOW, refresh: true });
        expect(daysOf(again)).toEqual(days);
        expect(again.storedDays).toEqual([]);
      }),
    );
  });

  it('requests a day without racing again if something was said against the answer that it is stored by', () => {
    const filter = { start_racedate: '20260901', end_racedate: '20260904' };
    const idle = new Set(['20260902', '20260903']);
    const reasons = [{ reason: 'round_number' as const, where: '20260901-20260904' }];
    const units = [...racedatesBetween('20260901', '20260904')].map((day) =>
      stored(`day:${day}`, { records: idle.has(day) ? 0 : 9, ...(day === '20260903' ? { reasons } : {}) }),
    );
    const coverage = new Map(units.map((unit) => [unit.unit, unit]));
    const asks = plan({ table: TABLES.d_se, filter, stored: coverage, idle, now: NOW });
    expect(daysOf(asks)).toEqual(['20260903']);
    expect(asks.storedDays).toEqual(['20260901', '20260904']);
  });

  it('reads a race from its stored day or race, and otherwise requests it by its key alone', () => {
    const filter = { racekey: '05264101', start_racedate: '20261101', end_racedate: '20261114' };
    const ask = (units: StoredUnit[]) =>
      plan({
        table: TABLES.d_se,
        filter,
        day: '20261101',
        stored: new Map(units.map((unit) => [unit.unit, unit])),
        now: NOW,
      }).toRequest;
    const requests = (some: unknown[]) => ({ kind: 'requests', requests: some });
    expect(ask([])).toEqual(requests([{ racekey: '05264101' }]));
    expect(ask([stored('day:20261101')])).toEqual(requests([]));
    expect(ask([stored('race:05264101', { lastDay: '20261101' })])).toEqual(requests([]));
  });

  it('of a race goes by what was fetched last of it, and by no reason against another race', () => {
    const requestsOf = (units: StoredUnit[]) => {
      const { toRequest } = plan({
        table: TABLES.d_se,
        filter: { racekey: '05264101' },
        day: '20261101',
        stored: new Map(units.map((unit) => [unit.unit, unit])),
        now: NOW,
      });
      return toRequest.kind === 'requests' ? toRequest.requests.length : undefined;
    };
    const short = (where: string) => ({ reasons: [{ reason: 'count_differs' as const, where }] });
    const race = (given: Partial<StoredUnit>) =>
      stored('race:05264101', { lastDay: '20261101', fetchedAt: NOW - HOUR / 2, ...given });
    expect(requestsOf([stored('day:20261101'), race(short('05264101'))])).toBe(1);
    expect(requestsOf([stored('day:20261101', short('20261101')), race({})])).toBe(0);
    expect(requestsOf([stored('day:20261101', short('05264102'))])).toBe(0);
    expect(requestsOf([stored('day:20261101', short('20261031-20261101'))])).toBe(1);
  });
});

describe('stored data', () => {
  const fresh = (table: 't_se' | 'd_se' | 'm_uk', given: Partial<StoredUnit>, day = '20261101') =>
    isFresh(TABLES[table], stored(`day:${day}`, given), { now: NOW, today: TODAY });

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
      'an empty day is requested again soon after it',
      false,
      'd_se',
      '20261114',
      { records: 0, fetchedAt: NOW - 2 * HOUR },
    ],
    ['an empty day of long ago is final', true, 'd_se', '20260101', { records: 0 }],
    [
      'blank indices are requested again after six hours',
      false,
      'd_se',
      '20261108',
      { provisional: 3, fetchedAt: NOW - 7 * HOUR },
    ],
    [
      'however long ago the day is whose indices were stored blank',
      false,
      'd_se',
      '20260104',
      { provisional: 3, fetchedAt: Date.UTC(2026, 0, 5, 3) },
    ],
    [
      'an incomplete day is requested again',
      false,
      'd_se',
      '20261101',
      { reasons: [{ reason: 'count_differs', where: '' }] },
    ],
    ['a day fetched in the future is not trusted', false, 'd_se', '20261101', { fetchedAt: NOW + 1 }],
    ['a horse is good for a day', false, 'm_uk', '20261101', { fetchedAt: NOW - 25 * HOUR }],
  ] as const)('%s', (_, expected, table, day, given) => {
    expect(fresh(table, given, day)).toBe(expected);
  });
});
