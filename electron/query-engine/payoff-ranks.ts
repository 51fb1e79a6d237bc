// How often each rank of popularity won, and what 100 yen on it in every race returned.

import type { PayoffRank, PayoffRanks } from '#shared/bridge/payoffs.ts';
import { combinationsOf, winnersOf, type BetName } from '#shared/catalogue/bets.ts';
import type { CodedColumn } from './coded-column.ts';
import { numberedRaces } from './numbered-races.ts';
import { intervalsOfSingleStakes } from './resampling.ts';
import { wilsonInterval } from './wilson.ts';
import type { Yielder } from './yielder.ts';

/** What ranks need besides the columns of every analysis. */
export const RANK_COLUMNS = ['popularity', 'headcount'] as const;

export type PayoffRankColumns = Readonly<
  Record<'bet' | 'payoff' | 'racedate' | 'racekey' | 'dead_heat' | (typeof RANK_COLUMNS)[number], CodedColumn>
>;

/** As many as a race has horses at most. */
const MOST_RANKS = 18;

/** What is known of the winning combinations of a bet in one race. */
interface Race {
  /** By rank, the payoffs of the winners that have it. */
  readonly paid: Map<number, number[]>;
  winners: number;
  /** From the program (specification, section 2.3); undefined if it is not stored. */
  starters: number | undefined;
  isKnown: boolean;
  isDeadHeat: boolean;
}

/** `rows`: whole races. Errors: CANCELLED. */
export async function payoffRanksOf(
  columns: PayoffRankColumns,
  rows: Uint32Array,
  bet: BetName,
  yielder: Yielder,
): Promise<Omit<PayoffRanks, 'withoutFilters' | 'withoutSearch'>> {
  const all = racesOf(columns, rows, bet);
  await yielder.rest();
  const known = all.flatMap(({ starters, isKnown, ...race }) =>
    isKnown && starters !== undefined
      ? [{ ...race, starters, combinations: combinationsOf(bet, starters) }]
      : [],
  );
  const stakes = Array.from({ length: MOST_RANKS }, () => ({ races: 0, won: [] as number[] }));
  for (const { paid, combinations } of known)
    for (const [at, own] of stakes.entries()) {
      const won = paid.get(at + 1);
      // A winner shows that its rank exists, whatever the number of starters.
      if (combinations > at || won !== undefined) own.races += 1;
      if (won !== undefined) own.won.push(sum(won) / won.length);
    }
  const intervals = await intervalsOfSingleStakes(
    stakes.map(({ races, won }) => ({ lost: races - won.length, won: Float64Array.from(won) })),
    known.length,
    yielder,
  );
  const ranks = stakes.map(({ races, won }, at): PayoffRank => {
    const [hitInterval, returnInterval] = [wilsonInterval(won.length, races), intervals[at]];
    return {
      rank: at + 1,
      races,
      hits: won.length,
      yen: sum(won),
      ...(hitInterval === undefined ? {} : { hitInterval }),
      ...(returnInterval === undefined ? {} : { returnInterval }),
    };
  });
  return {
    ranks: ranks.filter(({ races }) => races > 0),
    races: known.length,
    deadHeats: known.filter((race) => race.isDeadHeat && race.winners > winnersOf(bet, race.starters)).length,
    lower: known.filter(({ paid }) => [...paid.keys()].some((rank) => rank > MOST_RANKS)).length,
    leftOut: all.length - known.length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The races that paid the bet. */
function racesOf(columns: PayoffRankColumns, rows: Uint32Array, name: BetName): readonly Race[] {
  const { bet, payoff, popularity, racedate, racekey, headcount, dead_heat: deadHeat } = columns;
  const isBet = Uint8Array.from({ length: bet.kinds }, (_, code) => Number(bet.text(code) === name));
  const own = rows.filter((row) => isBet[bet.codes[row] ?? 0] === 1);
  const { count, raceOf } = numberedRaces([racedate, racekey], own);
  const races = Array.from({ length: count }, (): Race => ({
    paid: new Map(),
    winners: 0,
    starters: undefined,
    isDeadHeat: false,
    isKnown: true,
  }));
  for (const row of own) {
    const race = races[raceOf(row)];
    if (race === undefined) continue;
    race.winners += 1;
    const starters = headcount.quantity(headcount.codes[row] ?? 0);
    race.starters = starters > 0 ? starters : undefined;
    race.isDeadHeat ||= deadHeat.at(row) === '1';
    const amount = payoff.quantity(payoff.codes[row] ?? 0);
    const rank = popularity.quantity(popularity.codes[row] ?? 0);
    if (!(amount > 0) || Number.isNaN(rank)) race.isKnown = false;
    else race.paid.set(rank, [...(race.paid.get(rank) ?? []), amount]);
  }
  return races;
}
