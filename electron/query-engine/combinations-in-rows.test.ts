// Combinations as rows have them: digits, with the bet beside them. They are found, listed and grouped as they are shown.

import { describe, expect, it } from 'vitest';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { inBothSizes } from '../testing/in-both-sizes.ts';

type Row = Readonly<Record<string, string | null>>;

const paid = (bet: string | null, combination: string, popularity = '1'): Row => ({
  bet,
  combination,
  popularity,
});

/** The digits 12 are a horse or two brackets; 0312 are two horses in an order or in none. */
const ROWS = [
  paid('win', '17'),
  paid('win', '07'),
  paid('place', '12', '2'),
  paid('bracket_quinella', '12'),
  paid('bracket_quinella', '17'),
  paid('quinella', '0312'),
  paid('exacta', '0312'),
  paid('exacta', '1203'),
  paid('trio', '030512'),
  paid('trifecta', '120305'),
  paid('trifecta', '031205'),
];

describe.each(inBothSizes(SUBJECTS.payoffs.columns, ROWS))(
  'the combinations of a %s result',
  (_size, open) => {
    const passing = async (text: string, ...more: readonly (readonly [string, string])[]) => {
      const rowSet = open();
      const others = more.map(([column, typed]) => ({ column, text: typed }));
      const filters = [{ column: 'combination', text }, ...others];
      const { rows, problems } = await rowSet.arrange({ sort: [], filters });
      expect(problems).toEqual([]);
      const [bets = [], combinations = []] = await rowSet.cells(['bet', 'combination'], 0, rows);
      return combinations.map((combination, at) => `${bets[at]} ${combination}`);
    };

    it.each([
      ['7', ['win 07', 'bracket_quinella 17']],
      ['17', ['win 17']],
      [
        '12',
        [
          'place 12',
          'quinella 0312',
          'exacta 0312',
          'exacta 1203',
          'trio 030512',
          'trifecta 120305',
          'trifecta 031205',
        ],
      ],
      ['1', ['bracket_quinella 12', 'bracket_quinella 17']],
      ['=7', ['win 07']],
      ['1-7', ['bracket_quinella 17']],
      ['=3-12', ['quinella 0312', 'exacta 0312']],
      ['=12→3', ['quinella 0312', 'exacta 1203']],
      ['=3→12→5', ['trio 030512', 'trifecta 031205']],
      ['=0312', ['quinella 0312', 'exacta 0312']],
    ])('pass the filter %s as their bets are read', async (text, expected) => {
      expect(await passing(text)).toEqual(expected);
    });

    it.each([
      ['3-12', ['quinella 0312']],
      ['3→12', ['exacta 0312', 'trifecta 031205']],
      ['1-2', ['bracket_quinella 12']],
      ['0312', ['quinella 0312', 'exacta 0312', 'trifecta 031205']],
    ])('are found by the quick search for %s as they are written', async (text, expected) => {
      const rowSet = open();
      const quick = { text, columns: ['combination'] };
      const { rows } = await rowSet.arrange({ sort: [], filters: [], quick });
      const [bets = [], combinations = []] = await rowSet.cells(['bet', 'combination'], 0, rows);
      expect(combinations.map((combination, at) => `${bets[at]} ${combination}`)).toEqual(expected);
    });

    it('are found in the list of values as they are written', async () => {
      const rowSet = open();
      const found = async (contains: string) => {
        const { values } = await rowSet.query('values', { column: 'combination', limit: 20, contains });
        return values.map(({ raw }) => raw);
      };
      expect(await found('12→3')).toEqual(['1203', '120305']);
      expect(await found('3-12')).toEqual(['0312']);
    });

    it('that do not pass are all others', async () => {
      expect(await passing('!12')).toEqual([
        'win 17',
        'win 07',
        'bracket_quinella 12',
        'bracket_quinella 17',
      ]);
    });

    it('pass beside other filters, whose lists of values leave them in', async () => {
      expect(await passing('12', ['bet', 'exacta'])).toEqual(['exacta 0312', 'exacta 1203']);
      const rowSet = open();
      await rowSet.arrange({ sort: [], filters: [{ column: 'combination', text: '17' }] });
      const { values } = await rowSet.query('values', { column: 'bet', limit: 10 });
      expect(values).toEqual([{ raw: 'win', count: 1 }]);
    });

    it('are listed with their bet where all rows of a value have the same one', async () => {
      const rowSet = open();
      const listed = async () => {
        const { values } = await rowSet.query('values', { column: 'combination', limit: 20, order: 'value' });
        return values.map(({ raw, beside }) => [raw, beside]);
      };
      expect(await listed()).toEqual([
        ['030512', 'trio'],
        ['0312', null],
        ['031205', 'trifecta'],
        ['07', 'win'],
        ['12', null],
        ['1203', 'exacta'],
        ['120305', 'trifecta'],
        ['17', null],
      ]);
      await rowSet.arrange({ sort: [], filters: [{ column: 'bet', text: 'exacta' }] });
      expect(await listed()).toEqual([
        ['0312', 'exacta'],
        ['1203', 'exacta'],
      ]);
      const { top } = await rowSet.query('profile', { column: 'combination' });
      expect(top.map(({ raw, beside }) => [raw, beside])).toEqual([
        ['0312', 'exacta'],
        ['1203', 'exacta'],
      ]);
    });

    it('are grouped with the bet of their rows, and open as many rows as they count', async () => {
      const rowSet = open();
      const both = await rowSet.query('groups', { by: ['combination', 'bet'] });
      expect(both.groups.every(({ key, beside }) => beside?.[0] === key[1])).toBe(true);
      const { groups } = await rowSet.query('groups', { by: ['combination'] });
      expect(groups.find(({ key }) => key[0] === '12')).toMatchObject({ count: 2, beside: [null] });
      expect(groups.find(({ key }) => key[0] === '031205')).toMatchObject({ count: 1, beside: ['trifecta'] });
      for (const { filters, count } of groups) {
        const { rows } = await rowSet.arrange({ sort: [], filters });
        expect(rows).toBe(count);
      }
    });
  },
);
