import { expect, it } from 'vitest';
import { formulaOf } from '#shared/catalogue/formula.ts';
import { TABLES } from '#shared/catalogue/tables.ts';

const column = (name: string) => TABLES.t_ky.columns.find((each) => each.name === name);

it('gives the formula of a calculated column as text, and nothing for other columns', () => {
  const [index, jockey] = [column('integration_index'), column('jockey_index')];
  expect(index && formulaOf(index, 'en')).toBe('Adjusted IDM + Jockey index + Information index');
  expect(index && formulaOf(index, 'ja')).toBe('調整IDM + 騎手指数 + 情報指数');
  expect(jockey && formulaOf(jockey, 'en')).toBeUndefined();
});

it('contains only columns of the catalogue', () => {
  const all = Object.values(TABLES).flatMap(({ columns }) => columns);
  const names = new Set(all.map(({ name }) => name));
  const parts = all.flatMap(({ sumOf = [] }) => sumOf);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.filter((part) => !names.has(part))).toEqual([]);
});
