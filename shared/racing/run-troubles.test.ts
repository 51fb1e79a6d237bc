import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCorrected, isLaneKnown, troubledRuns } from './run-troubles.ts';

const DAY = Object.fromEntries(
  [-2, -1, 0, 1, 2].map((value, at) => [`meeting_straight_track_diff${at + 1}`, String(value)]),
);

describe('runs with trouble', () => {
  it('have the reasons with their points, the largest corrections first', () => {
    const runs = [
      { racekey: 'small', correction_value_start: '2' },
      {
        racekey: 'large',
        correction_value_adverse: '5',
        correction_value_adverse_firsthalf: '2',
        correction_value_adverse_lasthalf: '3',
        correction_value_pace: '1',
      },
      {
        racekey: 'clean',
        correction_value_start: '0',
        correction_value_adverse: null,
        correction_value_pace: '4',
      },
      { racekey: 'helped', correction_value_positioning: '-3' },
    ];
    expect(troubledRuns(runs)).toMatchObject([
      {
        run: { racekey: 'large' },
        points: 5,
        corrections: [
          { for: 'adverse', points: 5, stages: ['firsthalf', 'lasthalf'] },
          { for: 'pace', points: 1, stages: [] },
        ],
      },
      { run: { racekey: 'small' }, points: 2, corrections: [{ for: 'start', points: 2 }] },
    ]);
  });

  it('have the lane if it was slow on the day, with the fastest of that day', () => {
    const wide = { ...DAY, track_type: '1', selected_lane_cd: '5' };
    expect(troubledRuns([wide])).toMatchObject([{ points: 0, lane: { lane: 5, slower: 2, fastest: [1] } }]);
    expect(troubledRuns([{ ...wide, selected_lane_cd: '1' }])).toEqual([]);
    expect(troubledRuns([{ ...wide, selected_lane_cd: '3' }])).toEqual([]);
  });

  it('say nothing of a lane on dirt, or without the differences of the day', () => {
    const dirt = { ...DAY, track_type: '2', selected_lane_cd: '5' };
    const unknown = { track_type: '1', selected_lane_cd: '5' };
    const part = { ...DAY, meeting_straight_track_diff2: null, track_type: '1', selected_lane_cd: '5' };
    for (const run of [dirt, unknown, part]) {
      expect(isLaneKnown(run)).toBe(false);
      expect(troubledRuns([run])).toEqual([]);
    }
  });

  it('are corrected once the raw score is there: notes on a card have the index alone', () => {
    const runs = [{ idm_rawscore: ' ' }, { idm_rawscore: '0' }, { idm: '40' }, {}];
    expect(runs.map(isCorrected)).toEqual([false, true, false, false]);
  });

  it('never have points that their reasons do not add up to', () => {
    const value = fc.option(fc.integer({ min: -900, max: 900 }).map((tenths) => (tenths / 10).toFixed(1)));
    const record = fc.record({
      correction_value_start: value,
      correction_value_positioning: value,
      correction_value_adverse: value,
      correction_value_pace: value,
    });
    fc.assert(
      fc.property(fc.array(record), (runs) => {
        for (const { points, corrections } of troubledRuns(runs)) {
          const counted = corrections.filter((each) => each.for !== 'pace');
          // Shown as it is: 41.3 and 19.8 are 61.1, and not 61.099999999999994.
          expect(points).toBe(counted.reduce((sum, each) => sum + Math.round(each.points * 10), 0) / 10);
          expect(corrections.every((each) => each.points > 0)).toBe(true);
        }
      }),
    );
  });
});
