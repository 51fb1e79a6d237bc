// The spread of the payoffs that pass, bet by bet, and of one bet in detail.

import type { PayoffFigures, PayoffGroup, PayoffsOfBet, Spread } from '#shared/bridge/payoffs.ts';
import { BETS, type BetName } from '#shared/catalogue/bets.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import type { CodedColumn } from './coded-column.ts';
import { countingSort } from './counting-sort.ts';
import { groupFilter } from './group-key.ts';
import { numberedRaces } from './numbered-races.ts';
import { renardBins } from './renard.ts';
import { countBelow, spreadOf } from './spread.ts';
import type { Yielder } from './yielder.ts';

/** What every analysis of payoffs reads; the names are those of the subject. */
export const PAYOFF_COLUMNS = [
  'bet',
  'payoff',
  'racedate',
  'racekey',
  'dead_heat',
  'refunded_numbers',
] as const;

/** What one bet is described by besides. */
export const BET_COLUMNS = ['racecourse_cd', 'combination', 'popularity'] as const;

export type PayoffColumns = Readonly<Record<(typeof PAYOFF_COLUMNS)[number], CodedColumn>>;
export type BetColumns = PayoffColumns & Readonly<Record<(typeof BET_COLUMNS)[number], CodedColumn>>;

/** How many of the biggest payoffs are listed. */
const MOST_BIGGEST = 20;

const BET_ORDER = BETS.map(({ name }) => name);

/** Errors: CANCELLED. */
export async function payoffFiguresOf(
  { bet, payoff, racedate, racekey, dead_heat: deadHeat, refunded_numbers: refunded }: PayoffColumns,
  rows: Uint32Array,
  above: readonly number[],
  yielder: Yielder,
): Promise<Omit<PayoffFigures, 'unpaid'>> {
  const races = numberedRaces([racedate, racekey], rows);
  await yielder.rest();
  const isDeadHeat = codesWhere(deadHeat, (text) => text === '1');
  const isRefunded = codesWhere(refunded, (text) => !isBlank(text));
  const sorted = await sortedGroups(payoff, rows, (row) => bet.codes[row] ?? 0, yielder);
  const figures = new Map(
    [...sorted].map(([code, group]) => [bet.text(code), spreadOfRows(payoff, group, races, above)]),
  );
  const read = [...sorted.values()].reduce((sum, group) => sum + group.length, 0);
  return {
    bets: BET_ORDER.flatMap((name) => {
      const spread = figures.get(name);
      return spread === undefined ? [] : [{ bet: name, ...spread }];
    }),
    races: races.count,
    deadHeats: racesWith(rows, races, (row) => isDeadHeat[deadHeat.codes[row] ?? 0] === 1),
    refunded: racesWith(rows, races, (row) => isRefunded[refunded.codes[row] ?? 0] === 1),
    unreadable: rows.length - read,
  };
}

/** Errors: CANCELLED. */
export async function payoffsOfBet(
  columns: BetColumns,
  rows: Uint32Array,
  { bet: name, above }: { readonly bet: BetName; readonly above: readonly number[] },
  yielder: Yielder,
): Promise<PayoffsOfBet> {
  const { bet, payoff, racedate, racekey, racecourse_cd: course } = columns;
  const isBet = codesWhere(bet, (text) => text === name);
  const own = rows.filter((row) => isBet[bet.codes[row] ?? 0] === 1);
  const races = numberedRaces([racedate, racekey], own);
  await yielder.rest();
  const all = (await sortedGroups(payoff, own, () => 0, yielder)).get(0) ?? new Uint32Array();
  const amounts = amountsOf(payoff, all);
  const monthOf = new Map<string, number>();
  const monthOfCode = Uint32Array.from({ length: racedate.kinds }, (_, code) => {
    const month = racedate.text(code)?.slice(0, 6) ?? '';
    const number = monthOf.get(month) ?? monthOf.size;
    monthOf.set(month, number);
    return number;
  });
  const months = [...monthOf.keys()];
  const group = async (
    keyOf: (row: number) => number,
    textOf: (key: number) => string,
    filterOf: (key: number) => PayoffGroup['filters'][number],
  ): Promise<PayoffGroup[]> => {
    const sorted = await sortedGroups(payoff, own, keyOf, yielder);
    return [...sorted]
      .map(([key, list]) => ({
        key: textOf(key),
        filters: [filterOf(key)],
        ...spreadOfRows(payoff, list, races, above),
      }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  };
  return {
    bins: renardBins(amounts[0], amounts.at(-1)).map(({ from, to }) => ({
      from,
      to,
      n: countBelow(amounts, to) - countBelow(amounts, from),
    })),
    courses: await group(
      (row) => course.codes[row] ?? 0,
      (key) => course.text(key) ?? '',
      (key) => ({ column: course.definition.name, text: groupFilter(course.definition, course.text(key)) }),
    ),
    months: await group(
      (row) => monthOfCode[racedate.codes[row] ?? 0] ?? 0,
      (key) => months[key] ?? '',
      (key) => ({ column: racedate.definition.name, text: monthFilter(months[key] ?? '') }),
    ),
    biggest: biggestOf(columns, all),
  };
}

/** "202611" as the filter of dates writes it. */
const monthFilter = (month: string): string =>
  month === '' ? '=' : `${month.slice(0, 4)}-${month.slice(4)}`;

/** `sorted`: rows by amount, the smallest first, equal amounts in the order of the rows. */
function biggestOf(
  { payoff, combination, popularity, racedate, racekey }: BetColumns,
  sorted: Uint32Array,
): PayoffsOfBet['biggest'] {
  const amountOf = (row: number): number => payoff.quantity(payoff.codes[row] ?? 0);
  // Equal amounts stay in the order of the rows: those as big as the last listed one are sorted with it.
  const least = amountOf(sorted[Math.max(0, sorted.length - MOST_BIGGEST)] ?? 0);
  let from = Math.max(0, sorted.length - MOST_BIGGEST);
  while (from > 0 && amountOf(sorted[from - 1] ?? 0) === least) from -= 1;
  return [...sorted.subarray(from)]
    .toSorted((a, b) => amountOf(b) - amountOf(a))
    .slice(0, MOST_BIGGEST)
    .map((row) => {
      const rank = popularity.quantity(popularity.codes[row] ?? 0);
      return {
        racedate: racedate.at(row) ?? '',
        racekey: racekey.at(row) ?? '',
        combination: combination.at(row) ?? '',
        amount: amountOf(row),
        ...(Number.isNaN(rank) ? {} : { popularity: rank }),
      };
    });
}

/** For each code of a column whether its text passes: 1 or 0. */
const codesWhere = (column: CodedColumn, test: (text: string | null) => boolean): Uint8Array =>
  Uint8Array.from({ length: column.kinds }, (_, code) => Number(test(column.text(code))));

interface Races {
  /** The number of each row's race, by row. */
  readonly raceOf: (row: number) => number;
  readonly count: number;
}

function racesWith(rows: Uint32Array, { raceOf, count }: Races, test: (row: number) => boolean): number {
  const found = new Uint8Array(count);
  for (const row of rows) if (test(row)) found[raceOf(row)] = 1;
  return found.reduce((sum, each) => sum + each, 0);
}

const amountsOf = (payoff: CodedColumn, rows: Uint32Array): Float64Array =>
  Float64Array.from(rows, (row) => payoff.quantity(payoff.codes[row] ?? 0));

const spreadOfRows = (
  payoff: CodedColumn,
  rows: Uint32Array,
  races: Races,
  above: readonly number[],
): Spread =>
  spreadOf(
    amountsOf(payoff, rows),
    racesWith(rows, races, () => true),
    above,
  );

/** The rows with an amount by key, each group by amount, the smallest first. Errors: CANCELLED. */
async function sortedGroups(
  payoff: CodedColumn,
  rows: Uint32Array,
  keyOf: (row: number) => number,
  yielder: Yielder,
): Promise<ReadonlyMap<number, Uint32Array>> {
  const sorted = countingSort(rows, payoff, false);
  if (yielder.isDue) await yielder.rest();
  const groups = new Map<number, number[]>();
  for (const row of sorted) {
    // A winner is never paid nothing: a zero stands for an amount that is not known.
    if (!(payoff.quantity(payoff.codes[row] ?? 0) > 0)) continue;
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  if (yielder.isDue) await yielder.rest();
  return new Map([...groups].map(([key, group]) => [key, Uint32Array.from(group)]));
}
