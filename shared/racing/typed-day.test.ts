import { describe, expect, it } from 'vitest';
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
  ])('%s is %s', (text, racedate) => {
    const typed = typedDay(text, TODAY);
    expect(typed).toMatchObject({ is: 'days' });
    expect(typed?.is === 'days' && typed.racedates[0]).toBe(racedate);
  });

  it('that the American and the European order read differently means both', () => {
    expect(typedDay('5/4/2026', TODAY)).toEqual({ is: 'days', racedates: ['20260504', '20260405'] });
  });

  it('that names a weekday means the nearest two', () => {
    expect(typedDay('saturday', '20261117')).toEqual({ is: 'days', racedates: ['20261114', '20261121'] });
    expect(typedDay('saturday', '20261119')).toEqual({ is: 'days', racedates: ['20261121', '20261114'] });
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

  it.each(['', '11', 'tokyo', '0926-12-02', '09261202', '999999', '9999', 'may', 'mon', '東京11R'])(
    '%s is none',
    (text) => {
      expect(typedDay(text, TODAY)).toBeUndefined();
    },
  );
});
