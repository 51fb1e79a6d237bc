import { describe, expect, it } from 'vitest';
import { raceReader, readFields, readWords } from './bet-line.ts';
import { problemText } from './line-problems.ts';

const raceOf = raceReader();
const read = (line: string) => readWords(line, raceOf);
const combinationsOf = (line: string): readonly string[] => {
  const found = read(`05264811 ${line}`);
  return found.is === 'bet' ? found.combinations.map((each) => each.join(' ')) : [found.problem.is];
};
const problemOf = (line: string): string => {
  const found = read(line);
  return found.is === 'problem' ? found.problem.is : 'none';
};

describe('the race of a line', () => {
  const TOKYO = { by: 'day', racedate: '20261115', racecourse_cd: '05', raceNumber: 11 };

  it.each([
    ['05264811', { by: 'key', racekeys: ['05264811'] }],
    ['２０２６-11-15 05264811', { by: 'key', racekeys: ['05264811'], racedate: '20261115' }],
    ['06171A01', { by: 'key', racekeys: ['06171a01', '06171A01'] }],
    ['2026年5回東京8日 11R', { by: 'key', racekeys: ['05265811'] }],
    ['2026-11-15 Tokyo 11R', TOKYO],
    ['2026/11/15 東京 11', TOKYO],
    ['2026年11月15日東京11R', TOKYO],
    ['20261115 tokyo 11', TOKYO],
    ['2026-11-15 05 11', TOKYO],
    ['2026-11-15 05 11R', TOKYO],
    ['2026/11/15 東11R', TOKYO],
    ['2026年11月15日(日) 東京11R', TOKYO],
    ['2026-11-15 (Sun) Tokyo 11R', TOKYO],
    ['11/15/26 Tokyo 11R', TOKYO],
    ['2026年11月15日(日) 05264811', { by: 'key', racekeys: ['05264811'], racedate: '20261115' }],
    ['Tokyo 2026, meeting 5, day 8, race 11', { by: 'key', racekeys: ['05265811'] }],
  ] as const)('can be written as %s', (text, race) => {
    expect(read(`${text} win 7`)).toMatchObject({ is: 'bet', race });
  });

  it('that is not there, or not whole, is named with what is missing', () => {
    expect(problemOf('Tokyo 11R win 7')).toBe('no_day');
    expect(problemOf('2026-11-15 11R win 7')).toBe('no_course');
    expect(problemOf('2026-11-15 Tokyo win 7')).toBe('no_number');
    expect(problemOf('2026-02-30 Tokyo 1R win 7')).toBe('not_a_day');
    expect(problemOf('2026年11月15日(土) 東京11R 単 7')).toBe('not_a_day');
    expect(problemOf('2026-11-15 (Sat) Tokyo 11R win 7')).toBe('not_a_day');
    expect(problemOf('02/03/2026 Tokyo 1R win 7')).toBe('several_days');
    expect(problemOf('15/11/26 Tokyo 1R win 7')).toBe('several_days');
    expect(problemOf('26/11/15 Tokyo 1R win 7')).toBe('several_days');
    // No such day in one order: a slip, and no reason to take the other order, years away.
    for (const slip of ['26/2/29', '26/06/31', '31/04/22', '29.02.23'])
      expect(problemOf(`${slip} Tokyo 1R win 7`)).toBe('several_days');
    expect(problemOf('26/2/29 05264811 win 7')).toBe('several_days');
    // Fifteen is no month: there is one order alone.
    expect(problemOf('11/15/26 Tokyo 1R win 7')).toBe('none');
    expect(problemOf('26/11/15(日) Tokyo 1R win 7')).toBe('none');
    expect(problemOf('somewhere win 7')).toBe('no_race');
    expect(problemOf('2026-11-15 Tokyo 13R win 7')).not.toBe('none');
  });
});

describe('a race that would be another one on another day', () => {
  it.each([
    '今日 東京11R',
    '昨日東京11R',
    'yesterday Tokyo 11R',
    'Sunday Tokyo 11R',
    'last sat Tokyo 11R',
    '先週の日曜 東京11R',
    '11/15 東京11R',
    '11月15日東京11R',
    '1115 tokyo 11',
    '15 Nov Tokyo 11R',
    '5回東京8日11R',
    '11/15 05264811',
    '11月15日(日) 東京11R',
    // 29 February is a Tuesday once in 28 years.
    '2/29 (Tue) Tokyo 11R',
  ])('is refused: %s', (race) => {
    expect(problemOf(`${race} win 7`)).toMatch(/^(?:relative_day|several_days)$/);
  });

  it('is refused in words that say what to write', () => {
    const found = read('11/15 東京11R 単 7');
    if (found.is === 'problem')
      expect(problemText(found.problem, 'en')).toContain('Write the date with its year: 2026-11-15');
    expect(found).toMatchObject({ problem: { is: 'relative_day', values: { text: '11/15 東京11R' } } });
  });
});

describe('the combinations of a line', () => {
  it.each([
    ['win 3', ['3']],
    ['単 3,5', ['3', '5']],
    ['単勝７', ['7']],
    ['馬連 5-3', ['3 5']],
    ['馬連5-3', ['3 5']],
    ['quinella 0305', ['3 5']],
    ['bracket quinella 3-3', ['3 3']],
    ['枠連 36', ['3 6']],
    ['wide BOX 3,5,7', ['3 5', '3 7', '5 7']],
    ['３連複ボックス3、5、7、9', ['3 5 7', '3 5 9', '3 7 9', '5 7 9']],
    ['exacta 3>5', ['3 5']],
    ['馬単 5→3', ['5 3']],
    ['exacta box 3,5', ['3 5', '5 3']],
    ['exacta 3>5,7 multi', ['3 5', '3 7', '5 3', '7 3']],
    ['trio 3-5,7,9', ['3 5 7', '3 5 9', '3 7 9']],
    ['trio 流し 3-5-7,9', ['3 5 7', '3 5 9']],
    ['trio 3-5,7-5,7,9', ['3 5 7', '3 5 9', '3 7 9']],
    ['trifecta 3>5,7>1,2', ['3 5 1', '3 5 2', '3 7 1', '3 7 2']],
    ['trifecta 3>5,7', ['3 5 7', '3 7 5']],
    ['3連単フォーメーション 3-5-7,9', ['3 5 7', '3 5 9']],
    ['3連単 マルチ 3-5-7', ['3 5 7', '3 7 5', '5 3 7', '5 7 3', '7 3 5', '7 5 3']],
    ['quinella 3-3,5', ['3 5']],
    ['trio 3,5-7,9', ['3 7 9', '5 7 9']],
    ['三連複 軸1頭流し 3-5,7,9', ['3 5 7', '3 5 9', '3 7 9']],
    ['三連単 １頭軸マルチ 3-5,7', ['3 5 7', '3 7 5', '5 3 7', '5 7 3', '7 3 5', '7 5 3']],
    ['三連単 1着流し 3,5-7,9', ['3 7 9', '3 9 7', '5 7 9', '5 9 7']],
    ['三連単 軸2頭流し 3,5-7,9', ['3 5 7', '3 5 9']],
    ['三連単 軸2頭マルチ 3,5-7', ['3 5 7', '3 7 5', '5 3 7', '5 7 3', '7 3 5', '7 5 3']],
  ] as const)('%s', (line, combinations) => {
    expect(combinationsOf(line).toSorted()).toEqual([...combinations].toSorted());
  });

  it.each([
    '三連複 軸2頭流し 3,5-7,9',
    '三連複 軸2頭流し 3-5-7,9',
    '三連複 2頭軸流し 3,5-7,9 300',
    '三連複 ２頭軸 3,5-7,9',
    '三連複 3,5-7,9 軸二頭 300',
    '三連複 軸馬２頭 ながし 3,5-7,9',
    '3連複2頭軸流し3,5-7,9',
  ])('of two axes have both: %s', (line) => {
    expect(combinationsOf(line).toSorted()).toEqual(['3 5 7', '3 5 9']);
  });

  it('of two axes are shown so that they are read the same again', () => {
    expect(read('05264811 三連複 軸2頭流し 3,5-7,9')).toMatchObject({ shown: '3-5-7,9' });
  });

  it('of a box of all horses are as many as there are orders', () => {
    const all = Array.from({ length: 18 }, (_, at) => at + 1).join(',');
    expect(combinationsOf(`trifecta BOX ${all}`)).toHaveLength(18 * 17 * 16);
    expect(combinationsOf(`trio BOX ${all}`)).toHaveLength(816);
  });

  it.each([
    ['05264811 quinella 3,5', 'too_few_numbers'],
    ['05264811 quinella 3-5-7', 'too_many_numbers'],
    ['05264811 trio BOX 3,5', 'small_box'],
    ['05264811 win 19', 'bad_number'],
    ['05264811 bracket 9-1', 'bad_number'],
    ['05264811 win x', 'bad_number'],
    ['05264811 trio 3-5,5,7', 'repeated_number'],
    ['05264811 trio 3-5,7 multi', 'multi_unordered'],
    ['05264811 quinella 3月5日', 'became_date'],
    ['05264811 quinella 3-3', 'no_combination'],
    ['05264811 win', 'no_combination'],
    ['05264811 7', 'no_bet'],
    ['05264811', 'no_bet'],
    ['05264811 winner 7', 'no_bet'],
    ['05264811 三連複 軸2頭流し 3-5,7', 'unfit_word'],
    ['05264811 三連複 軸2頭流し 3,5,6-7', 'unfit_word'],
    ['05264811 三連複 軸2頭流し 3,5-7-9', 'unfit_word'],
    ['05264811 三連複 軸2頭流し 3,5,7', 'unfit_word'],
    ['05264811 馬連 軸2頭流し 3,5-7,9', 'unfit_word'],
    ['05264811 三連複 軸1頭流し 3,5-7,9', 'unfit_word'],
    ['05264811 三連複 軸1頭流し 3-5-7,9', 'unfit_word'],
    ['05264811 三連複 流し 3,5-7,9', 'unfit_word'],
    ['05264811 三連単 1着流し 3-5-7,9', 'unfit_word'],
    ['05264811 馬連 1着流し 3-5,7', 'unfit_word'],
    ['05264811 三連複 BOX 軸1頭 3-5,7,9', 'unfit_word'],
    ['05264811 trio BOX wheel 3-5,7,9', 'unfit_word'],
    ['05264811 trio BOX formation 3-5,7-9', 'unfit_word'],
    ['05264811 三連複 12頭軸 3,5-7', 'bad_number'],
    ['05264811 馬単 11着流し3-5', 'bad_number'],
    ['05264811 馬単 2着流し 3-5,7', 'bad_number'],
    ['05264811 trio formation 3,5-7,9', 'too_few_numbers'],
    ['05264811 win 7 about 300', 'bad_stake'],
    ['05264811 win 3 5 300', 'bad_stake'],
    ['05264811 place 3 5 7 300', 'bad_stake'],
    ['05264811 quinella 3-5 7 100', 'bad_stake'],
    ['05264811 win 3 @200 300', 'bad_stake'],
    ['05264811 win 3 1 000', 'bad_stake'],
    ['05264811 win 3 5,7,300', 'bad_stake'],
    ['05264811 wide BOX 1,2,3 each 300 total', 'bad_stake'],
    ['05264811 win 7 250', 'stake_unit'],
    ['05264811 win 7 0', 'stake_unit'],
    ['05264811 wide BOX 1,2,3 total 1000', 'stake_uneven'],
  ])('%s is refused: %s', (line, is) => {
    expect(problemOf(line)).toBe(is);
    const found = read(line);
    if (found.is !== 'problem') return;
    // Every value of the text is filled in.
    expect(problemText(found.problem, 'en')).not.toMatch(/[{}]/);
    expect(problemText(found.problem, 'ja')).not.toMatch(/[{}]/);
  });
});

describe('the stake of a line', () => {
  it.each([
    ['win 7', 100, false],
    ['win 7 300', 300, true],
    ['win 7 ￥1,000', 1000, true],
    ['win 7 1000円', 1000, true],
    ['win 7 1000 yen', 1000, true],
    ['win 7 ¥ 1,000 円', 1000, true],
    ['win 7 @ 1000', 1000, true],
    ['wide BOX 1,2,3 各200円', 200, true],
    ['wide BOX 1,2,3 each 200', 200, true],
    ['wide BOX 1,2,3 @200', 200, true],
    ['wide BOX 1,2,3 計600円', 200, true],
    ['wide BOX 1,2,3 total 600', 200, true],
    ['wide 1,2,3 BOX 合計 600', 200, true],
  ] as const)('%s is %i yen on each combination', (line, stake, isStakeWritten) => {
    expect(read(`05264811 ${line}`)).toMatchObject({ is: 'bet', stake, isStakeWritten });
  });

  it('is for each combination in a column of stakes, and for all in one of totals', () => {
    const fields = { race: '05264811', bet: 'ワイド', selection: 'BOX 1,2,3' };
    expect(readFields({ ...fields, stake: '600' }, raceOf)).toMatchObject({ stake: 600 });
    expect(readFields({ ...fields, stake: '', total: '600' }, raceOf)).toMatchObject({ stake: 200 });
  });
});
