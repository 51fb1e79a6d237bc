import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { problemText } from '#shared/betting/line-problems.ts';
import { textOfBytes } from '#shared/text-of-bytes.ts';
import { listReader, readList } from './read-list.ts';

const problemsIn = (text: string) =>
  readList(text).flatMap(({ read }) => (read.is === 'problem' ? [read.problem] : []));

const betsIn = (text: string) =>
  readList(text).map(({ line, read }) =>
    read.is === 'bet'
      ? [line, read.bet, read.shown, read.stake, read.combinations.length]
      : [line, read.problem.is],
  );

describe('a list of bets', () => {
  it('has a bet in each line; blank lines and notes are none, and every other line is named', () => {
    const text =
      '# November\n\n05264811 win 7 300\n  \nwhat is this\n05264811 馬連 BOX 3,5,7\r\n05264811 trio 3-5,7,9 計300円';
    expect(betsIn(text)).toEqual([
      [3, 'win', '7', 300, 1],
      [5, 'no_bet'],
      [6, 'quinella', 'BOX 3,5,7', 100, 3],
      [7, 'trio', '3-5,7,9', 100, 3],
    ]);
  });

  it('can be cells without a header, with commas in quotes', () => {
    expect(
      betsIn(
        [
          '05264811,win,7,300',
          '05264811,trio,"BOX 3,5,7,9",200',
          '2026-11-15,東京,11,ワイド,3-5,500',
          '2026-11-15\t05\t11R\t馬単\t3→5\t100',
          '05264811;3連単;"3>5,7>5,7,9";100',
          '05264811,win,"7,300',
          '05264811,trio,BOX 3,5,7,100',
        ].join('\n'),
      ),
    ).toEqual([
      [1, 'win', '7', 300, 1],
      [2, 'trio', 'BOX 3,5,7,9', 200, 4],
      [3, 'quinella_place', '3-5', 500, 1],
      [4, 'exacta', '3→5', 100, 1],
      [5, 'trifecta', '3→5,7→5,7,9', 100, 4],
      [6, 'bad_quotes'],
      [7, 'bad_stake'],
    ]);
  });

  it('can have a header in English or Japanese, in any order, with columns that are not read', () => {
    expect(
      betsIn(
        'Stake (yen),Bet,Race key,Combination,Remark\r\n300,win,05264811,7,sure\r\n,Place,05264811,3,\r\n',
      ),
    ).toEqual([
      [2, 'win', '7', 300, 1],
      [3, 'place', '3', 100, 1],
    ]);
    expect(
      betsIn('日付,場名,レース番号,式別,買い目,合計金額\n2026/11/15,東京,11,ワイド,"BOX 1,2,3",600'),
    ).toEqual([[2, 'quinella_place', 'BOX 1,2,3', 200, 3]]);
  });

  it.each(['金額（合計）', 'Amount (total)', 'stake (Total, yen)', '合計'])(
    'has the stake of all combinations under %s, unless a cell says otherwise',
    (name) => {
      const head = `日付,場名,R,式別,買い目,${name.includes(',') ? `"${name}"` : name}`;
      const line = '2026-11-15,東京,11,ワイド,"BOX 1,2,3"';
      expect(betsIn(`${head}\n${line},600\n${line},各300\n${line},300 each\n${line},400`)).toEqual([
        [2, 'quinella_place', 'BOX 1,2,3', 200, 3],
        [3, 'quinella_place', 'BOX 1,2,3', 300, 3],
        [4, 'quinella_place', 'BOX 1,2,3', 300, 3],
        [5, 'stake_uneven'],
      ]);
    },
  );

  it('is refused if stake and total contradict each other', () => {
    const line = '05264811,quinella,"BOX 1,2,3"';
    const cells = ['100,300', '100,3000', ',300', '100,-', '100,0'];
    const list = ['race,bet,numbers,stake,total', ...cells.map((each) => `${line},${each}`)].join('\n');
    const read = ['quinella', 'BOX 1,2,3', 100, 3];
    expect(betsIn(list)).toEqual([
      [2, ...read],
      [3, 'two_stakes'],
      [4, ...read],
      [5, ...read],
      [6, 'two_stakes'],
    ]);
  });
});

describe('a line under a header', () => {
  it.each([
    ['race,bet,selection', '05264811,win,3,5'],
    ['race,bet,selection,stake', '05264811,win,3,300,000'],
    ['race,bet,stake,selection', '05264811,quinella,300,3-5,7'],
    ['race,bet,selection,stake,,', '05264811,win,3,300,000,'],
  ])('%s is refused with more cells: %s', (header, line) => {
    expect(betsIn(`${header}\n${line}`)).toEqual([[2, 'more_cells']]);
  });

  it('is refused in words that say what to do', () => {
    const lists = [
      'race,bet,selection\n05264811,win,3,5',
      'race,bet,組番,馬番\n05264811,win,3,16',
      'race,bet,combinations\n05264811,win,3',
    ];
    expect(lists.flatMap(problemsIn).map((each) => problemText(each, 'en'))).toEqual([
      expect.stringContaining('“5” is beyond the last column'),
      expect.stringContaining('“3 16”: two columns'),
      expect.stringContaining('“3” under “combinations”'),
    ]);
  });

  it('can have blank cells at its end, and cells under a blank name before', () => {
    expect(betsIn(',race,bet,selection,stake,(sure)\n0,05264811,win,3,300,yes, ,')).toEqual([
      [2, 'win', '3', 300, 1],
    ]);
  });

  it('has its numbers in one column; a word may have another', () => {
    const list = 'race,bet,組番,馬番\n05264811,win,3,16\n05264811,trio,BOX,"3,5,7"\n05264811,win,,4';
    expect(betsIn(list)).toEqual([
      [2, 'two_selections'],
      [3, 'trio', 'BOX 3,5,7', 100, 1],
      [4, 'win', '4', 100, 1],
    ]);
  });

  it('does not take how many combinations there are for numbers', () => {
    expect(betsIn('race,bet,combination,combinations\n05264811,quinella,3-5,1')).toEqual([
      [2, 'quinella', '3-5', 100, 1],
    ]);
    expect(betsIn('race,bet,combinations\n05264811,win,3\n05264811,quinella,3-5')).toEqual([
      [2, 'may_be_count'],
      [3, 'quinella', '3-5', 100, 1],
    ]);
  });

  it.each([
    ['race,bet,combination,stake', '2026-11-15 Tokyo 11R quinella 7-3,5 100', ['quinella', '7-3,5', 100, 2]],
    ['race,bet,combination', '05264811 trio 3-5,7,9,11 total 600', ['trio', '3-5,7,9,11', 100, 6]],
    [
      '場名\tレース番号\t日付\t賭式\t組番',
      '2026-11-15 東京11R 馬連 7-3,5 200',
      ['quinella', '7-3,5', 200, 2],
    ],
    // The cells of a line that has some are not joined.
    ['race;bet;combination;total', '05264811 quinella BOX 3,5,7;;;300', ['no_bet']],
    ['race,bet,combination', '05264811,winner,7', ['no_bet']],
  ])('%s can be of words: %s', (header, line, read) => {
    expect(betsIn(`${header}\n${line}`)).toEqual([[2, ...read]]);
  });

  it('is divided as the header is', () => {
    expect(betsIn('race,bet,numbers,remark\n05264811,win,3,a\tb\n05264811,win,4,a; b')).toEqual([
      [2, 'win', '3', 100, 1],
      [3, 'win', '4', 100, 1],
    ]);
  });
});

describe('lists that are read one after another', () => {
  it('read the same as each by itself, also under another header', () => {
    const read = listReader();
    const typed = [
      '05264811 win 7',
      '05264811 win 7 3',
      '05264811 win 7 300\n2026/11/15 東京11R 単 3',
      '2026/11/15 東京11R 単 3',
    ];
    const cells = '2026-11-15,東京,11,win,3,200';
    const lists = [
      ...typed,
      cells,
      `date,course,r,bet,numbers,total\n${cells}`,
      `date,course,r,bet,numbers,each\n${cells}`,
    ];
    for (const list of lists) expect(read(list)).toEqual(readList(list));
  });
});

describe('the file of a list', () => {
  const text = '日付,場名,R,式別,組番,金額\r\n2026/11/15,東京,11,三連複,3-5-7,100\r\n';

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['CP932', iconv.encode(text, 'cp932')],
    ['UTF-16 with a mark', iconv.encode(text, 'utf-16le', { addBOM: true })],
  ])('is read in %s', (_, bytes) => {
    expect(betsIn(textOfBytes(bytes))).toEqual([[2, 'trio', '3-5-7', 100, 1]]);
  });
});
