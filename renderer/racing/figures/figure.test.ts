import { describe, expect, it } from 'vitest';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import { columnOf, TABLES } from '#shared/catalogue/tables.ts';
import { citationOf, figureIn, tokyoTime, type FigureOrigin } from './figure.ts';

const FETCHED = Date.UTC(2026, 10, 22, 6, 10, 3);
const result: FigureOrigin = { table: 'd_se', facts: { complete: true, reasons: [], fetchedAt: FETCHED } };
const card: FigureOrigin = {
  table: 'd_ky',
  facts: { complete: false, reasons: [{ reason: 'not_fetched', where: '20261122' }] },
};
const row: Readonly<Record<string, string>> = {
  racedate: '20261122',
  racekey: '05264511',
  horse_number: '03',
  horse_id: '202300010001',
  confirmed_win_odds: '  12.3',
};
const column = (name: string) => {
  const found = columnOf('d_se', name) ?? columnOf('d_ky', name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
};

describe('a figure', () => {
  it('is cited with its record, column, value, time of fetching and completeness', () => {
    const figure = figureIn([result, card], column('confirmed_win_odds'), (name) => row[name] ?? null);
    if (figure === undefined) throw new Error('its value is loaded');
    expect(citationOf(figure, 'en', 'kana')).toMatch(
      /^d_se racedate=20261122 racekey=05264511 horse_number=03 .*: confirmed_win_odds \(.+\) = 12\.3.*; fetched 2026-11-22T15:10:03\+09:00; complete$/,
    );
    expect(citationOf(figure, 'ja', 'kana')).toMatch(/取得 2026-11-22T15:10:03\+09:00; 完全$/);
  });

  it('of the second table has that table’s completeness, and says that its time is unknown', () => {
    const own = TABLES.d_ky.columns.find(({ name }) => columnOf('d_se', name) === undefined);
    if (own === undefined) throw new Error('the card has columns of its own');
    const figure = figureIn([result, card], own, (name) => row[name] ?? null);
    expect(figure?.origin).toBe(card);
    expect(figure === undefined ? '' : citationOf(figure, 'en', 'kana')).toMatch(
      /^d_ky .*; time unknown; incomplete$/,
    );
  });

  it('that is composed of several columns claims no table', () => {
    const composed = { ...column('confirmed_win_odds'), name: 'finish_words' };
    const figure = figureIn([result], composed, (name) =>
      name === 'finish_words' ? '2nd' : (row[name] ?? null),
    );
    expect(figure?.origin).toBeUndefined();
    expect(figure === undefined ? '' : citationOf(figure, 'en', 'kana')).toMatch(
      /^several tables .*; time unknown$/,
    );
  });

  it('of a sire is cited with the birth year, which tells namesakes apart', () => {
    const sires: FigureOrigin = { ...result, table: 'sires' };
    const runs = columnOfSubject('sires', 'runs');
    if (runs === undefined) throw new Error('a sire has runs');
    const sire: Readonly<Record<string, string>> = {
      sire_name: 'ローレル',
      sire_birth_year: '2004',
      runs: '82',
    };
    const figure = figureIn([sires], runs, (name) => sire[name] ?? null);
    expect(figure === undefined ? '' : citationOf(figure, 'en', 'kana')).toMatch(
      /^sires sire_name=ローレル sire_birth_year=2004: runs/,
    );
  });

  it('that is not loaded yet is none', () => {
    expect(figureIn([result], column('confirmed_win_odds'), () => undefined)).toBeUndefined();
  });
});

it('tells the time in Tokyo', () => {
  expect(tokyoTime(Date.UTC(2026, 0, 1, 15, 0, 0))).toBe('2026-01-02T00:00:00+09:00');
});
