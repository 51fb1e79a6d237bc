import { describe, expect, it } from 'vitest';
import type { Group } from '#shared/bridge/row-query.ts';
import { BREAKDOWNS, filtersOfPerson, linesOf, type Breakdown } from './breakdowns.ts';
import { sortedLines } from './figures.ts';

const group = (key: readonly (string | null)[], starts: number, first: number, paid = starts): Group => ({
  key: [...key],
  count: starts,
  share: starts / 100,
  filters: [{ column: 'x', text: `=${key[0] ?? '""'}` }],
  finish: { starts, first, firstTwo: first, firstThree: first + 1 },
  returns: { win: { n: paid, yen: 100 * first }, place: { n: paid, yen: 50 } },
  measures: [],
});

const of = (kind: 'jockey' | 'trainer' | 'sire', name: Breakdown['name']): Breakdown => {
  const found = BREAKDOWNS[kind].find((each) => each.name === name);
  if (found === undefined) throw new Error(`no table: ${name}`);
  return found;
};

const EN = { language: 'en', names: 'kana' } as const;

describe('the lines of a table', () => {
  it('add up the groups of a band, counts and stakes alike, and keep the order of the bands', () => {
    const lines = linesOf(
      of('jockey', 'distance'),
      [group(['3200'], 1, 0), group(['1400'], 8, 1), group(['1800'], 12, 3, 10), group([null], 2, 0)],
      EN,
    );
    expect(lines.map(({ label }) => label)).toEqual(['1301–1899 m', 'from 2701 m', '']);
    const [mile] = lines;
    expect(mile?.group).toMatchObject({
      count: 20,
      finish: { starts: 20, first: 4, firstTwo: 4, firstThree: 6 },
      returns: { win: { n: 18, yen: 400 }, place: { n: 18, yen: 100 } },
    });
    expect(mile?.group.filters).toEqual([{ column: 'distance', text: '1301..1899' }]);
    expect(lines[1]?.group.filters).toEqual([{ column: 'distance', text: '>=2701' }]);
    expect(lines[2]?.group.filters).toEqual([{ column: 'distance', text: '=' }]);
  });

  it('count the runs that they open: those that started', () => {
    const some = { ...group(['1400'], 7, 1), count: 9 };
    const [line] = linesOf(of('jockey', 'distance'), [some, group(['1600'], 2, 0)], EN);
    expect(line?.group).toMatchObject({ count: 9, finish: { starts: 9 } });
  });

  it('read the going of two digits as its step', () => {
    const lines = linesOf(
      of('sire', 'going'),
      [group(['21'], 3, 0), group(['1'], 9, 1), group(['2'], 4, 1)],
      EN,
    );
    expect(lines.map(({ label, group: { count } }) => [label, count])).toEqual([
      ['Good', 9],
      ['Slightly heavy', 7],
    ]);
    expect(lines[1]?.group.filters).toEqual([{ column: 'turf_condition_cd', text: '=21, 2' }]);
  });

  it('list graded races by grade and the others by class, old and new names as one', () => {
    const groups = [
      group(['', '05'], 9, 1),
      group(['5', '10'], 4, 1),
      group(['', '08'], 2, 0),
      group(['1', 'OP'], 3, 1),
      group(['5', 'OP'], 1, 0),
    ];
    const lines = linesOf(of('trainer', 'class'), groups, EN);
    expect(lines.map(({ label, group: { count } }) => [label, count])).toEqual([
      ['G1', 3],
      ['Open', 1],
      ['2-win class', 6],
      ['1-win class', 9],
    ]);
    expect(lines[0]?.group.filters).toEqual([{ column: 'grade_cd', text: '=1' }]);
    // A graded open race is no line of the open class.
    expect(lines[1]?.group.filters).toEqual([
      { column: 'grade_cd', text: '="", 5' },
      { column: 'condition_cd', text: '=OP' },
    ]);
  });

  it('keep namesakes apart and one person under two names together, by name until sorted by runs', () => {
    const groups = [
      group(['00452', '田中'], 5, 1),
      group(['00777', '田中'], 9, 1),
      group(['00452', '田中一郎'], 7, 0),
      group([null, null], 1, 0),
    ];
    const lines = linesOf(of('jockey', 'trainer'), groups, EN);
    const table = of('jockey', 'trainer');
    expect(lines.map(({ label }) => label)).toEqual(['田中', '田中一郎', 'not known']);
    const sorted = sortedLines(lines, table.first);
    expect(sorted.map(({ id, label, group: { count } }) => [id, label, count])).toEqual([
      ['00452', '田中一郎', 12],
      ['00777', '田中', 9],
      ['', 'not known', 1],
    ]);
    expect(sorted[0]?.person).toEqual({ kind: 'trainer', id: '00452' });
    expect(sorted[0]?.group.filters).toEqual([{ column: 'trainer_cd', text: '=00452' }]);
  });

  it('say that a code is one, where no group has the name', () => {
    const groups = [
      group(['10190', null], 9, 1),
      group(['10190', '丙'], 1, 0),
      group(['10191', null], 2, 0),
      group([null, null], 1, 0),
    ];
    const labels = (language: 'en' | 'ja') =>
      linesOf(of('trainer', 'jockey'), groups, { language, names: 'kana' }).map(({ label }) => label);
    expect(labels('en')).toEqual(['code 10191', '丙', 'not known']);
    expect(labels('ja')).toEqual(['コード 10191', '丙', '不明']);
  });

  it('of jockeys are by who rode, whoever was on the card', () => {
    const table = of('trainer', 'jockey');
    expect(table.by).toEqual(['rider_cd', 'rider_name']);
    const [line] = linesOf(table, [group(['01003', '丙'], 5, 1)], EN);
    expect(line?.person).toEqual({ kind: 'jockey', id: '01003' });
    expect(line?.group.filters).toEqual([{ column: 'rider_cd', text: '=01003' }]);
  });

  it('sort by a figure, those without it last either way', () => {
    const lines = linesOf(
      of('jockey', 'surface'),
      [group(['1'], 10, 1), group(['2'], 3, 0, 0), group(['3'], 4, 2)],
      EN,
    );
    const sorted = (descending: boolean) =>
      sortedLines(lines, { by: 'winReturn', descending }).map(({ label }) => label);
    expect(sorted(true)).toEqual(['Jump', 'Turf', 'Dirt']);
    expect(sorted(false)).toEqual(['Turf', 'Jump', 'Dirt']);
  });

  it('leave out what was never run on', () => {
    const lines = linesOf(of('jockey', 'surface'), [group(['1'], 10, 1), group(['2'], 0, 0)], EN);
    expect(lines.map(({ label }) => label)).toEqual(['Turf']);
  });
});

describe('the filters of a person', () => {
  it('are the code, or a sire’s name and birth year', () => {
    expect(filtersOfPerson({ kind: 'jockey', id: '01001' })).toEqual([
      { column: 'rider_cd', text: '=01001' },
    ]);
    expect(filtersOfPerson({ kind: 'trainer', id: '00452' })).toEqual([
      { column: 'trainer_cd', text: '=00452' },
    ]);
    expect(filtersOfPerson({ kind: 'sire', id: 'Silver Ace 1986' })).toEqual([
      { column: 'sire_name', text: '=Silver Ace' },
      { column: 'sire_birth_year', text: '=1986' },
    ]);
  });

  it('of a sire without a birth year leave out its namesakes that have one', () => {
    expect(filtersOfPerson({ kind: 'sire', id: 'ミスター' })).toEqual([
      { column: 'sire_name', text: '=ミスター' },
      { column: 'sire_birth_year', text: '=' },
    ]);
  });
});
