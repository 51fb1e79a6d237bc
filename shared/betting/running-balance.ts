// The balance of bets from race to race or from day to day, and its largest fall.

import { byTime } from '#shared/racing/race-order.ts';

/** The bets on one race or of one day, and the balance after it. Yen. */
export interface BalanceStep {
  /** Undefined for a day. */
  readonly racekey?: string;
  /** YYYYMMDD; empty if it is not known. */
  readonly racedate: string;
  readonly staked: number;
  readonly returned: number;
  /** All returns up to here without the stakes. */
  readonly balance: number;
}

export type RaceBalance = BalanceStep & Required<Pick<BalanceStep, 'racekey'>>;

export interface RunningBalance<Step extends BalanceStep = BalanceStep> {
  readonly balance: readonly Step[];
  readonly drawdown: Drawdown | undefined;
}

/** The largest fall from a peak of the balance, which starts at zero. */
export interface Drawdown {
  /** Yen, more than zero. */
  readonly yen: number;
  /** Place of the peak in the balance; -1 for the start. */
  readonly from: number;
  /** Place of the lowest balance after it. */
  readonly to: number;
}

interface SettledBet {
  readonly racekey: string | undefined;
  readonly racedate: string | undefined;
  readonly settled: number;
  readonly staked: number;
  readonly returned: number;
}

/**
 * In the order of the races: by day and race number, so that races of several courses alternate as they are run. Bets on
 * one race count at once.
 */
export function runningBalance(bets: readonly SettledBet[]): RunningBalance<RaceBalance> {
  const races = Map.groupBy(
    bets.filter(({ settled }) => settled > 0),
    ({ racekey = '', racedate = '' }) => `${racedate} ${racekey}`,
  );
  const sums = [...races.values()].map((group) => ({
    racekey: group[0]?.racekey ?? '',
    racedate: group[0]?.racedate ?? '',
    staked: group.reduce((sum, { staked }) => sum + staked, 0),
    returned: group.reduce((sum, { returned }) => sum + returned, 0),
  }));
  let total = 0;
  const balance = sums.toSorted(byTime).map((race) => {
    total += race.returned - race.staked;
    return { ...race, balance: total };
  });
  return { balance, drawdown: largestFall(balance.map((race) => race.balance)) };
}

/** From day to day, in the order given. */
export function dailyBalance(
  days: readonly { readonly racedate: string; readonly stake: number; readonly returned: number }[],
): RunningBalance {
  let total = 0;
  const balance = days.map(({ racedate, stake, returned }) => {
    total += returned - stake;
    return { racedate, staked: stake, returned, balance: total };
  });
  return { balance, drawdown: largestFall(balance.map((day) => day.balance)) };
}

function largestFall(balances: readonly number[]): Drawdown | undefined {
  let peak = { at: -1, yen: 0 };
  let largest: Drawdown | undefined;
  for (const [at, yen] of balances.entries()) {
    if (yen > peak.yen) peak = { at, yen };
    if (peak.yen - yen > (largest?.yen ?? 0)) largest = { yen: peak.yen - yen, from: peak.at, to: at };
  }
  return largest;
}
