// The payoff records of sample racing, settled bet by bet: every bet that won returns what its record pays, and agrees
// with a naive implementation.

import { expect, it } from 'vitest';
import { outcomeOf } from '#shared/betting/outcome.ts';
import { settle } from '#shared/betting/settle.ts';
import { naiveReturn } from '#shared/betting/testing/naive-returns.ts';
import { BET_NAMES, betOf, payoffsOf as paidIn, refundsOf, type BetName } from '#shared/catalogue/bets.ts';
import { bracketOf } from '#shared/racing/brackets.ts';
import { marketOf } from './betting/odds.ts';
import { payoffsOf } from './betting/pools.ts';
import { dayOf } from './calendar/days.ts';
import { EXCLUDED, SCRATCHED } from './entry-columns.ts';
import { payoffRecord } from './records/payoffs.ts';
import { SampleWorld, type SampleRace } from './world.ts';

const world = new SampleWorld('railbird');
world.racesOn(dayOf('20161228'));
const races = world.races.filter((race) => race.day >= dayOf('20160701'));

const recordOf = (race: SampleRace): Record<string, string | null> =>
  payoffRecord({ race, payoffs: payoffsOf(world, race, marketOf(world, race)) } as Parameters<
    typeof payoffRecord
  >[0]) as Record<string, string | null>;

const runnersOf = (race: SampleRace) =>
  Array.from({ length: race.size }, (_, at) => ({
    number: at + 1,
    bracket: bracketOf(at + 1, race.size) ?? 0,
    ran: ![SCRATCHED, EXCLUDED].includes(world.status[race.first + at] ?? 0),
  }));

it('every payoff is returned, and every bet on a refunded horse given back', () => {
  const seen = { payoffs: 0, refunds: 0, tied: 0 };
  for (const race of races) {
    const record = recordOf(race);
    const outcome = outcomeOf(record);
    expect(outcome.state).toBe('final');
    for (const { bet, combination, payoff } of paidIn(record)) {
      expect(settle({ bet, combination }, outcome)).toEqual({ kind: 'hit', yen: Number(payoff) });
      seen.payoffs += 1;
    }
    for (const horse of refundsOf(record)) {
      expect(settle({ bet: 'win', combination: String(horse) }, outcome)).toEqual({ kind: 'refunded' });
      seen.refunds += 1;
    }
    if (record['win_horse_number_2'] != null) seen.tied += 1;
  }
  expect(seen.payoffs).toBeGreaterThan(races.length * 10);
  expect(seen.refunds).toBeGreaterThan(30);
  expect(seen.tied).toBeGreaterThan(3);
});

it('a box of the whole field returns what a naive implementation returns', () => {
  for (const race of races.filter((_, index) => index % 60 === 0)) {
    const record = recordOf(race);
    const runners = runnersOf(race);
    const outcome = outcomeOf(
      record,
      new Map(runners.map(({ number, bracket, ran }) => [number, { bracket, hasStarted: ran }])),
    );
    for (const bet of BET_NAMES) {
      const all = betOf(bet).brackets
        ? [...new Set(runners.map(({ bracket }) => bracket))]
        : runners.map(({ number }) => number).slice(0, 9);
      const naive = naiveReturn(bet, { kind: 'box', lists: [all] }, 100, { record, runners });
      expect({ bet, ...sums(bet, all, outcome) }).toEqual({ bet, ...naive });
    }
  }
});

function sums(bet: BetName, numbers: readonly number[], outcome: ReturnType<typeof outcomeOf>) {
  const all = { combinations: 0, settled: 0, hits: 0, staked: 0, returned: 0, refunded: 0, open: 0 };
  const { numbers: count, ordered } = betOf(bet);
  const extend = (chosen: readonly number[]): void => {
    if (chosen.length < count) {
      for (const number of numbers)
        if (!chosen.includes(number) && (ordered || number > (chosen.at(-1) ?? 0)))
          extend([...chosen, number]);
      return;
    }
    const settlement = settle({ bet, combination: chosen.join('-') }, outcome);
    all.combinations += 1;
    if (settlement.kind === 'hit' || settlement.kind === 'miss') {
      all.settled += 1;
      all.staked += 100;
    }
    if (settlement.kind === 'hit') {
      all.hits += 1;
      all.returned += settlement.yen;
    } else if (settlement.kind === 'refunded') all.refunded += 100;
    else if (settlement.kind !== 'miss') all.open += 100;
  };
  extend([]);
  return all;
}
