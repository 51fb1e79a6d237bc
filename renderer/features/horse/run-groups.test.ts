import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HORSE_RUN_COLUMNS } from '#shared/racing/horse-run-columns.ts';
import { HORSE_BREAKDOWNS, linesOf } from '../record/breakdowns.ts';
import { groupsOf, wholeOf } from './run-groups.ts';

const run = (order_of_finish: string, more: Record<string, string | null> = {}) => ({
  order_of_finish,
  trouble_classification: '0',
  ...more,
});

const CONTEXT = { language: 'en', names: 'kana' } as const;

/** The lines of one of the horse's tables: label, starts, and the text of each filter. */
const linesBy = (name: string, runs: readonly Record<string, string | null>[]) => {
  const breakdown = HORSE_BREAKDOWNS.find((each) => each.name === name);
  if (breakdown === undefined) throw new Error(name);
  return linesOf(breakdown, groupsOf(runs, breakdown.by), CONTEXT).map(({ label, group }) => [
    label,
    group.finish?.starts,
    group.filters.map(({ column, text }) => `${column} ${text}`).join('; '),
  ]);
};

describe('the record of a horse', () => {
  it('is grouped by columns that the page reads', () => {
    expect(HORSE_RUN_COLUMNS).toEqual(expect.arrayContaining(HORSE_BREAKDOWNS.flatMap(({ by }) => by)));
  });

  it('counts starts, without scratched horses, and what flat stakes returned where payoffs are stored', () => {
    const runs = [
      run('1', { win_returned: '340', place_returned: '130' }),
      run('03', { win_returned: '0', place_returned: '210' }),
      run('9', { win_returned: '0', place_returned: '0' }),
      run('2'),
      run('0', { trouble_classification: '3' }),
      run('0', { trouble_classification: '1' }),
    ];
    expect(wholeOf(runs)).toMatchObject({
      count: 6,
      finish: { starts: 5, first: 1, firstTwo: 2, firstThree: 3 },
      returns: { win: { n: 3, yen: 340 }, place: { n: 3, yen: 340 } },
    });
  });

  it('adds up, however it is grouped', () => {
    const runs = fc.array(
      fc.record({
        order_of_finish: fc.integer({ min: 0, max: 18 }).map(String),
        track_type: fc.constantFrom('1', '2', '3', '', null),
        trouble_classification: fc.constantFrom('0', '1', '3'),
      }),
    );
    fc.assert(
      fc.property(runs, (all) => {
        const whole = wholeOf(all);
        const parts = groupsOf(all, ['track_type']);
        const sum = (of: (group: (typeof parts)[number]) => number | undefined): number =>
          parts.reduce((total, group) => total + (of(group) ?? 0), 0);
        expect(sum(({ count }) => count)).toBe(all.length);
        expect(sum(({ finish }) => finish?.starts)).toBe(whole.finish?.starts);
        expect(sum(({ finish }) => finish?.firstThree)).toBe(whole.finish?.firstThree);
      }),
    );
  });

  it('puts distances into bands and going into steps, with what is unknown last, and finds their runs', () => {
    const runs = [
      run('1', { distance: null, turf_condition_cd: null }),
      run('1', { distance: '1800', turf_condition_cd: '21' }),
      run('4', { distance: '1600', turf_condition_cd: '2' }),
      run('2', { distance: '1200', turf_condition_cd: '10' }),
    ];
    expect(linesBy('distance', runs)).toEqual([
      ['to 1300 m', 1, 'distance <=1300'],
      ['1301–1899 m', 2, 'distance 1301..1899'],
      ['', 1, 'distance ='],
    ]);
    expect(linesBy('going', runs).map(([label, n]) => [label, n])).toEqual([
      ['Good', 1],
      ['Slightly heavy', 2],
      ['', 1],
    ]);
  });
});
