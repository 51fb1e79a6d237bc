import { expect, it } from 'vitest';
import { columnOf } from '#shared/catalogue/tables.ts';
import { fileColumns, headerTexts, type FileColumnsOptions } from './file-columns.ts';

const NAMES = ['horse_name', 'race_kyakushitsu', 'time_record', 'horse_weight', 'gone'];
const COLUMNS = new Map(
  NAMES.flatMap((name) => {
    const column = columnOf('d_se', name);
    return column === undefined ? [] : [[name, column] as const];
  }),
);
const RAW = ['リュマ', '2', '1117', '480', null];

const rowOf = (options: Partial<FileColumnsOptions>, raw: readonly (string | null)[] = RAW) =>
  fileColumns(NAMES, COLUMNS, { form: 'shown', language: 'en', ...options }).map(({ name, column, cell }) => [
    name,
    cell(raw[NAMES.indexOf(column.name)] ?? null),
  ]);

it('as shown, cells are the texts on screen, names in the style of the screen', () => {
  expect(rowOf({})).toEqual([
    ['horse_name', 'リュマ'],
    ['race_kyakushitsu', 'Prominent'],
    ['time_record', '1:51.7'],
    ['horse_weight', '480'],
    ['gone', null],
  ]);
  expect(rowOf({ names: 'latin' })[0]).toEqual(['horse_name', expect.stringMatching(/^ryuma$/i)]);
});

it('a dash is no value', () => {
  const zeros = [' ', '', '0000', '000', null];
  expect(rowOf({}, zeros).map(([, cell]) => cell)).toEqual([null, null, null, null, null]);
});

it('values have the label beside the code, and it never takes the name of another column', () => {
  const names = [...NAMES, 'race_kyakushitsu_label'];
  const columns = fileColumns(names, COLUMNS, { form: 'values', labels: true, language: 'ja' });
  expect(columns.map(({ name }) => name)).toEqual([
    'horse_name', 'race_kyakushitsu', 'race_kyakushitsu_label_2', 'time_record', 'horse_weight', 'gone',
    'race_kyakushitsu_label',
  ]); // prettier-ignore
  expect(columns[2]?.cell('2')).toContain('先行');
  expect(columns[3]?.cell('1117')).toBe(111.7);
});

it('a header is the name, the label with its unit, or both', () => {
  const columns = fileColumns(['horse_weight', 'time_record'], COLUMNS, { form: 'values', language: 'en' });
  const label = columnOf('d_se', 'horse_weight')?.label.en ?? '';
  expect(headerTexts(columns, 'name', 'en')).toEqual(['horse_weight', 'time_record']);
  expect(headerTexts(columns, 'label', 'en')).toEqual([`${label} (kg)`, 'Time (s)']);
  expect(headerTexts(columns, 'both', 'en')[1]).toBe('time_record (Time, s)');
});

it('labels that repeat are told apart by the names of their columns', () => {
  const text = { en: 'Odds', ja: 'オッズ' };
  const columns = ['a', 'b', 'c'].map((name) => ({
    name,
    label: name === 'b' ? { en: 'B', ja: 'B' } : text,
  }));
  expect(headerTexts(columns, 'label', 'ja')).toEqual(['オッズ (a)', 'B', 'オッズ (c)']);
  expect(headerTexts(columns, 'both', 'en')).toEqual(['a (Odds)', 'b (B)', 'c (Odds)']);
});

it('a race is shown by its course, number and name, and is its key in the other forms', () => {
  const racekey = columnOf('d_ra', 'racekey');
  if (racekey === undefined) throw new Error('no such column: racekey');
  const cellOf = (options: Partial<FileColumnsOptions>, name: string | null) => {
    const columns = new Map([['racekey', racekey]]);
    const [column] = fileColumns(['racekey'], columns, { form: 'shown', language: 'en', ...options });
    return [column?.beside, column?.cell('05264111', name)];
  };
  expect(cellOf({}, '天皇賞')).toEqual(['race_name', 'Tokyo 11R 天皇賞']);
  expect(cellOf({}, '別の賞')).toEqual(['race_name', 'Tokyo 11R 別の賞']);
  expect(cellOf({ language: 'ja' }, null)).toEqual(['race_name', '東京 11R']);
  expect(cellOf({ names: 'latin' }, 'ローレル')).toEqual(['race_name', 'Tokyo 11R Rooreru']);
  for (const form of ['values', 'delivered'] as const)
    expect(cellOf({ form }, '天皇賞')).toEqual([undefined, '05264111']);
});
