// Reads what a rule's bets paid over a period: from the payoff records only, as the subjects have them.

import type { BetName } from '#shared/catalogue/bets.ts';
import type { RulePeriod } from '#shared/rules/rule.ts';
import type { Archive } from '../archive/archive.ts';
import { APART, codeOfBet, type Settlement } from '../query-engine/rules/settlement.ts';

const character = (text: string): string => `chr(${text.codePointAt(0) ?? 0})`;

const SEPARATORS = Object.values(APART).map(character);

/** Text that contains a separator cannot be read, with or without it. */
const plain = (field: string): string =>
  `translate(coalesce(${field}, ''), ${SEPARATORS.join(' || ')}, '${'?'.repeat(SEPARATORS.length)}')`;

/** The subjects' rows of the period must be up to date. Errors: ARCHIVE_FAILED. */
export async function readSettlement(
  archive: Pick<Archive, 'rows'>,
  { from, to }: RulePeriod,
  bets: ReadonlySet<BetName>,
): Promise<Settlement> {
  const codes = [...bets].map((bet) => `when '${bet}' then '${codeOfBet(bet)}'`).join(' ');
  const payoff = [`case bet ${codes} end`, plain('combination'), plain('payoff')].join(
    ` || ${character(APART.partsOfPayoff)} || `,
  );
  const part = character(APART.partsOfRace);
  // One text: as strings, ten years of payoffs took 150 ms more of processor time.
  const [[text] = []] = await archive.rows(
    `with paid as (
       select racedate, racekey, coalesce(string_agg(${payoff}, ${character(APART.payoffs)} order by place)
           filter (bet in (${[...bets].map((bet) => `'${bet}'`).join(', ')})), '') as payoffs
         from subject_payoffs where racedate between ? and ? group by racedate, racekey),
     refunds as (
       select racedate, racekey, refunded_numbers from subject_races
         where racedate between ? and ? and refunded_numbers is not null)
     select string_agg(
         racedate || ' ' || racekey || ${part} || coalesce(refunded_numbers, '') || coalesce(${part} || payoffs, ''),
         ${character(APART.races)})
       from paid full join refunds using (racedate, racekey)`,
    [from, to, from, to],
  );
  return text === null || text === undefined ? '' : String(text);
}
