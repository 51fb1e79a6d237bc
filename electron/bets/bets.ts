// Checks lists of bets against the archive of the connected service, and fetches the payoffs that they lack.

import { RailbirdError } from '#shared/errors.ts';
import { reportOn, type BetReport, type CheckedBet } from '#shared/betting/report.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { OpenContext } from '../downloads/query-context.ts';
import {
  fetchPayoffs,
  type FetchedPayoffs,
  type FetchPayoffsOptions,
  type MissingRace,
} from './fetch-payoffs.ts';
import { findOutcomes } from './outcomes.ts';
import { listReader } from './read-list.ts';

/** More combinations take seconds, and nobody bets as many. */
export const MOST_COMBINATIONS = 1_000_000;

export interface Bets {
  /** Sends no requests. Errors: NOT_CONNECTED, ARCHIVE_FAILED, TOO_MANY_BETS. */
  check(text: string): Promise<BetReport>;
  /** Fetches what `missingRaces` names. Errors: as `fetchPayoffs`. */
  fetch(races: readonly MissingRace[], options?: FetchPayoffsOptions): Promise<FetchedPayoffs>;
}

export function createBets(open: OpenContext): Bets {
  const readList = listReader();
  return {
    async check(text) {
      const lines = readList(text);
      const reads = lines.flatMap(({ read }) => (read.is === 'bet' ? [read] : []));
      const count = reads.reduce((sum, { combinations }) => sum + combinations.length, 0);
      if (count > MOST_COMBINATIONS)
        throw new RailbirdError('TOO_MANY_BETS', { count, most: MOST_COMBINATIONS });
      const { archive, now } = await open();
      const races = reads.map(({ race }) => race);
      return reportOn(lines, await findOutcomes(archive, races, todayInTokyo(now())));
    },
    fetch: async (races, options) => fetchPayoffs(await open(), races, options),
  };
}

/** Whether the payoffs of a bet's race can be fetched. `today`: in Tokyo, YYYYMMDD. */
export const isPayoffMissing = (
  { racedate, reasons }: Pick<CheckedBet, 'racedate' | 'reasons'>,
  today: string,
): boolean =>
  reasons.some(
    ({ reason }) =>
      reason === 'not_stored' ||
      ((reason === 'to_come' || reason === 'no_payoffs') && (racedate ?? '') <= today),
  );

/** The races of a report whose payoffs can be fetched, each once. */
export function missingRaces({ bets }: Pick<BetReport, 'bets'>, today: string): readonly MissingRace[] {
  const races = new Map<string, MissingRace>();
  for (const bet of bets) {
    const { racekey, racedate } = bet;
    if (isPayoffMissing(bet, today)) races.set(racedate ?? racekey ?? '', { racekey, racedate });
  }
  return [...races.values()];
}
