import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '#shared/racing/racedate.ts';
import { axisOf, chartRuns, dateTicks, finishAxis } from './run-chart.ts';

const run = (racedate: string, more: Record<string, string | null> = {}) => ({
  racedate,
  racekey: '05265611',
  order_of_finish: '3',
  trouble_classification: '0',
  ...more,
});

const day = (racedate: string): number => dayNumber(racedate) ?? NaN;

describe('the chart of runs', () => {
  it('has the starts, the oldest first, and leaves out what is not known', () => {
    const runs = [
      run('20261115', { idm: '40', horse_weight: '480', headcount: '16' }),
      run('20261101', { order_of_finish: '0', trouble_classification: '3', idm: null, horse_weight: '0' }),
      run('20261008', { order_of_finish: '0', trouble_classification: '1' }),
      run('20261001', { racekey: '3926A105' }),
    ];
    expect(chartRuns(runs, '20261120')).toMatchObject([
      { racedate: '20261001', racekey: undefined, finish: 3 },
      { racedate: '20261101', racekey: '05265611', finish: undefined, idm: undefined, weight: undefined },
      { racedate: '20261115', finish: 3, idm: 40, weight: 480, field: 16 },
    ]);
  });

  it.each([
    [{}, true],
    [{ idm: '40' }, false],
    [{ track_type: '3' }, false],
    [{ racekey: '3926A105' }, false],
    [{ racedate: '20261030' }, true],
    [{ racedate: '20261029' }, false],
    [{ order_of_finish: '0', trouble_classification: '3' }, false],
  ])('awaits the IDM of a run with %j: %s', (more, isAwaited) => {
    const runs = [run('20261115', { idm: null, track_type: '1', ...more })];
    expect(chartRuns(runs, '20261120')).toMatchObject([{ isAwaited }]);
    expect(chartRuns(runs, undefined)).toMatchObject([{ isAwaited: false }]);
  });

  it('has axes over all values, with ticks at round numbers', () => {
    expect(axisOf([], 3)).toBeUndefined();
    expect(axisOf([24, 35], 3)).toEqual({ from: 20, to: 35, ticks: [20, 25, 30, 35] });
    expect(axisOf([480], 3)).toEqual({ from: 480, to: 481, ticks: [480, 481] });
    expect(finishAxis([{ finish: 2, field: 18 }])).toEqual({ from: 1, to: 18, ticks: [1, 5, 10, 15] });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40, max: 600 }), { minLength: 1 }), (values) => {
        const axis = axisOf(values, 3);
        expect(axis?.from).toBeLessThanOrEqual(Math.min(...values));
        expect(axis?.to).toBeGreaterThanOrEqual(Math.max(...values));
        expect(axis?.ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('has no more dates than fit, at the firsts of months', () => {
    expect(dateTicks(day('20260915'), day('20261120'), 8).map(({ racedate }) => racedate)).toEqual([
      '20261001',
      '20261101',
    ]);
    const years = dateTicks(day('20190310'), day('20261120'), 8).map(({ racedate }) => racedate);
    expect(years).toEqual([
      '20200101',
      '20210101',
      '20220101',
      '20230101',
      '20240101',
      '20250101',
      '20260101',
    ]);
  });
});
