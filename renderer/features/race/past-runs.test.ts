import { describe, expect, it } from 'vitest';
import { idmLine, pastRunsOf } from './past-runs.ts';

describe('past runs', () => {
  const previous = {
    race_back_1_racedate: '20261101',
    race_back_1_racekey: '05265502',
    race_back_1_idm: '44',
    race_back_2_racedate: '20261001',
    race_back_2_racekey: '3926A105',
    race_back_2_idm: null,
    race_back_3_racedate: ' ',
    race_back_3_racekey: null,
  };

  it('are those with a date or a race in the record', () => {
    expect(pastRunsOf(previous, undefined).map(({ back, isNational }) => [back, isNational])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(pastRunsOf(undefined, undefined)).toEqual([]);
  });

  it('come from the notes if the detail is missing', () => {
    const [run] = pastRunsOf(undefined, {
      race_back_1_racekey: '05265502',
      race_back_1_racedate: '20261101',
    });
    expect(run).toMatchObject({ back: 1, racedate: '20261101', racekey: '05265502' });
  });

  it('give their IDM from the oldest on, with blanks', () => {
    expect(idmLine(pastRunsOf(previous, undefined))).toEqual([undefined, 44]);
  });
});
