// The races of a list without an outcome, apart: those that are not run yet, those of today that are run but have no
// payoffs yet, and those whose payoffs are not stored. Pure.

import type { CheckedBet } from '#shared/betting/report.ts';
import { raceNumberOf } from '#shared/racing/racekey.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { postInstant } from '../../racing/post-time.ts';
import type { MissingRace } from './use-bet-report.ts';

/** A race that has no payoffs yet. */
export interface UnpaidRace {
  /** YYYYMMDD. */
  readonly racedate: string;
  readonly racecourse_cd: string | undefined;
  readonly raceNumber: number | undefined;
  readonly racekey: string | undefined;
  /** Its program record; undefined unless the race is today's and its program is stored. */
  readonly program: RecordValues | undefined;
}

export interface OpenRaces {
  /** In the order of the list. */
  readonly coming: readonly UnpaidRace[];
  /** Of today, after their post time. One without a post time counts as run. */
  readonly awaited: readonly UnpaidRace[];
  /** What can be fetched for them. */
  readonly ofToday: readonly MissingRace[];
  /** Of other days, and races whose day is not known. */
  readonly missing: readonly MissingRace[];
}

interface Today {
  /** YYYYMMDD; undefined until the main process has responded. */
  readonly racedate: string | undefined;
  /** Program records of today's races; undefined while they are being read. */
  readonly programs: readonly RecordValues[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Bet = Pick<CheckedBet, 'racedate' | 'racekey' | 'racecourse_cd' | 'raceNumber' | 'reasons'>;

/** Whether one of the bets is on a race of that day which has no outcome. */
export const isOpenOn = (bets: readonly Bet[], racedate: string | undefined): boolean =>
  racedate !== undefined && bets.some((bet) => bet.racedate === racedate && isToCome(bet));

/** `missing`: days and races whose payoffs can be fetched, today among them. */
export function openRaces(
  bets: readonly Bet[],
  missing: readonly MissingRace[],
  { racedate: today, programs, now }: Today,
): OpenRaces {
  const coming = new Map<string, UnpaidRace>();
  const awaited = new Map<string, UnpaidRace>();
  for (const bet of bets) {
    const { racedate } = bet;
    if (racedate === undefined || today === undefined || racedate < today || !isToCome(bet)) continue;
    const program = racedate === today ? programs?.find((each) => isRaceOf(bet, each)) : undefined;
    const at = postInstant(racedate, program?.['post_time'] ?? undefined);
    const { racecourse_cd, raceNumber, racekey } = bet;
    const isRun = racedate === today && (at === undefined || at <= now);
    const name = `${racedate} ${racekey ?? ''} ${racecourse_cd ?? ''} ${raceNumber ?? ''}`;
    (isRun ? awaited : coming).set(name, { racedate, racecourse_cd, raceNumber, racekey, program });
  }
  const isOfToday = ({ racedate }: MissingRace): boolean => racedate !== undefined && racedate === today;
  // Before the program is read, nothing says which races are run.
  const run = programs === undefined ? [] : [...awaited.values()];
  return {
    coming: [...coming.values()],
    awaited: run,
    ofToday: run.length === 0 ? [] : missing.filter(isOfToday),
    missing: missing.filter((each) => !isOfToday(each)),
  };
}

/** A race may have a payoff record before it is run, without payoffs. */
const isToCome = ({ reasons }: Pick<Bet, 'reasons'>): boolean =>
  reasons.some(({ reason }) => reason === 'to_come' || reason === 'no_payoffs');

function isRaceOf({ racekey, racecourse_cd, raceNumber }: Bet, program: RecordValues): boolean {
  const key = program['racekey'] ?? '';
  if (racekey !== undefined) return key === racekey;
  return key.slice(0, 2) === racecourse_cd && raceNumberOf(key) === raceNumber;
}
