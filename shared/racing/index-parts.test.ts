import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainIndex, OVERALL_INDEX, RESULT_IDM } from './index-parts.ts';

const CARD = {
  integration_index: '39.6',
  adjust_idm: '38.1',
  jockey_index: ' 0.8',
  insideinfo_index: '0.7',
};

const RESULT = {
  idm: '43',
  idm_rawscore: '38',
  correction_value_track_diff: '-21',
  correction_value_pace: null,
  correction_value_start: '2',
  correction_value_positioning: '',
  correction_value_adverse: '3',
};

describe('the overall index', () => {
  it('is IDM, jockey index and information index, one after another', () => {
    expect(explainIndex(OVERALL_INDEX, CARD)).toEqual({
      state: 'explained',
      total: 39.6,
      steps: [
        { field: 'adjust_idm', value: 38.1, from: 0, to: 38.1, isBlank: false },
        { field: 'jockey_index', value: 0.8, from: 38.1, to: 38.9, isBlank: false },
        { field: 'insideinfo_index', value: 0.7, from: 38.9, to: 39.6, isBlank: false },
      ],
    });
  });

  it('takes no blank part as zero, even where the others would add up', () => {
    const record = { ...CARD, jockey_index: null, integration_index: '38.8' };
    expect(explainIndex(OVERALL_INDEX, record)).toEqual({ state: 'unreadable', fields: ['jockey_index'] });
  });

  it('is not explained by parts that add up to another number', () => {
    expect(explainIndex(OVERALL_INDEX, { ...CARD, insideinfo_index: '-1.0' })).toMatchObject({
      state: 'differs',
      sum: 37.9,
      total: 39.6,
    });
  });

  it('is not explained if a field is no number or there is no index', () => {
    expect(explainIndex(OVERALL_INDEX, { ...CARD, adjust_idm: '3x' })).toEqual({
      state: 'unreadable',
      fields: ['adjust_idm'],
    });
    expect(explainIndex(OVERALL_INDEX, { ...CARD, integration_index: '  ' })).toEqual({ state: 'absent' });
    expect(explainIndex(OVERALL_INDEX, {})).toEqual({ state: 'absent' });
  });

  it('adds tenths without the errors of binary fractions', () => {
    const tenths = fc.integer({ min: -400, max: 900 });
    fc.assert(
      fc.property(tenths, tenths, tenths, (idm, jockey, info) => {
        const text = (value: number): string => (value / 10).toFixed(1);
        const explained = explainIndex(OVERALL_INDEX, {
          integration_index: text(idm + jockey + info),
          adjust_idm: text(idm),
          jockey_index: text(jockey),
          insideinfo_index: text(info),
        });
        expect(explained.state).toBe('explained');
      }),
    );
  });
});

describe('the IDM of a result', () => {
  it('is the base score with its corrections; a blank correction adds nothing, and the track variant is not added again', () => {
    const explained = explainIndex(RESULT_IDM, RESULT);
    expect(explained).toMatchObject({ state: 'explained', total: 43 });
    expect(explained.state === 'explained' && explained.steps.map(({ value }) => value)).toEqual([
      38, 0, 2, 0, 3,
    ]);
  });

  it('has no sum without its base score', () => {
    expect(explainIndex(RESULT_IDM, { ...RESULT, idm_rawscore: null })).toEqual({
      state: 'unreadable',
      fields: ['idm_rawscore'],
    });
  });
});
