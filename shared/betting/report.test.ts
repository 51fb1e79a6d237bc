// Two thousand random bet lists against a second, naive implementation.

import { describe, expect, it } from 'vitest';
import { raceReader, readWords, type BetRace } from './bet-line.ts';
import { outcomeOf } from './outcome.ts';
import { reportOn, type FoundRace, type ListedLine, type Tally } from './report.ts';
import { naiveCombinations, naiveDrawdown, naiveReturn, type NaiveReturn } from './testing/naive-returns.ts';
import { randomFrom, randomLine, randomRace, type RandomRace } from './testing/random-racing.ts';

const LISTS = 2000;
const raceOf = raceReader();

const RACES = [
  ['05264811', '20261115'],
  ['05264812', '20261115'],
  ['08265401', '20261115'],
  ['05265101', '20261206'],
] as const;

const found = ({ racekey, racedate, record, runners }: RandomRace): FoundRace =>
  record === undefined
    ? { is: 'open', reason: 'not_stored', racekey, racedate }
    : {
        is: 'found',
        outcome: outcomeOf(
          record,
          runners &&
            new Map(runners.map(({ number, bracket, ran }) => [number, { bracket, hasStarted: ran }])),
        ),
      };

const tallyOf = ({ settled, hits, staked, returned, refunded }: Tally): Tally => ({
  settled,
  hits,
  staked,
  returned,
  refunded,
});

const sum = (returns: readonly NaiveReturn[]): Tally =>
  tallyOf({
    settled: returns.reduce((all, each) => all + each.settled, 0),
    hits: returns.reduce((all, each) => all + each.hits, 0),
    staked: returns.reduce((all, each) => all + each.staked, 0),
    returned: returns.reduce((all, each) => all + each.returned, 0),
    refunded: returns.reduce((all, each) => all + each.refunded, 0),
  });

const listed = (texts: readonly string[]): readonly ListedLine[] =>
  texts.map((text, at) => ({ line: at + 1, text, read: readWords(text, raceOf) }));

describe(`${LISTS} random lists`, () => {
  it('return what a naive implementation returns: each line, every total, balance and drawdown', () => {
    const seen = { dead: 0, refunded: 0, void: 0, open: 0, hits: 0 };
    for (let seed = 0; seed < LISTS; seed += 1) {
      const random = randomFrom(seed);
      const races = RACES.map(([racekey, racedate]) => randomRace(random, racekey, racedate));
      const lines = Array.from({ length: 8 }, () => randomLine(random, races));
      const byKey = new Map(races.map((race) => [race.racekey, found(race)]));
      const report = reportOn(listed(lines.map(({ text }) => text)), (race: BetRace) => {
        const one = race.by === 'key' ? byKey.get(race.racekeys[0] ?? '') : undefined;
        if (one === undefined) throw new Error('every line names one of the races');
        return one;
      });
      const returns = lines.map(({ bet, selection, stake, race }) =>
        naiveReturn(bet, selection, stake, race),
      );
      for (const [at, { text, bet, selection }] of lines.entries()) {
        const about = { seed, line: at + 1, text };
        const own = report.bets.find(({ line }) => line === at + 1);
        const isBad = report.bad.some(({ line }) => line === at + 1);
        const isNoBet = naiveCombinations(bet, selection).length === 0;
        expect({ ...about, isBad }).toEqual({ ...about, isBad: isNoBet });
        if (isNoBet) continue;
        expect({
          ...about,
          ...(own && { ...tallyOf(own), open: own.open, combinations: own.combinations }),
        }).toEqual({ ...about, ...returns[at] });
      }
      expect({ seed, ...tallyOf(report.total) }).toEqual({ seed, ...sum(returns) });
      const ofBet = (bet: string) => sum(returns.filter((_, at) => lines[at]?.bet === bet));
      for (const { key, ...tally } of report.byBet)
        expect({ seed, key, ...tally }).toEqual({ seed, key, ...ofBet(key) });
      for (const { key, ...tally } of report.byCourse)
        expect(tally).toEqual(sum(returns.filter((_, at) => lines[at]?.race.racekey.startsWith(key))));
      for (const { key, ...tally } of report.byMonth)
        expect(tally).toEqual(sum(returns.filter((_, at) => lines[at]?.race.racedate.startsWith(key))));
      const ofRace = (racekey: string) => sum(returns.filter((_, at) => lines[at]?.race.racekey === racekey));
      // On one day the first races of all courses come first.
      const inOrder = ['08265401', '05264811', '05264812', '05265101']
        .map(ofRace)
        .filter(({ settled }) => settled > 0);
      let balance = 0;
      const balances = inOrder.map(({ staked, returned }) => (balance += returned - staked));
      const shown = {
        seed,
        balances: report.balance.map((each) => each.balance),
        fall: report.drawdown?.yen ?? 0,
      };
      expect(shown).toEqual({ seed, balances, fall: naiveDrawdown(balances) });
      seen.hits += report.total.hits;
      seen.refunded += report.total.refunded;
      seen.open += report.open;
      seen.dead += races.filter(({ record }) => record?.['win_horse_number_2'] != null).length;
      seen.void += [...byKey.values()].filter(
        (each) => each.is === 'found' && each.outcome.state === 'void',
      ).length;
    }
    // The lists meet everything that they are about.
    expect(Object.entries(seen).filter(([, count]) => count < 300)).toEqual([]);
  });
});

describe('a report', () => {
  const race = randomRace(randomFrom(5), '05264811', '20261115');

  it('keeps every line: what is no bet is named, and a bet that is there twice points at the first', () => {
    const report = reportOn(
      listed(['05264811 wide 1-2', 'nonsense', '05264811 ワイド 2-1 500', '05264811 wide 1-3']),
      () => found(race),
    );
    expect(report.bad).toMatchObject([{ line: 2, text: 'nonsense', problem: { is: 'no_bet' } }]);
    expect(report.bets.map(({ line, sameAs }) => [line, sameAs])).toEqual([
      [1, undefined],
      [3, 1],
      [4, undefined],
    ]);
  });

  it('a bet on each of the two days of a race that was moved is not the same bet', () => {
    const days = ['20261115', '20261117'] as const;
    const { bets } = reportOn(
      listed([...days, days[0]].map((day) => `${day} 05264811 wide 1-2`)),
      ({ racedate = '' }) => found(randomRace(randomFrom(5), '05264811', racedate)),
    );
    expect(bets.map(({ racedate, sameAs }) => [racedate, sameAs])).toEqual([
      [days[0], undefined],
      [days[1], undefined],
      [days[0], 1],
    ]);
  });

  it('of a falling balance alone has its drawdown from the start', () => {
    const lost = {
      is: 'found',
      outcome: outcomeOf({
        racekey: '05264811',
        racedate: '20261115',
        win_horse_number_1: '01',
        win_payoff_1: '150',
      }),
    } as const;
    const report = reportOn(listed(['05264811 win 2 300', '05264811 win 1 100']), () => lost);
    expect(report.balance).toEqual([
      { racekey: '05264811', racedate: '20261115', staked: 400, returned: 150, balance: -250 },
    ]);
    expect(report.drawdown).toEqual({ yen: 250, from: -1, to: 0 });
  });
});
