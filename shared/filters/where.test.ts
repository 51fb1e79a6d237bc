// Several filters in one text, as on the command line.

import { describe, expect, it } from 'vitest';
import { TABLES } from '#shared/catalogue/tables.ts';
import { parseWhere } from '#shared/filters/where.ts';

const { columns } = TABLES.d_se;

const clausesOf = (text: string): readonly (readonly [string, string])[] => {
  const where = parseWhere(text, columns);
  if (!where.ok) throw new Error(`${where.problem.en} at ${where.at}`);
  return where.clauses.map((clause) => [clause.column, clause.text]);
};

const problemOf = (text: string): { readonly en: string; readonly at: number } => {
  const where = parseWhere(text, columns);
  if (where.ok) throw new Error('was read');
  return { en: where.problem.en, at: where.at };
};

it('a column is named by its label, also if that contains what parts conditions', () => {
  const parted = Object.values(TABLES).flatMap(({ columns: all }) =>
    all.filter(({ label }) => /[,、;；|｜]|\s(?:and|or)\s/.test(`${label.en} ${label.ja}`)),
  );
  const distinct = [...new Map(parted.map((column) => [column.label.en, column])).values()];
  expect(distinct.length).toBeGreaterThan(20);
  for (const { name, label } of distinct) {
    const where = parseWhere(`${label.en} =; ${label.ja} != and ${label.en} =`, distinct);
    expect([name, where.ok && where.clauses.map(({ column }) => column)]).toEqual([name, [name, name, name]]);
  }
});

describe('conditions on columns', () => {
  it.each<[string, readonly (readonly [string, string])[]]>([
    ['', []],
    [' ; ', []],
    ['order_of_finish <=3', [['order_of_finish', '<=3']]],
    ['order_of_finish<=3', [['order_of_finish', '<=3']]],
    ['ORDER_OF_FINISH＜＝３', [['order_of_finish', '＜＝３']]],
    ['idm >=50 <60; order_of_finish 1', [['idm', '>=50 <60'], ['order_of_finish', '1']]],
    ['idm >=50 and order_of_finish 1', [['idm', '>=50'], ['order_of_finish', '1']]],
    ['idm >=50 and <60 and order_of_finish =1,2', [['idm', '>=50 and <60'], ['order_of_finish', '=1,2']]],
    ['horse_name "a; b and idm 3"; idm =', [['horse_name', '"a; b and idm 3"'], ['idm', '=']]],
    ['horse_name 「a; b」; idm 3', [['horse_name', '「a; b」'], ['idm', '3']]],
    ['horse_name a or b | c, d; idm 1 or 2', [['horse_name', 'a or b | c, d'], ['idm', '1 or 2']]],
    ['horse_name a or idm, IDM | idm and idm 3', [['horse_name', 'a or idm, IDM | idm'], ['idm', '3']]],
    [`horse_name a or 'idm 3' or "idm = 3"`, [['horse_name', `a or 'idm 3' or "idm = 3"`]]],
    ['horse_name a and Go!', [['horse_name', 'a and Go!']]],
    ['Place odds, low >=2', [['confirmed_place_odds', '>=2']]],
    [' Place odds, low =1,2; idm 3 and Place odds, low 1 or 2', [['confirmed_place_odds', '=1,2'], ['idm', '3'], ['confirmed_place_odds', '1 or 2']]],
    ['着順 1..3；IDM ＞５０', [['order_of_finish', '1..3'], ['idm', '＞５０']]],
  ])('%j', (text, clauses) => {
    expect(clausesOf(text)).toEqual(clauses);
  }); // prettier-ignore

  it.each<[string, number, RegExp]>([
    ['nonsense 3', 0, /There is no column “nonsense”/],
    ['idm', 3, /missing/],
    ['idm >=50; oof 1', 10, /“oof”/],
    ['idm >=50; order_of_finish <x', 27, /“x”/],
    ['idm 1; idm >x', 12, /“x”/],
    ['horse_name a or horse_name b', 16, /^“or” joins values of one column/],
    ['horse_name a または 馬名 b', 17, /^“または” joins values/],
    ['horse_name a | idm >=3', 15, /^“\|” joins values/],
    ['horse_name a, idm =3', 14, /^“,” joins values/],
    ['idm 1, Place odds, low >=2', 7, /^“,” joins values/],
    ['Place odds, low', 15, /missing/],
    ['horse_name a and iddm >=3', 17, /There is no column “iddm”/],
    ['horse_name a かつ 頭数x＝3', 16, /There is no column “頭数x”/],
    ['horse_name a or iddm =3', 16, /There is no column “iddm”/],
  ])('%j is rejected at %i', (text, at, words) => {
    const problem = problemOf(text);
    expect(problem.at).toBe(at);
    expect(problem.en).toMatch(words);
  });
});
