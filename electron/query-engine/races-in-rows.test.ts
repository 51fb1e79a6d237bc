// Races as rows have them: a key, with the name beside it. They are found, listed, grouped and sorted as they are shown.

import { describe, expect, it } from 'vitest';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { inBothSizes } from '../testing/in-both-sizes.ts';
import type { RowSet } from './row-set.ts';

const OWN = TABLES.d_se.columns;
const BESIDE = raceNamesBeside(OWN).map(({ column }) => column);
const COLUMNS = [...OWN, ...BESIDE];

type Row = Readonly<Record<string, string | null>>;

const race = (racedate: string, racekey: string, name: string | null): Row => ({
  racedate,
  racekey,
  __race_name: name,
});

/** Kyoto's key is greater than Tokyo's, and its race was a week earlier. */
const ROWS = [
  race('20261114', '05264111', '天皇賞'),
  race('20261107', '08264101', null),
  race('20261114', '05264102', 'ローレル賞'),
  race('20261107', '05264011', '別の賞'),
  race('20261114', '05264111', '天皇賞'),
];

describe.each(inBothSizes(COLUMNS, ROWS))('the races of a %s result', (_size, open) => {
  const keysOf = async (rowSet: RowSet): Promise<unknown> =>
    (await rowSet.cells(['racekey'], 0, rowSet.rows))[0];

  it('sort by day, course and number, whatever their keys', async () => {
    const rowSet = open();
    await rowSet.arrange({ sort: [{ column: 'racekey', direction: 'ascending' }], filters: [] });
    expect(await keysOf(rowSet)).toEqual(['05264011', '08264101', '05264102', '05264111', '05264111']);
    await rowSet.arrange({ sort: [{ column: 'racekey', direction: 'descending' }], filters: [] });
    expect(await keysOf(rowSet)).toEqual(['05264111', '05264111', '05264102', '08264101', '05264011']);
  });

  it.each([
    ['=05264111', 2],
    ['052641', 3],
    ['tokyo 11r', 3],
    ['東京 11R 天皇賞', 2],
    ['天皇賞', 2],
    ['roreru', 1],
    ['="Kyoto 1R"', 1],
    ['!tokyo', 1],
    ['!天皇賞', 3],
    ['=05264111, 08264101', 3],
  ])('pass the filter %s as they are shown', async (text, count) => {
    const rowSet = open();
    const { rows, problems } = await rowSet.arrange({ sort: [], filters: [{ column: 'racekey', text }] });
    expect({ rows, problems }).toEqual({ rows: count, problems: [] });
  });

  it.each([
    ['天皇', 2],
    ['kyoto 1', 1],
    ['05264111', 2],
    ['札幌', 0],
  ])('are found by the quick search for %s', async (text, count) => {
    const rowSet = open();
    const { rows } = await rowSet.arrange({ sort: [], filters: [], quick: { text, columns: ['racekey'] } });
    expect(rows).toBe(count);
  });

  it('have their names in lists of values and in groups', async () => {
    const rowSet = open();
    const { values } = await rowSet.query('values', { column: 'racekey', limit: 2, contains: '天皇' });
    expect(values).toEqual([{ raw: '05264111', count: 2, beside: '天皇賞' }]);
    expect((await rowSet.query('profile', { column: 'racekey' })).top[0]).toEqual({
      raw: '05264111',
      count: 2,
      beside: '天皇賞',
    });
    const { groups } = await rowSet.query('groups', { by: ['racekey', 'racedate'] });
    expect(groups.map(({ key, beside }) => [key[0], beside?.[0]])).toEqual([
      ['05264111', '天皇賞'],
      ['05264011', '別の賞'],
      ['05264102', 'ローレル賞'],
      ['08264101', null],
    ]);
  });
});
