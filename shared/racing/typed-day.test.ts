import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, formatRacedate, racedateOfDay } from '#shared/racing/racedate.ts';
import { typedDay } from '#shared/racing/typed-day.ts';

/** A Sunday. */
const TODAY = '20261122';

describe('a typed date', () => {
  it.each([
    ['2026-11-15', '20261115'],
    ['2026/11/15', '20261115'],
    ['2026.11.15', '20261115'],
    ['20261115', '20261115'],
    ['２０２６１１１５', '20261115'],
    ['2026年11月15日', '20261115'],
    ['2026年1月5日', '20260105'],
    ['261115', '20261115'],
    ['26/11/15', '20261115'],
    ['991226', '19991226'],
    ['11/15/2026', '20261115'],
    ['15/11/2026', '20261115'],
    ['15.11.2026', '20261115'],
    ['Nov 15, 2026', '20261115'],
    ['15 november 2026', '20261115'],
    ['15th of Nov 2026', '20261115'],
    ['令和8年11月15日', '20261115'],
    ['R8.11.15', '20261115'],
    ['令和元年5月5日', '20190505'],
    ['H31.4.7', '20190407'],
    // Without a year: the last one that was, or a day of the next weeks.
    ['11/15', '20261115'],
    ['11月15日', '20261115'],
    ['1115', '20261115'],
    ['15 Nov', '20261115'],
    ['12/20', '20261220'],
    ['1/5', '20260105'],
    ['12/28', '20251228'],
    ['2/29', '20240229'],
    ['today', '20261122'],
    ['今日', '20261122'],
    ['yesterday', '20261121'],
    ['昨日', '20261121'],
    ['tomorrow', '20261123'],
    ['sunday', '20261122'],
    ['last sunday', '20261115'],
    ['土曜', '20261121'],
    ['先週の土曜日', '20261121'],
    ['一昨日', '20261120'],
    ['おととい', '20261120'],
    ['明後日', '20261124'],
  ])('%s is %s', (text, racedate) => {
    const typed = typedDay(text, TODAY);
    expect(typed).toMatchObject({ is: 'days' });
    expect(typed?.is === 'days' && typed.racedates[0]).toBe(racedate);
  });

  it.each([
    ['2026-11-22 (Sun)', '20261122'],
    ['2026年11月22日(日)', '20261122'],
    ['2026年11月22日（日曜日）', '20261122'],
    ['2026/11/23(月・祝)', '20261123'],
    ['2026年11月23日(月祝)', '20261123'],
    ['2026年11月23日（祝・月）', '20261123'],
    ['2026年11月23日(月、祝日)', '20261123'],
    ['11月23日(祝)', '20261123'],
    ['2026年11月22日㈰', '20261122'],
    ['15 Nov 2026 (Sunday)', '20261115'],
    ['20261122(日)', '20261122'],
    // Of two orders the one on that weekday.
    ['5/4/2026 (Mon)', '20260504'],
    ['5/4/2026 (Sun)', '20260405'],
    // Without a year the last one in which they fit.
    ['11/22(日)', '20261122'],
    ['11/22(土)', '20251122'],
    ['11月22日（木）', '20181122'],
    ['2/29(土)', '20200229'],
    ['2/29(木)', '20240229'],
    ['12/20(日)', '20261220'],
    ['Sun 22 Nov', '20261122'],
    ['Sunday 22 November', '20261122'],
    ['Sun, 22 Nov', '20261122'],
    ['Sun. 22 Nov 2026', '20261122'],
    ['22 Nov Sun', '20261122'],
    ['Nov 22, 2026, Sunday', '20261122'],
    ['2026-11-22 Sun', '20261122'],
    ['Wed 18 Nov', '20261118'],
    ['11月22日日曜日', '20261122'],
    ['11月22日曜日', '20261122'],
    ['11月22日 日曜', '20261122'],
    ['11月21日土', '20261121'],
    ['日曜 11/22', '20261122'],
    ['日曜11/22', '20261122'],
    ['11/22 日', '20261122'],
    ['日 11/22', '20261122'],
    ['11/22 土', '20251122'],
    ['Sat 22 Nov', '20251122'],
    ['5/4/2026 Sun', '20260405'],
    ['today sunday', '20261122'],
  ])('with its weekday, %s is %s alone', (text, racedate) => {
    expect(typedDay(text, TODAY)).toEqual({ is: 'days', racedates: [racedate] });
  });

  it.each([
    '2026-11-22 (Sat)',
    '2026年11月22日(土)',
    '2026/11/22（月・祝）',
    '2026-02-30 (Mon)',
    'today (sat)',
    'Sat 2026-11-22',
    '2026年11月22日土曜日',
    'Mon 2026-02-30',
  ])('that its weekday contradicts does not exist: %s', (text) => {
    expect(typedDay(text, TODAY)).toEqual({ is: 'impossible' });
  });

  it('is read as it is written on screen, in both languages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: dayNumber('19800101') ?? 0, max: dayNumber('21001231') ?? 0 }),
        fc.constantFrom('en' as const, 'ja' as const),
        (day, language) => {
          const racedate = racedateOfDay(day);
          const shown = formatRacedate(racedate, language) ?? '';
          expect(typedDay(shown, TODAY)).toEqual({ is: 'days', racedates: [racedate] });
        },
      ),
    );
  });

  it('with a two-digit year means every order that has such a day', () => {
    const daysOf = (text: string) => typedDay(text, TODAY);
    const days = (...racedates: string[]) => ({ is: 'days', racedates });
    expect(daysOf('15/11/26')).toEqual(days('20151126', '20261115'));
    expect(daysOf('26.11.15')).toEqual(days('20261115', '20151126'));
    expect(daysOf('11/15/26')).toEqual(days('20261115'));
    expect(daysOf('5/4/26')).toEqual(days('20260504', '20260405'));
    expect(daysOf('26年11月15日')).toEqual(days('20261115'));
    expect(daysOf('15/15/15')).toEqual({ is: 'impossible' });
  });

  it('that the American and the European order read differently means both', () => {
    expect(typedDay('5/4/2026', TODAY)).toEqual({ is: 'days', racedates: ['20260504', '20260405'] });
  });

  it('that names a weekday means the nearest two', () => {
    expect(typedDay('saturday', '20261117')).toEqual({ is: 'days', racedates: ['20261114', '20261121'] });
    expect(typedDay('saturday', '20261119')).toEqual({ is: 'days', racedates: ['20261121', '20261114'] });
  });

  // Weeks begin on Monday; today is a Thursday, a Saturday, a Sunday.
  it.each([
    ['last saturday', ['20261114'], ['20261114'], ['20261121']],
    ['this saturday', ['20261121'], ['20261121'], ['20261128', '20261121']],
    ['this sunday', ['20261122'], ['20261122'], ['20261122']],
    ['next saturday', ['20261121', '20261128'], ['20261128'], ['20261128']],
    ['next sunday', ['20261122', '20261129'], ['20261122', '20261129'], ['20261129']],
    ['先週の土曜', ['20261114'], ['20261114'], ['20261121', '20261114']],
    ['先週日曜', ['20261115'], ['20261115'], ['20261115']],
    ['今週土曜', ['20261121'], ['20261121'], ['20261121']],
    ['来週土曜', ['20261128'], ['20261128'], ['20261128']],
    ['来週の日曜日', ['20261129'], ['20261129'], ['20261129']],
  ] as const)('%s means %s', (text, ...wanted) => {
    const read = ['20261119', '20261121', '20261122'].map((today) => typedDay(text, today));
    expect(read).toEqual(wanted.map((racedates) => ({ is: 'days', racedates })));
  });

  it.each([
    ['2026-11', '20261101', '20261130'],
    ['2026年2月', '20260201', '20260228'],
    ['11月', '20261101', '20261130'],
    ['3月', '20260301', '20260331'],
    ['nov 2025', '20251101', '20251130'],
    ['2024', '20240101', '20241231'],
    ['2024年', '20240101', '20241231'],
    ['令和7年', '20250101', '20251231'],
  ])('%s is a period', (text, from, to) => {
    expect(typedDay(text, TODAY)).toEqual({ is: 'period', from, to });
  });

  it.each(['2026-02-31', '20261399', '2025/2/29', '13/13/2026', '2026-13', '13/45', 'Feb 30, 2026'])(
    '%s does not exist',
    (text) => {
      expect(typedDay(text, TODAY)).toEqual({ is: 'impossible' });
    },
  );

  it.each([
    '',
    '11',
    'tokyo',
    '0926-12-02',
    '09261202',
    '999999',
    '9999',
    'may',
    'mon',
    '東京11R',
    '1/2/3',
    '(Sun)',
    '2026年(日)',
    '11月(日)',
    '2026-11-22 (x)',
    'sun 2024',
    '2026年日曜',
    '11月日曜',
    'saturday sunday',
    'sun 11',
    'sundae 11/22',
    '11/22 日経',
    '1115日',
    'next year',
    '来週',
  ])('%s is none', (text) => {
    expect(typedDay(text, TODAY)).toBeUndefined();
  });
});
