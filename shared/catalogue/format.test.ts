// Values formatted for display.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { formatBare, formatValue, MISSING, unitOf } from '#shared/catalogue/format.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';

const shown = (table: TableCode, name: string, value: unknown): readonly [string, string] => {
  const column = columnOf(table, name);
  if (!column) throw new Error(`no such column: ${table}.${name}`);
  return [formatValue(column, value, 'en'), formatValue(column, value, 'ja')];
};

// prettier-ignore
it.each([
  ['t_se', 'horse_weight', '476', '476', 'kg', 'kg'],
  ['t_se', 'weight_cycling', '+ 4', '+4', 'kg', 'kg'],
  ['t_ky', 'weight_to_carry', '550', '55.0', 'kg', 'kg'],
  ['t_ra', 'distance', '1600', '1600', 'm', 'm'],
  ['t_ra', 'prize_win', '5700', '5,700', '¥10,000', '万円'],
  ['d_hj', 'win_payoff_1', '1540', '1,540', '¥', '円'],
  ['t_se', 'time_record', '731', '1:13.1', undefined, undefined],
  ['t_se', 'horse_weight', '計不', '計不', 'kg', 'kg'],
  ['t_se', 'horse_weight', null, MISSING, 'kg', 'kg'],
  ['t_se', 'horse_weight', '000', MISSING, 'kg', 'kg'],
  ['t_se', 'weight_cycling', '000', '0', 'kg', 'kg'],
] as const)('%s.%s %s is %s under a header with %s', (table, name, value, figures, en, ja) => {
  const column = columnOf(table, name);
  if (!column) throw new Error(`no such column: ${table}.${name}`);
  expect([formatBare(column, value, 'ja'), unitOf(column, 'en'), unitOf(column, 'ja')]).toEqual([figures, en, ja]);
});

// prettier-ignore
it.each([
  ['t_se', 'time_record', '731', '1:13.1', '1:13.1'],
  ['t_se', 'time_record', '600', '1:00.0', '1:00.0'],
  ['t_se', 'time_record', '1199.6', '2:00.0', '2:00.0'],
  ['t_se', 'time_record', '599.6', '1:00.0', '1:00.0'],
  ['t_se', 'later3f_time', '345', '34.5', '34.5'],
  ['t_se', 'time_deff', '12', '+1.2', '+1.2'],
  ['t_se', 'time_deff', '-3', '-0.3', '-0.3'],
  ['t_se', 'time_deff', '0', '0.0', '0.0'],
  ['t_se', 'order_of_finish', '07', '7', '7'],
  ['t_se', 'order_of_finish', '00', MISSING, MISSING],
  ['t_se', 'horse_weight', '476', '476 kg', '476 kg'],
  ['t_se', 'horse_weight', '000', MISSING, MISSING],
  ['t_ky', 'weight_to_carry', '000', MISSING, MISSING],
  ['t_se', 'weight_cycling', '+ 4', '+4 kg', '+4 kg'],
  ['t_se', 'weight_cycling', '-12', '-12 kg', '-12 kg'],
  ['t_se', 'weight_cycling', '0', '0 kg', '0 kg'],
  ['t_se', 'correction_value_pace', '3', '+3', '+3'],
  ['t_ky', 'weight_to_carry', '550', '55.0 kg', '55.0 kg'],
  ['t_ky', 'integration_mark', '4', '注', '注'],
  ['t_ky', 'adjust_idm', '-12.0', '-12.0', '-12.0'],
  ['t_ky', 'total_prize', 5545, '¥55,450,000', '5,545万円'],
  ['t_ky', 'jockey_expect_winrate', '17.6', '17.6%', '17.6%'],
  ['t_ky', 'criteria_win_odds', '5', '5.0', '5.0'],
  ['t_ky', 'criteria_win_odds', '0.0', MISSING, MISSING],
  ['t_ky', 'integration_mark', '0', MISSING, MISSING],
  ['t_ky', 'sex_cd', '0', MISSING, MISSING],
  ['t_ky', 'bodytype', '000000000000000000', MISSING, MISSING],
  ['t_ra', 'insignia_cd', '000', 'None', 'なし'],
  ['t_zk', 'race_back_1_tack_cd1', '000', 'None', 'なし'],
  ['t_zk', 'race_back_1_tack_cd1', '999', '999', '999'],
  ['t_ky', 'foottype_cd', '1', 'Front-runner (leads)', '逃げ'],
  ['t_ky', 'horse_name', 'サンプル　　', 'サンプル', 'サンプル'],
  ['t_ra', 'racedate', '20261115', '2026-11-15 (Sun)', '2026年11月15日(日)'],
  ['t_ra', 'racedate', '20261131', '20261131', '20261131'],
  ['t_ra', 'post_time', '0950', '09:50', '09:50'],
  ['t_ra', 'post_time', '2575', '2575', '2575'],
  ['t_ra', 'distance', '1600', '1600 m', '1600 m'],
  ['t_ra', 'updated_at', '2026-11-15T23:30:12.123Z', '2026-11-16 08:30', '2026-11-16 08:30'],
  ['t_hj', 'updated_at', '20261115', '2026-11-15 (Sun)', '2026年11月15日(日)'],
  ['t_hj', 'win_payoff_1', '1230', '¥1,230', '1,230円'],
  ['t_hj', 'exacta_number_1', '0312', '3→12', '3→12'],
  ['t_hj', 'bracket_quinella_number_1', '36', '3-6', '3-6'],
  ['t_ka', 'turf_length', 140, '140 mm', '140 mm'],
  ['t_se', 'margin', 'アタマ', 'head', 'アタマ'],
  ['t_se', 'margin', '1 1/2', '1 1/2', '1 1/2'],
  ['t_se', 'margin', '3/4+ハナ', '3/4+ハナ', '3/4+ハナ'],
  ['t_ze', 'race_back_2_margin', ' ｸﾋﾞ ', 'neck', 'ｸﾋﾞ'],
] as const)('%s.%s %j is shown as %s and %s', (table, name, value, en, ja) => {
  expect(shown(table, name, value)).toEqual([en, ja]);
});

it('a name is shown as recorded, beside its Latin letters, or in them; other columns are the same in every style', () => {
  const horse = columnOf('t_ky', 'horse_name');
  const owner = columnOf('m_uk', 'sex_cd');
  if (!horse || !owner) throw new Error('no such column');
  const styles = (column: typeof horse, raw: string) =>
    (['kana', 'beside', 'latin'] as const).flatMap((names) => [
      formatValue(column, raw, 'en', names),
      formatBare(column, raw, 'ja', names),
    ]);
  expect(styles(horse, 'ローレル　　')).toEqual([
    'ローレル', 'ローレル', 'ローレル (Rooreru)', 'ローレル (Rooreru)', 'Rooreru', 'Rooreru',
  ]); // prettier-ignore
  expect(new Set(styles(horse, '武豊'))).toEqual(new Set(['武豊']));
  expect(new Set(styles(owner, '3'))).toEqual(
    new Set([formatValue(owner, '3', 'en'), formatValue(owner, '3', 'ja')]),
  );
});

it('a combination is split and joined as the bet beside it says', () => {
  const column = SUBJECTS.payoffs.columns.find(({ name }) => name === 'combination');
  if (!column) throw new Error('no such column: combination');
  const shown = (raw: string, bet: string) => formatValue(column, raw, 'en', 'kana', bet);
  expect([
    shown('0312', 'exacta'),
    shown('0312', 'quinella'),
    shown('36', 'bracket_quinella'),
    shown('07', 'win'),
  ]).toEqual(['3→12', '3-12', '3-6', '7']);
});

it('a combination whose bet is in another column is split only if the split is certain', () => {
  const column = SUBJECTS.payoffs.columns.find(({ name }) => name === 'combination');
  if (!column) throw new Error('no such column: combination');
  const read = ['0312', '031201', '36', '07', '3-12'].map((raw) => formatValue(column, raw, 'en'));
  expect(read).toEqual(['3-12', '3-12-1', '36', '07', '3-12']);
});

it('refunded horses are split, however many there are', () => {
  const column = SUBJECTS.races.columns.find(({ name }) => name === 'refunded_numbers');
  if (!column) throw new Error('no such column: refunded_numbers');
  const read = ['03', '12', '0412', '0102030405', '123'].map((raw) => formatValue(column, raw, 'en'));
  expect(read).toEqual(['3', '12', '4-12', '1-2-3-4-5', '123']);
});

describe('any column', () => {
  const everyColumn = TABLE_CODES.flatMap((code) => TABLES[code].columns);
  const column = fc.constantFrom(...everyColumn);

  it('shows a missing value as a dash, never as zero', () => {
    for (const each of everyColumn)
      for (const blank of [null, undefined, '', '  ']) expect(formatValue(each, blank, 'en')).toBe(MISSING);
  });

  it('shows a value that does not parse unchanged', () => {
    const nonsense = '?!';
    const wrong = everyColumn.filter((each) => formatValue(each, nonsense, 'ja') !== nonsense);
    expect(wrong).toEqual([]);
  });

  it('shows something for any value, and the same every time', () => {
    fc.assert(
      fc.property(column, fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean()), (each, value) => {
        const first = formatValue(each, value, 'en');
        expect(first).not.toBe('');
        expect(formatValue(each, value, 'en')).toBe(first);
      }),
    );
  });
});
