// Labels of codes; an unknown code has none, so that it is shown raw.

import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { SERVICE_CODE_TABLES, CODE_TABLES } from '#shared/catalogue/code-tables.ts';
import { codesOf, decode, decodeShort, decodeTurn, glyphOf } from '#shared/catalogue/decode.ts';

const column = (table: TableCode, name: string) => {
  const found = columnOf(table, name);
  if (!found) throw new Error(`no such column: ${table}.${name}`);
  return found;
};

// prettier-ignore
it.each([
  ['t_ra', 'track_type', '2', 'Dirt', 'ダート'],
  ['t_ra', 'racecourse_cd', '10', 'Kokura', '小倉'],
  ['t_ra', 'racecourse_cd', '23', 'Monbetsu', '門別'],
  ['t_ra', 'turf_condition_cd', '2', 'Slightly heavy', '稍重'],
  ['t_ra', 'turf_condition_cd', '12', 'Good, slow', '遅良'],
  ['t_ka', 'weather_cd', '3', 'Rain', '雨'],
  ['t_ka', 'weather_cd', '6', 'Light snow', '小雪'],
  ['t_ch', 'work_rider', '1', 'Trainer', '調教師'],
  ['t_ch', 'exercise_day', '4', 'Wednesday', '水'],
  ['t_ch', 'exercise_day', '水', 'Wednesday', '水'],
  ['t_ra', 'insignia_cd', '020', 'Fillies and mares only', '牝馬限定'],
  ['t_ra', 'insignia_cd', '000', 'None', 'なし'],
  ['t_ra', 'cancel_horse', '001000000100000000', '3, 10', '3・10'],
  ['t_ky', 'bodytype', '222222222222222221', 'tail carriage down, tail swing strong', '尾下げる・振激しい'],
  ['t_ky', 'bodytype', '1', 'shape rectangular', '体型長方形'],
  ['t_ky', 'bodytype', '202222222222222221', 'tail carriage down, tail swing strong', '尾下げる・振激しい'],
  ['t_ky', 'apprentice_class', '0', 'None', 'なし'],
  ['t_ky', 'apprentice_class', '4', '4 kg allowance (★)', '4kg減'],
  ['t_pd', 'apprentice_class', '9', '2 kg allowance for women (◇)', '女性騎手2kg減'],
  ['t_ra', 'turn_cd', '3', 'Straight', '直線'],
  ['t_se', 'bit_cd', '000', 'None', 'なし'],
  ['t_ky', 'rising_level_cd', '0', 'None', 'なし'],
  ['t_ky', 'mudder_cd', '0', 'None', 'なし'],
  ['t_ky', 'horse_owner_association_cd', '23', 'Monbetsu owners association', '門別'],
  ['t_ky', 'horse_owner_association_cd', '48', 'Nakatsu owners association', '中津'],
] as const)('%s.%s %s is %s, %s', (table, name, code, en, ja) => {
  expect(decode(column(table, name), code, 'en')).toBe(en);
  expect(decode(column(table, name), code, 'ja')).toBe(ja);
});

it.each([
  ['t_ra', 'track_type', '7'],
  ['t_ra', 'track_type', 'constructor'],
  ['t_ra', 'insignia_cd', '09'],
  ['t_ra', 'insignia_cd', '990'],
  ['t_ky', 'bodytype', '7'],
  ['t_ky', 'horse_name', '1'],
] as const)('%s.%s does not know %s', (table, name, code) => {
  expect(decode(column(table, name), code, 'en')).toBeUndefined();
});

it('an unknown digit of a run is shown raw in its place, and the others are decoded', () => {
  const bodytype = column('t_ky', 'bodytype');
  expect(decode(bodytype, '152222222222222221', 'en')).toBe('shape rectangular, digit 2: 5, tail carriage down, tail swing strong'); // prettier-ignore
  expect(decode(bodytype, '152222222222222221', 'ja')).toBe('体型長方形・2桁目5・尾下げる・振激しい');
  expect(decode(column('t_ra', 'insignia_cd'), '920', 'ja')).toBe('1桁目9・牝馬限定');
  expect(decode(column('t_ra', 'cancel_horse'), '0x1000', 'en')).toBe('digit 2: x, 3');
});

it('a racecourse has a one-character short name in Japanese', () => {
  expect(decodeShort(column('t_ra', 'racecourse_cd'), '05', 'ja')).toBe('東');
  expect(decodeShort(column('t_ra', 'racecourse_cd'), '05', 'en')).toBe('Tokyo');
});

it('marks are drawn as glyphs', () => {
  const mark = column('t_ky', 'paddock_mark');
  expect(['1', '2', '3', '4', '5', '9', 'x'].map((code) => glyphOf(mark, code))).toEqual(['◎', '○', '▲', '注', '△', '☆', undefined]); // prettier-ignore
});

describe('a turn code of 9', () => {
  it('is straight only on Niigata’s 1000 m', () => {
    expect(decodeTurn('9', { racecourse_cd: '04', distance: '1000' }, 'en')).toBe('Straight');
    expect(decodeTurn('9', { racecourse_cd: '04', distance: '2850' }, 'en')).toBe('Straight / other');
    expect(decodeTurn('9', { racecourse_cd: '06', distance: '1000' }, 'en')).toBe('Straight / other');
    expect(decodeTurn('1', { racecourse_cd: '04', distance: '1000' }, 'ja')).toBe('右');
  });

  it('is neither left nor right over jumps', () => {
    const jumps = { racecourse_cd: '04', distance: '2850', track_type: '3' };
    expect(decodeTurn('9', jumps, 'en')).toBe('Other');
    expect(decodeTurn('9', jumps, 'ja')).toBe('その他');
    expect(decodeTurn('1', jumps, 'en')).toBe('Right-handed');
  });
});

describe('the codes of a column', () => {
  it('are those of its own table, in order, without those that only past runs have', () => {
    expect(codesOf(column('t_ra', 'racecourse_cd')).map(({ code }) => code)).toEqual([
      '01', '02', '03', '04', '05', '06', '07', '08', '09', '10',
    ]); // prettier-ignore
  });

  it('are empty for free text and for a run of codes', () => {
    expect(codesOf(column('t_ky', 'horse_name'))).toEqual([]);
    expect(codesOf(column('t_ra', 'insignia_cd'))).toEqual([]);
  });
});

describe('the code tables', () => {
  it('have labels in both languages', () => {
    const wordless = SERVICE_CODE_TABLES.filter((name) =>
      Object.values(CODE_TABLES[name].codes).some(({ en, ja }) => en.trim() === '' || ja.trim() === ''),
    );
    expect(wordless).toEqual([]);
  });

  it('are each used: by a column, as a second table, or within a run of codes', () => {
    const columns = [...Object.values(TABLES), ...Object.values(SUBJECTS)].flatMap((each) => each.columns);
    const used = new Set<string>(columns.flatMap(({ codeTable }) => codeTable ?? []));
    const others = ['going_detail_cd', 'racecourse_cd_past', 'insignia_cd_2', 'insignia_cd_3'];
    expect(SERVICE_CODE_TABLES.filter((name) => !used.has(name)).toSorted()).toEqual(others.toSorted());
  });
});
