// What a list of bets returned: each line, the totals by bet, course and month, and the running balance. Pure.

import { BET_NAMES, writeCombination, type BetName } from '#shared/catalogue/bets.ts';
import type { BetRace, ReadLine } from '#shared/betting/bet-line.ts';
import type { LineProblem } from '#shared/betting/line-problems.ts';
import type { OpenReason, RaceReason } from '#shared/betting/open-reasons.ts';
import type { RaceOutcome } from '#shared/betting/outcome.ts';
import { runningBalance, type Drawdown, type RaceBalance } from '#shared/betting/running-balance.ts';
import { settleNumbers } from '#shared/betting/settle.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';

/** A line of the list; `line` counts from 1. */
export interface ListedLine {
  readonly line: number;
  /** As typed. */
  readonly text: string;
  readonly read: ReadLine;
}

/** The race of a bet, as far as it is known. */
export type FoundRace =
  | { readonly is: 'found'; readonly outcome: RaceOutcome }
  | {
      readonly is: 'open';
      readonly reason: RaceReason;
      readonly racekey?: string | undefined;
      readonly racedate?: string | undefined;
    };

/** Sums over combinations. Yen throughout; the return rate is `returned` over `staked`. */
export interface Tally {
  /** Combinations that won or lost. */
  readonly settled: number;
  readonly hits: number;
  /** Without refunds. */
  readonly staked: number;
  readonly returned: number;
  /** Stakes that were given back: in neither `staked` nor `returned`. */
  readonly refunded: number;
}

export interface CheckedBet extends Tally {
  readonly line: number;
  readonly text: string;
  readonly racekey: string | undefined;
  /** YYYYMMDD. */
  readonly racedate: string | undefined;
  /** The code of the racecourse, and the race's number; undefined for a key that says neither. */
  readonly racecourse_cd: string | undefined;
  readonly raceNumber: number | undefined;
  readonly bet: BetName;
  /** The selection as it was understood. */
  readonly shown: string;
  readonly combinations: number;
  /** Yen on each combination. */
  readonly stake: number;
  readonly isStakeWritten: boolean;
  /** Stakes whose return is not known, in none of the sums. */
  readonly open: number;
  /** Why they are open, each with the number of combinations. */
  readonly reasons: readonly { readonly reason: OpenReason; readonly count: number }[];
  /** The first line with the same bet. */
  readonly sameAs: number | undefined;
}

export interface BadLine {
  readonly line: number;
  readonly text: string;
  readonly problem: LineProblem;
}

export interface TallyGroup extends Tally {
  /** A bet, the code of a racecourse, or a month as YYYYMM; empty if it is not known. */
  readonly key: string;
}

export interface BetReport {
  /** In the order of the list. */
  readonly bets: readonly CheckedBet[];
  readonly bad: readonly BadLine[];
  readonly total: Tally;
  /** Stakes whose return is not known. */
  readonly open: number;
  readonly byBet: readonly TallyGroup[];
  readonly byCourse: readonly TallyGroup[];
  readonly byMonth: readonly TallyGroup[];
  readonly balance: readonly RaceBalance[];
  /** Undefined as long as the balance never fell. */
  readonly drawdown: Drawdown | undefined;
}

/** Checks a list. `raceOf` finds the race of a bet with its outcome. */
export function reportOn(lines: readonly ListedLine[], raceOf: (race: BetRace) => FoundRace): BetReport {
  const bets: CheckedBet[] = [];
  const bad: BadLine[] = [];
  const first = new Map<string, number>();
  for (const { line, text, read } of lines) {
    if (read.is === 'problem') {
      bad.push({ line, text, problem: read.problem });
      continue;
    }
    const checked = checkBet(read, raceOf(read.race));
    const same = sameKey(read, checked);
    const sameAs = first.get(same);
    if (sameAs === undefined) first.set(same, line);
    bets.push({ line, text, ...checked, sameAs });
  }
  return {
    bets,
    bad,
    total: sumOf(bets),
    open: bets.reduce((sum, { open }) => sum + open, 0),
    byBet: groupsOf(
      bets,
      ({ bet }) => bet,
      (a, b) => orderOf(a) - orderOf(b),
    ),
    byCourse: groupsOf(bets, ({ racecourse_cd = '' }) => racecourse_cd),
    byMonth: groupsOf(bets, ({ racedate = '' }) => racedate.slice(0, 6)),
    ...runningBalance(bets),
  };
}

/** Equal for the same bet. A race that was moved has the same key on both days. */
function sameKey(
  { race, bet, combinations }: Extract<ReadLine, { readonly is: 'bet' }>,
  { racekey, racedate }: Checked,
): string {
  const numbers = combinations.map((each) => writeCombination(bet, each)).toSorted();
  return [racekey ?? JSON.stringify(race), racedate, bet, ...numbers].join(' ');
}

type Checked = Omit<CheckedBet, 'line' | 'text' | 'sameAs'>;

function checkBet(
  { race, bet, combinations, shown, stake, isStakeWritten }: Extract<ReadLine, { readonly is: 'bet' }>,
  found: FoundRace,
): Checked {
  const known = { bet, shown, combinations: combinations.length, stake, isStakeWritten };
  if (found.is === 'open') {
    const racekey = found.racekey ?? (race.by === 'key' ? race.racekeys[0] : undefined);
    return {
      ...known,
      ...NOTHING,
      ...placeOf(race, racekey),
      racekey,
      racedate: found.racedate ?? race.racedate,
      open: stake * combinations.length,
      reasons: [{ reason: found.reason, count: combinations.length }],
    };
  }
  const { outcome } = found;
  const reasons = new Map<OpenReason, number>();
  const tally = { settled: 0, hits: 0, staked: 0, returned: 0, refunded: 0 };
  let open = 0;
  for (const combination of combinations) {
    const settlement = settleNumbers(bet, combination, outcome);
    switch (settlement.kind) {
      case 'hit':
        tally.hits += 1;
        tally.returned += (stake / 100) * settlement.yen;
        tally.settled += 1;
        tally.staked += stake;
        break;
      case 'miss':
        tally.settled += 1;
        tally.staked += stake;
        break;
      case 'refunded':
        tally.refunded += stake;
        break;
      case 'unsettled':
      case 'impossible':
        open += stake;
        reasons.set(settlement.reason, (reasons.get(settlement.reason) ?? 0) + 1);
    }
  }
  return {
    ...known,
    ...tally,
    ...placeOf(race, outcome.racekey),
    racekey: outcome.racekey,
    racedate: outcome.racedate === '' ? race.racedate : outcome.racedate,
    open,
    reasons: [...reasons].map(([reason, count]) => ({ reason, count })),
  };
}

function placeOf(
  race: BetRace,
  racekey: string | undefined,
): Pick<CheckedBet, 'racecourse_cd' | 'raceNumber'> {
  if (race.by === 'day') return { racecourse_cd: race.racecourse_cd, raceNumber: race.raceNumber };
  const { racecourse_cd, raceNumber } = parseRacekey(racekey ?? '') ?? {};
  return { racecourse_cd, raceNumber };
}

const NOTHING: Tally = { settled: 0, hits: 0, staked: 0, returned: 0, refunded: 0 };

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, each) => ({
      settled: sum.settled + each.settled,
      hits: sum.hits + each.hits,
      staked: sum.staked + each.staked,
      returned: sum.returned + each.returned,
      refunded: sum.refunded + each.refunded,
    }),
    NOTHING,
  );

const orderOf = (bet: string): number => BET_NAMES.findIndex((each) => each === bet);

/** Of the bets with an outcome; those that are wholly open have none to group. */
function groupsOf(
  bets: readonly CheckedBet[],
  keyOf: (bet: CheckedBet) => string,
  compare: (a: string, b: string) => number = (a, b) => (a < b ? -1 : 1),
): readonly TallyGroup[] {
  const settled = bets.filter((each) => each.settled > 0 || each.refunded > 0);
  return [...Map.groupBy(settled, keyOf)]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([key, group]) => ({ key, ...sumOf(group) }));
}
