import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays, racedatesBetween } from '#shared/racing/racedate.ts';
import { firstSize } from './window-size.ts';
import { cut, spanOf, Windows } from './windows.ts';

const FIRST_DAY = '20260101';
const NOW = Date.UTC(2026, 10, 15, 3);

type Kind = 'ask' | 'idle' | 'held';

const daysIn = (filter: Filter) => [
  ...racedatesBetween(filter.start_racedate ?? '', filter.end_racedate ?? ''),
];

/** Consecutive days, each to be requested, known to be without racing, or stored. */
function period(kinds: readonly Kind[]) {
  const dated = kinds.map((kind, at) => ({ kind, day: addDays(FIRST_DAY, at) }));
  const of = (kind: Kind) => dated.flatMap((each) => (each.kind === kind ? [each.day] : []));
  return { days: of('ask'), idle: new Set(of('idle')), stored: new Set(of('held')) };
}

/** The fewest windows that cover the days, by trying every way. */
function fewest(kinds: readonly Kind[], longest: number, from = 0): number {
  const at = kinds.indexOf('ask', from);
  if (at === -1) return 0;
  let best = Infinity;
  for (let end = at + 1; end <= Math.min(kinds.length, at + longest); end += 1) {
    if (kinds[end - 1] === 'held') break;
    best = Math.min(best, 1 + fewest(kinds, longest, end));
  }
  return best;
}

const kindsOf = (maxLength: number) =>
  fc.array(fc.constantFrom<Kind>('ask', 'idle', 'held'), { minLength: 1, maxLength });
const longestWindow = fc.integer({ min: 1, max: 9 });

describe('cutting days into windows', () => {
  it('requests each day exactly once, no stored day, and no longer windows than allowed', () => {
    fc.assert(
      fc.property(kindsOf(60), longestWindow, (kinds, longest) => {
        const { days, idle, stored } = period(kinds);
        const windows = cut(days, longest, idle);
        expect(windows.flat()).toEqual(days);
        for (const window of windows) {
          const [first = '', last = first] = [window[0], window.at(-1)];
          const spanned = [...racedatesBetween(first, last)];
          expect(spanned.length).toBeLessThanOrEqual(longest);
          expect(spanned.filter((day) => stored.has(day))).toEqual([]);
        }
      }),
    );
  });

  it('makes the fewest requests possible', () => {
    fc.assert(
      fc.property(kindsOf(14), longestWindow, (kinds, longest) => {
        const { days, idle } = period(kinds);
        expect(cut(days, longest, idle)).toHaveLength(fewest(kinds, longest));
      }),
    );
  });

  it('joins two weekends over the days between them if those are known to be without racing', () => {
    const days = ['20261107', '20261108', '20261114', '20261115'];
    const idle = new Set(racedatesBetween('20261109', '20261113'));
    expect(cut(days, 31, idle)).toEqual([days]);
    expect(cut(days, 31)).toEqual([days.slice(0, 2), days.slice(2)]);
    expect(cut(days, 8, idle)).toEqual([days.slice(0, 3), days.slice(3)]);
  });
});

describe('windows taken one by one', () => {
  const all = (table: 'd_ra' | 't_ra', kinds: readonly Kind[]) => {
    const { days, idle } = period(kinds);
    return new Windows(TABLES[table], { kind: 'days', days, idle }, firstSize(TABLES[table]));
  };

  it("requests in the table's own form: a period, or a day", () => {
    expect(all('d_ra', ['ask', 'ask']).takeAll()).toEqual([
      { start_racedate: '20260101', end_racedate: '20260102' },
    ]);
    expect(all('t_ra', ['ask', 'idle', 'ask']).takeAll()).toEqual([
      { racedate: '20260101' },
      { racedate: '20260103' },
    ]);
  });

  it('requests every day once, whatever is refused, and counts the windows that are left', () => {
    fc.assert(
      fc.property(kindsOf(120), fc.integer({ min: 1, max: 31 }), (kinds, limit) => {
        const { days, stored } = period(kinds);
        const windows = all('d_ra', kinds);
        const answered: Filter[] = [];
        for (let filter = windows.take(); filter; filter = windows.take()) {
          if (spanOf(filter) > limit) {
            expect(windows.halve(filter)).toHaveLength(2);
            windows.refused(filter, NOW);
          } else {
            answered.push(filter);
            windows.answered(filter);
          }
        }
        expect(windows.left).toBe(0);
        const requested = answered.flatMap(daysIn);
        expect(requested.filter((day) => days.includes(day)).toSorted()).toEqual(days);
        expect(requested.filter((day) => stored.has(day))).toEqual([]);
      }),
    );
  });

  it('counts as many windows as can be taken', () => {
    fc.assert(
      fc.property(kindsOf(200), (kinds) => {
        const windows = all('d_ra', kinds);
        const { left } = windows;
        expect(windows.takeAll()).toHaveLength(left);
      }),
    );
  });

  it('reverts what failures did to the size, and keeps what answers and refusals did', () => {
    const windows = all(
      'd_ra',
      Array.from({ length: 300 }, () => 'ask' as const),
    );
    const ofDays = (days: number): Filter => ({
      start_racedate: FIRST_DAY,
      end_racedate: addDays(FIRST_DAY, days - 1),
    });
    windows.refused(ofDays(31), NOW);
    windows.failed(ofDays(16));
    windows.failed(ofDays(8));
    expect(windows.size.days).toBe(4);
    windows.forgetFailures();
    expect(windows.size).toMatchObject({ days: 16, refused: { days: 31 } });
    windows.failed(ofDays(16));
    windows.answered(ofDays(8));
    windows.forgetFailures();
    expect(windows.size.days).toBe(8);
  });

  it('halves the requested days, down to a single one', () => {
    const windows = all('d_ra', ['ask', 'idle', 'idle', 'idle', 'ask', 'ask']);
    const first = windows.take() ?? {};
    expect(windows.halve(first)).toHaveLength(2);
    expect(windows.takeAll()).toEqual([
      { start_racedate: '20260101', end_racedate: '20260105' },
      { start_racedate: '20260106', end_racedate: '20260106' },
    ]);
    expect(windows.halve({ start_racedate: '20260106', end_racedate: '20260106' })).toEqual([]);
    expect(windows.halve({ racekey: '05264101' })).toEqual([]);
  });
});

describe('an answered window is put back in parts', () => {
  const days = [...racedatesBetween('20260101', '20260103')];
  const whole: Filter = { start_racedate: '20260101', end_racedate: '20260103' };
  const partsOf = (records: readonly number[]) => {
    const windows = new Windows(TABLES.d_ra, { kind: 'days', days, idle: new Set() }, firstSize(TABLES.d_ra));
    windows.take();
    return windows.parts(whole, (day) => records[days.indexOf(day)] ?? 0).map(daysIn);
  };

  it.each([
    [[10, 0, 0], 1],
    [[5, 5, 0], 1],
    [[0, 0, 10], 2],
    [[0, 0, 0], 2],
    [[3, 3, 5], 2],
  ])('with half of its records each: %j', (records, middle) => {
    expect(partsOf(records)).toEqual([days.slice(0, middle), days.slice(middle)]);
  });

  it('of which none leaves out a day that the whole spanned', () => {
    const raced = ['20260101', '20260104', '20260107'];
    const spanned = ['20260102', '20260103', '20260105', '20260106'];
    const windows = new Windows(
      TABLES.d_ra,
      { kind: 'days', days: raced, idle: new Set(spanned) },
      firstSize(TABLES.d_ra),
    );
    const records = (day: string) => (raced.includes(day) ? 5 : 0);
    const week = windows.take() ?? {};
    const [first = {}, second] = windows.parts(week, records);
    expect([first, second]).toEqual([
      { start_racedate: '20260101', end_racedate: '20260106' },
      { start_racedate: '20260107', end_racedate: '20260107' },
    ]);
    // A part may end with such days.
    expect(windows.parts(first, records)).toEqual([
      { start_racedate: '20260101', end_racedate: '20260103' },
      { start_racedate: '20260104', end_racedate: '20260106' },
    ]);
  });

  it('but not if it is a single day', () => {
    const one: Filter = { start_racedate: '20260101', end_racedate: '20260101' };
    const windows = new Windows(TABLES.d_ra, { kind: 'requests', requests: [one] }, firstSize(TABLES.d_ra));
    windows.take();
    expect([windows.parts(one, () => 1), windows.halve(one), windows.daysOf(one)]).toEqual([[], [], []]);
    expect(windows.left).toBe(0);
  });

  it('counts the windows left by the newest size', () => {
    const month = [...racedatesBetween('20260101', '20260131')];
    const windows = new Windows(
      TABLES.d_ra,
      { kind: 'days', days: month, idle: new Set() },
      { ...firstSize(TABLES.d_ra), days: 10 },
    );
    expect(windows.left).toBe(4);
    const first = windows.take() ?? {};
    windows.refused(first, NOW);
    expect(windows.left).toBe(Math.ceil(21 / 5));
  });
});
