// The figures of payoffs as small tables: by bet, and of one bet by course, month, popularity and amount.

import type { PayoffFigures, PayoffRank, PayoffRanks, PayoffsOfBet, Spread } from '#shared/bridge/payoffs.ts';
import type { SheetField } from './sheet.ts';

export interface PayoffSheet {
  readonly fields: readonly SheetField[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** What it leaves out, for people. */
  readonly remarks?: readonly string[];
}

const SPREAD = [
  'n', 'races', 'min', 'p10', 'p25', 'median', 'mean', 'p75', 'p90', 'p99', 'max',
] as const satisfies readonly (keyof Spread)[]; // prettier-ignore

const number = (name: string): SheetField => ({ name, type: 'N' });

const rounded = (value: number | undefined): string | null =>
  value === undefined ? null : String(Math.round(value * 10) / 10);

/** `key`: the name of the first column; a threshold has the number of payoffs that are as much or more. */
function spreads<Row extends Spread>(
  key: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  above: readonly number[],
): PayoffSheet {
  return {
    fields: [
      { name: key, type: 'S' },
      ...SPREAD.map(number),
      ...above.map((threshold) => number(`from_${threshold}`)),
    ],
    rows: rows.map((row) => [
      keyOf(row),
      ...SPREAD.map((name) => rounded(row[name])),
      ...row.above.map(String),
    ]),
  };
}

export const sheetOfBets = ({ bets }: PayoffFigures, above: readonly number[]): PayoffSheet =>
  spreads('bet', bets, ({ bet }) => bet, above);

export const sheetOfCourses = ({ courses }: PayoffsOfBet, above: readonly number[]): PayoffSheet =>
  spreads('racecourse_cd', courses, ({ key }) => key, above);

export const sheetOfMonths = ({ months }: PayoffsOfBet, above: readonly number[]): PayoffSheet =>
  spreads('month', months, ({ key }) => `${key.slice(0, 4)}-${key.slice(4)}`, above);

/** From each amount to below the next. */
export const sheetOfAmounts = ({ bins }: PayoffsOfBet): PayoffSheet => ({
  fields: ['from', 'below', 'n'].map(number),
  rows: bins.map(({ from, to, n }) => [from, to, n].map(String)),
});

const percent = (part: number, whole: number): string | null =>
  whole === 0 ? null : rounded((100 * part) / whole);

const RANKS: Readonly<Record<string, (rank: PayoffRank) => string | null>> = {
  popularity: ({ rank }) => String(rank),
  races: ({ races }) => String(races),
  hits: ({ hits }) => String(hits),
  hit_rate: ({ hits, races }) => percent(hits, races),
  hit_rate_low: ({ hitInterval }) => rounded(hitInterval?.low),
  hit_rate_high: ({ hitInterval }) => rounded(hitInterval?.high),
  return: ({ yen, races }) => percent(yen, 100 * races),
  return_low: ({ returnInterval }) => rounded(returnInterval?.low),
  return_high: ({ returnInterval }) => rounded(returnInterval?.high),
};

export const sheetOfRanks = ({ ranks, races, lower, leftOut, withoutFilters }: PayoffRanks): PayoffSheet => ({
  fields: Object.keys(RANKS).map(number),
  rows: ranks.map((rank) => Object.values(RANKS).map((of) => of(rank))),
  remarks: [
    ...(lower === 0 ? [] : [`${lower} of ${races} races had a winner of a lower popularity than listed`]),
    ...(leftOut === 0
      ? []
      : [`${leftOut} races are not counted: an amount, a popularity or the number of starters is unknown`]),
    ...(withoutFilters.length === 0
      ? []
      : [`a rate needs every race: filters on ${withoutFilters.join(', ')} do not apply`]),
  ],
});
