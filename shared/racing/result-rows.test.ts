import { describe, expect, it } from 'vitest';
import { formatBare } from '#shared/catalogue/format.ts';
import { columnsNamed, withPlace } from '#shared/racing/run-columns.ts';
import { deadHeats, isRun, resultGridRows, resultRows } from '#shared/racing/result-rows.ts';

const row = (horse_number: string, order_of_finish: string, more: Record<string, string | null> = {}) => ({
  racekey: '05266411',
  horse_number,
  order_of_finish,
  trouble_classification: '0',
  ...more,
});

describe('the rows of a result', () => {
  it('have jockey, weight, sex and age from the card, and the finish as text', () => {
    const card = [
      {
        racekey: '05266411',
        horse_number: '03',
        jockey_name: '甲',
        weight_to_carry: '570',
        sex_cd: '2',
        horse_age: '3',
        bracket_number: '2',
      },
    ];
    const rows = resultRows(
      [
        row('3', '1'),
        row('4', '0', { trouble_classification: '3' }),
        row('5', '2', { trouble_classification: '5' }),
      ],
      card,
      'ja',
    );
    expect(rows[0]).toMatchObject({
      jockey_name: '甲',
      weight_to_carry: '570',
      sex_and_age: '牝3',
      bracket_number: '2',
      finish: '1',
    });
    expect(rows.map(({ finish }) => finish)).toEqual(['1', '2 降着', '中止']);
    expect(rows[2]).toMatchObject({ jockey_name: null, sex_and_age: null });
  });

  it('have the record’s own gap, also of the winner, whose gap is drawn as negative', () => {
    const [won, lost] = resultGridRows(
      [row('3', '1', { time_deff: '1' }), row('4', '2', { time_deff: '1' })],
      [],
      'en',
    );
    expect([won?.['time_deff'], lost?.['time_deff']]).toEqual(['1', '1']);
    const column = columnsNamed('d_se', ['time_deff']).map(withPlace)[0];
    if (column === undefined) throw new Error('no column');
    const drawn = (record: typeof won) =>
      formatBare(column, record?.['time_deff'], 'en', 'kana', record?.[column.beside ?? '']);
    expect([drawn(won), drawn(lost)]).toEqual(['-0.1', '+0.1']);
  });

  it('are not a result before the race is run', () => {
    expect(isRun([])).toBe(false);
    expect(isRun([row('1', '0'), row('2', '')])).toBe(false);
    expect(isRun([row('1', '00', { trouble_classification: '3' })])).toBe(true);
    const out = [
      row('2', '00', { trouble_classification: '1' }),
      row('3', '00', { trouble_classification: '2' }),
    ];
    expect(isRun([row('1', '00'), ...out])).toBe(false);
    expect(isRun([row('1', '01'), ...out])).toBe(true);
  });

  it('show dead heats', () => {
    expect(deadHeats([row('1', '1'), row('01', '1')])).toEqual([]);
    expect(deadHeats([row('1', '1'), row('3', '3'), row('2', '3'), row('4', '0'), row('5', '00')])).toEqual([
      { place: 3, numbers: [2, 3] },
    ]);
  });
});
