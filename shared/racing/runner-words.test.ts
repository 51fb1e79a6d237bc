import { describe, expect, it } from 'vitest';
import { CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import {
  apprenticeSign,
  cornersOf,
  finishInShort,
  finishOf,
  gapOf,
  labelsOf,
  sexAndAge,
  withdrawalOf,
  withdrawals,
  wordOf,
} from '#shared/racing/runner-words.ts';

describe('texts of a runner', () => {
  it('show sex and age in the language of the screen', () => {
    const horse = { sex_cd: '1', horse_age: '4' };
    expect([sexAndAge(horse, 'ja'), sexAndAge(horse, 'en')]).toEqual(['牡4', 'M4']);
    expect(sexAndAge({ sex_cd: ' ', horse_age: null }, 'en')).toBeUndefined();
  });

  it('mark only apprentices', () => {
    expect(apprenticeSign({ apprentice_class: '3' })).toBe('▲');
    expect(apprenticeSign({ apprentice_class: ' ' })).toBeUndefined();
    expect(apprenticeSign({ apprentice_class: '0' })).toBeUndefined();
  });

  it('show an unknown code trimmed, and nothing for a missing field', () => {
    expect(wordOf('t_ky', { sex_cd: ' 9 ' }, 'sex_cd', 'en')).toBe('9');
    expect(wordOf('t_ky', {}, 'sex_cd', 'en')).toBeUndefined();
    expect(wordOf('t_ky', { sex_cd: null }, 'sex_cd', 'en')).toBeUndefined();
    expect(finishOf({ trouble_classification: ' 9 ' }, 'en').irregular).toBe('9');
    expect(labelsOf('t_ky', { sex_cd: '1' }, ['sex_cd', 'horse_attribute_cd'], 'en')).toHaveLength(1);
  });

  it('have a short word of its own for every code of a finish without a place', () => {
    const codes = Object.keys(CODE_TABLES.trouble_classification.codes).filter((code) => code !== '0');
    expect(codes).not.toEqual([]);
    for (const language of ['en', 'ja'] as const) {
      const words = codes.map((code) => finishInShort({ trouble_classification: code }, language) ?? '');
      expect(new Set(words).size).toBe(codes.length);
      expect(words.every((word) => word.length >= 1 && word.length <= 3)).toBe(true);
    }
    expect(finishInShort({ order_of_finish: '16', trouble_classification: '5' }, 'en')).toBe('16');
  });

  it('omit corners that were not run', () => {
    expect(
      cornersOf({ corner1_order: '00', corner2_order: '0', corner3_order: '03', corner4_order: '2' }),
    ).toBe('3-2');
    expect(cornersOf({ corner1_order: null })).toBeUndefined();
  });

  it('show a finish as a place, or the reason that there is none', () => {
    expect(finishOf({ order_of_finish: '01', trouble_classification: '0' }, 'en')).toEqual({
      place: 1,
      irregular: undefined,
    });
    expect(finishOf({ order_of_finish: '00', trouble_classification: '3' }, 'ja')).toEqual({
      place: undefined,
      irregular: '中止',
    });
    expect(finishOf({ order_of_finish: '5', trouble_classification: '5' }, 'en').irregular).toBe('Demoted');
    expect(finishOf({ order_of_finish: '0', trouble_classification: '9' }, 'en').irregular).toBe('9');
  });

  it('show gaps to the winner as positive, and the gap of the winner as negative', () => {
    const gap = (order_of_finish: string, time_deff: string | null) => gapOf({ order_of_finish, time_deff });
    expect([gap('02', '004'), gap('01', '004'), gap('01', '000'), gap('1', ' ')]).toEqual([
      '004',
      '-004',
      '000',
      null,
    ]);
    expect(gapOf({ race_back_1_order_of_finish: '1', race_back_1_time_deff: '2' }, 'race_back_1_')).toBe(
      '-2',
    );
  });

  it('list each piece of gear once, with unknown codes unchanged', () => {
    const labels = labelsOf(
      't_pd',
      { this_gear1_cd: '000', this_gear2_cd: 'ZZZ', this_gear3_cd: 'ZZZ' },
      ['this_gear1_cd', 'this_gear2_cd', 'this_gear3_cd'],
      'en',
    );
    expect(labels).toEqual(['ZZZ']);
  });
});

describe('a horse that does not run', () => {
  const nothing = { card: [], prerace: [], results: [], race: undefined };

  it('is flagged in the race, on the card or on the day', () => {
    const race = { cancel_horse: '010' };
    const card = [
      { horse_number: '5', withdrawn_flag: '1' },
      { horse_number: '6', withdrawn_flag: '0' },
    ];
    const prerace = [{ horse_number: '07', withdrawn_flag: '1' }];
    expect([...withdrawals({ ...nothing, race, card, prerace }, 'en').keys()]).toEqual([2, 5, 7]);
  });

  it('is none whose flag says no in a word, and none without a number', () => {
    const words = ['false', 'no', 'N', '00', 'true', ' Yes '];
    const flagged = words.map((withdrawn_flag, at) => ({ horse_number: String(at + 1), withdrawn_flag }));
    const unnumbered = { horse_number: '00', withdrawn_flag: '1' };
    const out = withdrawals({ ...nothing, card: [...flagged, unnumbered], prerace: flagged }, 'en');
    expect([...out.keys()]).toEqual([5, 6]);
  });

  it('is told of one runner without a number too', () => {
    const race = { cancel_horse: '01' };
    const flagged = { horse_number: '', withdrawn_flag: '1' };
    const of = (card: Record<string, string>, prerace: Record<string, string>[] = []) =>
      withdrawalOf({ ...nothing, race, card: [card], prerace }, 'en');
    expect(of(flagged)).toBe('Withdrawn');
    expect(of({ horse_number: '00' }, [flagged])).toBe('Withdrawn');
    expect(of({ horse_number: '00', withdrawn_flag: '0' })).toBeUndefined();
    expect([of({ horse_number: '1' }), of({ horse_number: '02' })]).toEqual([undefined, 'Withdrawn']);
  });

  it('has the reason from the result', () => {
    const card = [{ horse_number: '5', withdrawn_flag: '1' }];
    const results = [
      { horse_number: '5', trouble_classification: '2' },
      { horse_number: '6', trouble_classification: '3' },
    ];
    expect([...withdrawals({ ...nothing, card, results }, 'ja')]).toEqual([[5, '除外']]);
  });

  it('is never one that finished, whatever flag another record has', () => {
    const race = { cancel_horse: '11111111' };
    const card = [{ horse_number: '3', withdrawn_flag: '1' }];
    const results = [
      { horse_number: '1', order_of_finish: '01', trouble_classification: '0' },
      { horse_number: '2', order_of_finish: '00', trouble_classification: '3' },
      { horse_number: '3', order_of_finish: '02', trouble_classification: '' },
      { horse_number: '4', order_of_finish: '00', trouble_classification: '0' },
      { horse_number: '5', order_of_finish: '03', trouble_classification: '1' },
    ];
    const out = withdrawals({ ...nothing, race, card, results }, 'en');
    // Only the flags of the fourth and the last three are known.
    expect([...out]).toEqual([4, 6, 7, 8].map((number) => [number, 'Withdrawn']));
  });
});
