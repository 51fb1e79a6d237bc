import { describe, expect, it } from 'vitest';
import { pastRunWords } from './past-run-words.ts';
import { idmLine, pastRunsOf, withoutRuns } from './past-runs.ts';

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

  it('say why a horse has a lower place than the one it ran in', () => {
    const record = {
      race_back_1_racedate: '20261101',
      race_back_1_order_of_finish: '16',
      race_back_1_trouble_classification: '5',
    };
    const words = pastRunsOf(record, undefined).map((run) =>
      pastRunWords(run, undefined, { t: ((key: string) => key) as never, language: 'en', names: 'kana' }),
    );
    expect(words.map(({ order, finish }) => [order, finish])).toEqual([[16, '16 Demoted']]);
  });

  it('are a debut only if the record is there and the card names no last race', () => {
    expect(withoutRuns({ lastrace_racekey1: null }, {}, false)).toBe('debut');
    expect(withoutRuns({ lastrace_racekey1: '05265503' }, {}, false)).toBe('pastUnlisted');
    expect(withoutRuns({}, undefined, false)).toBe('pastNoRecord');
    expect(withoutRuns({}, undefined, true)).toBe('pastFailed');
  });

  it('give their IDM from the oldest on, with blanks', () => {
    expect(idmLine(pastRunsOf(previous, undefined))).toEqual([undefined, 44]);
  });
});
