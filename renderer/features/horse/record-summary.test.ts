import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byField, countsOf, idmLine, knownFrom, percent, withGoingStep } from './record-summary.ts';

const run = (order_of_finish: string, more: Record<string, string | null> = {}) => ({
  order_of_finish,
  trouble_classification: '0',
  ...more,
});

describe('a horse’s record', () => {
  it('counts starts, without scratched horses', () => {
    const runs = [
      run('1'),
      run('2'),
      run('03'),
      run('9'),
      run('0', { trouble_classification: '3' }),
      run('0', { trouble_classification: '1' }),
    ];
    expect(countsOf(runs)).toEqual({ n: 5, wins: 1, seconds: 1, thirds: 1, others: 2 });
  });

  it('adds up, however it is grouped', () => {
    const surfaces = fc.constantFrom('1', '2', '3', '', null);
    const runs = fc.array(
      fc.record({ order_of_finish: fc.integer({ min: 0, max: 18 }).map(String), track_type: surfaces }),
    );
    fc.assert(
      fc.property(runs, (all) => {
        const parts = byField(all, 'track_type');
        const whole = countsOf(all);
        expect(parts.reduce((sum, { counts }) => sum + counts.n, 0)).toBe(whole.n);
        expect(whole.wins + whole.seconds + whole.thirds + whole.others).toBe(whole.n);
      }),
    );
  });

  it('groups by the step of the going, with unknown going last', () => {
    const runs = withGoingStep([
      run('1', { turf_condition_cd: null }),
      run('1', { turf_condition_cd: '21' }),
      run('4', { turf_condition_cd: '2' }),
      run('2', { turf_condition_cd: '10' }),
    ]);
    expect(byField(runs, 'going_step').map(({ code, counts }) => [code, counts.n])).toEqual([
      ['1', 1],
      ['2', 2],
      [undefined, 1],
    ]);
  });

  it('has no rate without runs', () => {
    expect([percent(1, 3), percent(0, 0)]).toEqual(['33%', undefined]);
  });

  it('distinguishes runs with a stored race from those known only from a later record', () => {
    expect(knownFrom([run('1', { distance: '1600' }), run('2', { distance: null }), run('3')])).toEqual({
      stored: 1,
      unstored: 2,
    });
  });

  it('lists the IDM from the oldest run on', () => {
    expect(idmLine([run('1', { idm: '50' }), run('2', { idm: null }), run('3', { idm: '-4' })])).toEqual([
      -4,
      undefined,
      50,
    ]);
  });
});
