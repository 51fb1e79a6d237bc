// Reads what a rule's bets paid over a period: from the payoff records only, as the subjects have them.

import { isBetName, type BetName } from '#shared/catalogue/bets.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import type { RulePeriod } from '#shared/rules/rule.ts';
import type { Archive } from '../archive/archive.ts';
import { raceKeyOf, type Settlement } from '../query-engine/rules/settlement.ts';

/** The subjects' rows of the period must be up to date. Errors: ARCHIVE_FAILED. */
export async function readSettlement(
  archive: Pick<Archive, 'columns'>,
  { from, to }: RulePeriod,
  bets: ReadonlySet<BetName>,
): Promise<Settlement> {
  // A void race has refunds and no payoffs.
  const [dates = [], keys = [], refunds = []] = await archive.columns(
    `select racedate, racekey, refunded_numbers from subject_races
       where racedate between ? and ? and (refunded_numbers is not null or (racedate, racekey) in (
         select (racedate, racekey) from subject_payoffs where racedate between ? and ?))
       order by racedate, racekey`,
    [from, to, from, to],
  );
  const names = [...bets].map((bet) => `'${bet}'`).join(', ');
  const [paidDates = [], paidKeys = [], paidBets = [], combinations = [], payoffs = []] =
    await archive.columns(
      `select racedate, racekey, bet, combination, payoff from subject_payoffs
         where racedate between ? and ? and bet in (${names}) order by racedate, racekey, place`,
      [from, to],
    );
  const raceKeys = dates.map((date, at) => raceKeyOf(String(date), String(keys[at])));
  const places = new Map(raceKeys.map((key, place) => [key, place]));
  return {
    keys: raceKeys,
    refunds: refunds.map((text) => (text === null ? '' : String(text))),
    races: Uint32Array.from(paidDates, (date, at) => {
      const place = places.get(raceKeyOf(String(date), String(paidKeys[at])));
      if (place === undefined) throw new Error(`payoffs without a race: ${String(paidKeys[at])}`);
      return place;
    }),
    bets: paidBets.map((bet) => {
      const name = String(bet);
      if (!isBetName(name)) throw new Error(`no such bet: ${name}`);
      return name;
    }),
    combinations: combinations.map((text) => (text === null ? '' : String(text))),
    yen: Float64Array.from(payoffs, (text) => readNumber(text === null ? null : String(text)) ?? NaN),
  };
}
