import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/catalogue/column.ts';
import { sqlColumn } from '#shared/catalogue/sql-column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { matcher } from '#shared/filters/matches.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import {
  boundText,
  inWords,
  isPicked,
  narrowedBy,
  onlyPicked,
  pickedItems,
  rangeOf,
  togglePicked,
  withoutValue,
  withRange,
} from './condition-edit.ts';

const column = (table: TableCode, name: string): Column => {
  const found = columnOf(table, name);
  if (found === undefined) throw new Error(name);
  return found;
};

const GOING = column('d_ra', 'turf_condition_cd');
const FINISH = column('d_se', 'order_of_finish');
const ODDS = column('d_se', 'confirmed_win_odds');
const TIME = column('d_se', 'time_record');
const NAME = column('d_se', 'horse_name');
const MARGIN = column('d_se', 'margin');
const DATE = column('d_se', 'racedate');

const passes = (text: string, of: Column, raw: string | null, beside?: string): boolean => {
  const parsed = parseCondition(text, of);
  if (!parsed.ok) throw new Error(parsed.problem.en);
  return matcher(parsed.condition, of)(raw, beside);
};

describe('a value that is left out', () => {
  it.each<[string, string, Column, string | null, string | null]>([
    ['a code', '', GOING, '2', '1'],
    ['a name', '', NAME, 'ナリタ', 'ナリタブライアン'],
    ['a number', '', FINISH, '03', '04'],
    ['a time', '', TIME, '945', '946'],
    ['a blank', '', GOING, null, '1'],
    ['beside a range', '>=2 <=9', FINISH, '5', '6'],
  ])('does not pass, and others do: %s', (_, text, of, raw, other) => {
    const next = withoutValue(text, of, raw);
    expect(passes(next, of, raw)).toBe(false);
    expect(passes(next, of, other)).toBe(true);
  });

  it('keeps what the filter said before', () => {
    const next = withoutValue(withoutValue('>=2 <=9', FINISH, '5'), FINISH, '6');
    for (const out of ['1', '5', '6', '10']) expect(passes(next, FINISH, out)).toBe(false);
    for (const left of ['2', '4', '7', '9']) expect(passes(next, FINISH, left)).toBe(true);
  });

  it.each(['=1 | >=10', '1 or 2 or 10', '=1,2,10', '=1 | >=2 and <=10'])(
    'narrows the alternatives of %s',
    (text) => {
      const next = withoutValue(text, FINISH, '1');
      for (const raw of ['1', '2', '5', '10', null])
        expect(passes(next, FINISH, raw)).toBe(raw !== '1' && passes(text, FINISH, raw));
    },
  );
});

describe('a condition that is narrowed', () => {
  const RAWS = [null, '', '0', '00', '1', '2', '03', '4', '5', '9', '10', '11', 'x'];

  it.each([
    ['<=5', '!='],
    ['=1 | >=10', '!='],
    ['= | >=10', '!='],
    ['>=2 !3', '>=3 <5'],
    ['1, 4, 9', '4..10'],
    ['=1 | >=3 and <=10', '>=2 <4'],
    ['!4', '>=3 <10'],
    ['<=5', '0..3'],
    ['>=3', '1..4'],
    ['>=5 >=2', '3..9'],
    ['>=2 <=9', '>=3 <5'],
    ['>=3 <5', '3..5'],
  ])('passes what passes %s and %s', (text, added) => {
    const next = narrowedBy(text, added, FINISH);
    for (const raw of RAWS)
      expect([raw, passes(next, FINISH, raw)]).toEqual([
        raw,
        passes(text, FINISH, raw) && passes(added, FINISH, raw),
      ]);
  });

  it('is said shortly where one of both says it all', () => {
    expect(narrowedBy('>=2 <=9', '>=3 <5', FINISH)).toBe('>=3 <5');
    expect(narrowedBy('>=3', '=4', FINISH)).toBe('=4');
    expect(narrowedBy('<=5 !=', '!=', FINISH)).toBe('<=5 !=');
    expect(narrowedBy('', '!=', FINISH)).toBe('!=');
    expect(narrowedBy('>=', '!=', FINISH)).toBe('!=');
  });

  it('keeps a combination that is read by its bet, because its digits alone are of other bets too', () => {
    const combination = SUBJECTS.payoffs.columns.find(({ name }) => name === 'combination');
    if (combination === undefined) throw new Error('no combination');
    const next = narrowedBy('1', '=12', combination);
    expect(passes(next, combination, '12', 'bracket_quinella')).toBe(true);
    expect(passes(next, combination, '12', 'win')).toBe(false);
  });
});

describe('a ticked value', () => {
  it.each<[string, Column, string | null, string | null]>([
    ['a code', GOING, '1', '2'],
    ['a place with its zero', FINISH, '03', '13'],
    ['a name', NAME, 'コパノ リッキー', 'コパノ'],
    ['a name with a quote', NAME, 'A "B"', 'A B'],
    ['nothing', NAME, null, 'コパノ'],
    ['odds', ODDS, '12.0', '12.5'],
    ['a time', TIME, '945', '946'],
  ])('%s passes the filter that it makes, and others do not', (_, of, raw, other) => {
    const text = onlyPicked(of, raw);
    expect(passes(text, of, raw)).toBe(true);
    expect(passes(text, of, other)).toBe(false);
  });

  it('is added to the others and removed again', () => {
    const one = togglePicked('', GOING, '1');
    const two = togglePicked(one, GOING, '3');
    expect(['1', '2', '3'].map((raw) => isPicked(pickedItems(two, GOING), raw, GOING))).toEqual([
      true,
      false,
      true,
    ]);
    expect(togglePicked(togglePicked(two, GOING, '1'), GOING, '3')).toBe('');
  });

  it('may be a whole number that no double holds', () => {
    const number = sqlColumn({ name: 'n', type: 'integer' });
    const text = togglePicked(onlyPicked(number, '9007199254740993'), number, '-9007199254740993');
    for (const raw of ['9007199254740993', '-9007199254740993'])
      expect([passes(text, number, raw), isPicked(pickedItems(text, number), raw, number)]).toEqual([
        true,
        true,
      ]);
    expect(passes(text, number, '9007199254740992')).toBe(false);
    expect(isPicked(pickedItems(text, number), '9007199254740992', number)).toBe(false);
  });

  it('replaces a condition that is not a list', () => {
    expect(pickedItems('>=3', FINISH)).toBeUndefined();
    expect(pickedItems('!3', FINISH)).toBeUndefined();
    expect(passes(togglePicked('>=3', FINISH, '01'), FINISH, '01')).toBe(true);
  });
});

describe('a range', () => {
  it.each<[string, Column, string, object]>([
    ['both ends', ODDS, '3..5', { from: 3, to: 5 }],
    ['one end', ODDS, '>=3', { from: 3 }],
    ['below', ODDS, '>=3 <5', { from: 3, to: 5, below: true }],
    ['a month', DATE, '2026-11', { from: 20261101, to: 20261130 }],
    ['nothing typed', ODDS, '  ', {}],
  ])('is parsed from its text: %s', (_, of, text, range) => {
    expect(rangeOf(text, of)).toEqual(range);
  });

  it.each(['!3..5', '3..5 | 8', '=', '3,5', '>=', '>3', '>=5 >=2', '<3 <=5'])(
    'is not recognized in %s',
    (text) => {
      expect(rangeOf(text, ODDS)).toBeUndefined();
    },
  );

  it('is formatted so that it parses back', () => {
    for (const range of [{ from: 3 }, { to: 5.5 }, { from: 3, to: 5 }, { from: 3, to: 5, below: true }])
      expect(rangeOf(withRange(ODDS, range), ODDS)).toEqual(range);
    expect(withRange(ODDS, {})).toBe('');
  });

  it('has ends in the notation that a user types', () => {
    expect(boundText(TIME, 945)).toBe('1:34.5');
    expect(boundText(ODDS, undefined)).toBe('');
  });
});

describe('a chip', () => {
  it('shows the labels of codes, and anything else as typed', () => {
    expect(inWords(togglePicked(togglePicked('', GOING, '1'), GOING, '4'), GOING, 'ja', '空')).toBe(
      '良, 不良',
    );
    expect(inWords('=クビ', MARGIN, 'en', '')).toBe('neck');
    expect(inWords(' >=3 <5', ODDS, 'en', '')).toBe('>=3 <5');
    expect(inWords('!1', GOING, 'en', '')).toBe('!1');
    expect(inWords('>=', ODDS, 'en', '')).toBe('>=');
  });
});
