// What a rule's bets returned, over a small and a large row set, beside plain loops over every combination.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleBet } from '#shared/rules/rule.ts';
import { inBothSizes } from '../../testing/in-both-sizes.ts';
import { plainRule } from './plain-rule.fixture.ts';
import {
  COLUMNS,
  INDEX,
  PICKS,
  rowOf,
  type Racing,
  dateOf,
  keyOf,
  inputOf,
  racingArbitrary,
  betArbitrary,
  byIndex,
  ran,
  paid,
  racingOf,
  tallyOf,
} from './rule-racing.fixture.ts';
import { APART, raceKeyOf } from './settlement.ts';

describe.each([
  ['small', 0],
  ['large', 1],
] as const)('a rule over a %s result', (_name, size) => {
  it('returns what plain loops over every combination do', async () => {
    await fc.assert(
      fc.asyncProperty(
        racingArbitrary,
        fc.array(betArbitrary, { minLength: 1, maxLength: 3 }),
        async (racing, bets) => {
          const tally = await tallyOf(racing, inputOf(racing, bets), size);
          const plain = bets.map((bet) =>
            plainRule(racing.runners, racing.payoffs, racing.refunds, racing.settled, bet),
          );
          expect(
            tally.bets.map(({ races, bets: n, hits, returned, refunded }) => [
              races,
              n,
              hits,
              returned,
              refunded,
            ]),
          ).toEqual(
            plain.map(({ races, bets: n, hits, returned, refunded }) => [races, n, hits, returned, refunded]),
          );
          expect(tally.whole.returned).toBe(plain.reduce((sum, each) => sum + each.returned, 0));
          const years = tally.years.reduce((sum, { figures }) => sum + figures.bets, 0);
          expect(years).toBe(tally.whole.bets);
        },
      ),
      { numRuns: size === 0 ? 300 : 60 },
    );
  });
});

describe('a rule', () => {
  it('wins nothing with a stake that the record gave back, and what it paid though a result says otherwise', async () => {
    const racing: Racing = racingOf(
      [ran(1, 1, 0, { state: 'out' }), ran(1, 2, 0, { bracket: 2 }), ran(1, 3, 0, { bracket: 2 })],
      [paid(1, 'bracket_quinella', [1, 2], 500), paid(1, 'quinella', [1, 2], 500), paid(1, 'win', [1], 500)],
    );
    const bets: RuleBet[] = [
      { bet: 'bracket_quinella', form: 'box', stake: 100 },
      { bet: 'quinella', form: 'box', stake: 100 },
      { bet: 'win', form: 'each', stake: 100 },
    ];
    const refunding: Racing = { ...racing, refunds: new Map([[keyOf(1), [1]]]) };
    expect((await tallyOf(refunding, inputOf(refunding, bets))).bets).toMatchObject([
      { bets: 1, hits: 0, refunded: 100 },
      { bets: 1, hits: 0, refunded: 200 },
      { bets: 2, hits: 0, refunded: 100 },
    ]);
    expect((await tallyOf(racing, inputOf(racing, bets))).bets).toMatchObject([
      { bets: 2, hits: 1, refunded: 0 },
      { bets: 2, hits: 1, refunded: 100 },
      { bets: 3, hits: 1, refunded: 0 },
    ]);
  });

  it('takes the runners in the order of the index, equal ones by their number, those without a value never', async () => {
    const racing = racingOf(
      [ran(1, 1, 2), ran(1, 2, 5), ran(1, 3, 5), ran(1, 4, null)],
      [paid(1, 'exacta', [2, 3], 1000), paid(1, 'trio', [1, 2, 3], 2000)],
    );
    const tally = await tallyOf(
      racing,
      inputOf(racing, [
        { bet: 'exacta', form: 'straight', stake: 100, ...byIndex },
        { bet: 'trio', form: 'box', stake: 200, ...byIndex },
      ]),
    );
    expect(tally.bets).toMatchObject([
      { bets: 1, hits: 1, returned: 1000 },
      { bets: 1, hits: 1, stake: 200, returned: 4000 },
    ]);
    // One runner, however many bets are ordered.
    expect(tally.withoutValue).toBe(1);
  });

  it('bets nothing on a runner without a number, and counts it apart', async () => {
    const racing = racingOf([ran(1, 0, 9, { state: 'unknown' }), ran(1, 1, 5)], [paid(1, 'win', [1], 250)]);
    const each: RuleBet = { bet: 'win', form: 'each', stake: 100, ...byIndex };
    const tally = await tallyOf(racing, inputOf(racing, [each, { ...each, take: 1 }]));
    expect(tally.bets).toMatchObject([
      { bets: 1, returned: 250 },
      { bets: 1, returned: 250 },
    ]);
    expect(tally).toMatchObject({
      picked: { runners: 2 },
      withoutNumber: 1,
      withoutValue: 0,
      unsettled: { races: 0 },
    });
  });

  it('counts a value that says none, or that is no number, as without one', async () => {
    const texts: Readonly<Record<number, string>> = { 1: '0.0', 2: '---', 3: '4.5' };
    const racing = racingOf(
      [ran(1, 1), ran(1, 2), ran(1, 3), ran(2, 1)],
      [paid(1, 'win', [3], 250), paid(2, 'win', [1], 250)],
    );
    const odds = 'prerace_win_odds';
    const bet: RuleBet = { bet: 'win', form: 'each', stake: 100, by: { column: odds, order: 'lowest' } };
    const rows = racing.runners.map((runner) => ({
      ...rowOf(runner),
      [odds]: runner.racekey === keyOf(1) ? (texts[runner.number] ?? null) : '0.0',
    }));
    const [[, open]] = inBothSizes(COLUMNS, rows);
    const opened = open();
    await opened.arrange({ sort: [], filters: PICKS });
    const tally = await opened.query('rule', inputOf(racing, [bet], { lacking: [odds] }));
    opened.release();
    expect(tally).toMatchObject({
      whole: { bets: 1, returned: 250 },
      withoutValue: 3,
      lacking: [{ column: odds, races: 1, named: [{ racekey: keyOf(2) }] }],
    });
  });

  it('counts a race without payoffs nowhere, and names it; a runner without a result ran unless it was refunded', async () => {
    const racing: Racing = {
      ...racingOf([ran(1, 1), ran(2, 1), ran(3, 1, 0, { state: 'unknown' })], [
        paid(1, 'win', [1], 250),
        paid(3, 'win', [9], 250),
      ]),
      settled: new Set([keyOf(1), keyOf(3)]),
    }; // prettier-ignore
    const tally = await tallyOf(racing, inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }]));
    expect(tally.whole).toMatchObject({ races: 2, bets: 2, returned: 250 });
    expect(tally.unsettled).toEqual({ races: 1, named: [{ racedate: dateOf(2), racekey: keyOf(2) }] });
  });

  it('tells a bet that was not sold from one that lost', async () => {
    const racing = racingOf(
      [ran(1, 1), ran(2, 1)],
      [paid(1, 'win', [9], 250), paid(2, 'win', [9], 300), paid(2, 'place', [9], 110)],
    );
    const tally = await tallyOf(
      racing,
      inputOf(racing, [
        { bet: 'win', form: 'each', stake: 100 },
        { bet: 'place', form: 'each', stake: 100 },
      ]),
    );
    expect(tally.bets).toMatchObject([{ races: 2 }, { races: 1 }]);
    expect(tally.notSold).toEqual([0, 1]);
  });

  it('shows what decided it: winners, the races that cost most, and the longest losing run', async () => {
    const racing = racingOf(
      [ran(0, 1), ran(2, 1), ran(1, 1), ran(3, 1)].toSorted((a, b) => a.racedate.localeCompare(b.racedate)),
      [
        paid(0, 'win', [1], 5000),
        paid(2, 'win', [9], 100),
        paid(1, 'win', [9], 100),
        paid(3, 'win', [1], 300),
      ],
    );
    const tally = await tallyOf(racing, inputOf(racing, [{ bet: 'win', form: 'each', stake: 200 }]));
    expect(tally.winners.map(({ payoff, returned }) => [payoff, returned])).toEqual([
      [5000, 10_000],
      [300, 600],
    ]);
    expect(tally.without).toEqual([{ winners: 1, returned: 600 }]);
    // Who they are is known where the archive is read.
    expect(tally.winners[0]?.runners).toEqual([{ number: 1, horse_name: null, horse_id: null }]);
    expect(tally.losers[0]?.runners).toMatchObject([{ number: 1 }]);
    expect(tally.losers.map(({ racekey }) => racekey)).toEqual([keyOf(1), keyOf(2)]);
    expect(tally.losing).toEqual({ races: 2, from: dateOf(2), to: dateOf(1) });
    expect(tally.days).toEqual([
      { racedate: dateOf(0), stake: 400, returned: 10_000 },
      { racedate: dateOf(1), stake: 400, returned: 600 },
    ]);
  });

  it('counts a race that returned less than its stake among those that cost most, but in no losing run', async () => {
    const racing = racingOf(
      [ran(2, 1), ...[1, 2, 3].map((number) => ran(1, number)), ran(3, 1)],
      [paid(2, 'win', [9], 300), paid(1, 'win', [2], 110), paid(3, 'win', [1], 100)],
    );
    const tally = await tallyOf(racing, inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }]));
    expect(tally.losers.map(({ racekey, stake, returned }) => [racekey, stake, returned])).toEqual([
      [keyOf(1), 300, 110],
      [keyOf(2), 100, 0],
    ]);
    expect(tally.losing).toMatchObject({ races: 1, from: dateOf(2) });
  });

  it('groups spellings of one value together, with the same sums as the whole', async () => {
    const racing = racingOf(
      [ran(1, 1, 5), ran(1, 2, 5), ran(2, 1, 1)],
      [paid(1, 'win', [1], 500), paid(2, 'win', [1], 100)],
    );
    const tally = await tallyOf(
      racing,
      inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }], { by: INDEX }),
    );
    expect(tally.groups.map(({ raw, figures }) => [raw, figures.bets, figures.returned])).toEqual([
      ['5.0', 2, 500],
      ['1.0', 1, 100],
    ]);
    expect(tally.moreGroups).toBe(false);
    const first = await tallyOf(
      racing,
      inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }], { by: INDEX, mostGroups: 1 }),
    );
    expect(first).toMatchObject({ groups: tally.groups.slice(0, 1), moreGroups: true });
  });

  it('gives the stakes of a void race back to the group of each runner', async () => {
    const racing: Racing = {
      ...racingOf(
        [1, 3].flatMap((race) => [ran(race, 1, 5), ran(race, 2, 1)]),
        [paid(3, 'win', [1], 250)],
      ),
      settled: new Set([keyOf(3)]),
    };
    const bet: RuleBet = { bet: 'win', form: 'each', stake: 100 };
    // Refunds, and no part for payoffs.
    const unpaid = [raceKeyOf(dateOf(1), keyOf(1)), '0102'].join(APART.partsOfRace);
    const input = inputOf(racing, [bet], { by: INDEX });
    const tally = await tallyOf(racing, {
      ...input,
      settlement: [unpaid, input.settlement].join(APART.races),
    });
    expect(tally.whole.refunded).toBe(200);
    expect(tally.groups.map(({ raw, figures }) => [raw, figures.refunded])).toEqual([
      ['5.0', 100],
      ['1.0', 100],
    ]);
  });

  it('names the races in which a column that a day may lack has no value', async () => {
    const racing = racingOf([ran(1, 1, null), ran(1, 2, null), ran(2, 1, 3), ran(2, 2, null)], []);
    const tally = await tallyOf(
      racing,
      inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }], { lacking: [INDEX] }),
    );
    expect(tally.lacking).toEqual([
      { column: INDEX, races: 1, named: [{ racedate: dateOf(1), racekey: keyOf(1) }] },
    ]);
  });

  it('leaves out runners whose own mark was changed at or after the start, picked or not', async () => {
    const racing = racingOf(
      [ran(1, 1), ran(1, 2), ran(1, 3, 0, { isPicked: false }), ran(3, 1), ran(3, 2, 0, { isPicked: false })],
      [paid(1, 'win', [1], 500), paid(3, 'win', [1], 500)],
    );
    const tooLateFor = new Map([
      [`${keyOf(1)} 01`, `${dateOf(1)}0000`],
      [`${keyOf(1)} 03`, `${dateOf(1)}0000`],
      [`${keyOf(3)} 01`, '20260103'.padEnd(12, '0')],
    ]);
    const tally = await tallyOf(
      racing,
      inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }], {
        own: [{ by: ['racekey', 'horse_number'], tooLateFor }],
      }),
    );
    // Without a post time the day itself counts as the start.
    expect(tally.leftOut).toBe(2);
    expect(tally.whole).toMatchObject({ bets: 2, returned: 500 });
  });

  it.each(['0955', '9:55', '09:55'])(
    'knows by a post time of %s which change was too late',
    async (postTime) => {
      const racing = { ...racingOf([ran(1, 1), ran(1, 2)], [paid(1, 'win', [2], 500)]), postTime };
      const tooLateFor = new Map([
        [`${keyOf(1)} 01`, `${dateOf(1)}0956`],
        [`${keyOf(1)} 02`, `${dateOf(1)}0954`],
      ]);
      const own = [{ by: ['racekey', 'horse_number'], tooLateFor }];
      const tally = await tallyOf(
        racing,
        inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }], { own }),
      );
      expect(tally.leftOut).toBe(1);
      expect(tally.whole).toMatchObject({ bets: 1, returned: 500 });
    },
  );

  it('has an interval around its return, the same each time, and none of one race or without a hit', async () => {
    const runners = Array.from({ length: 9 }, (_, race) => ran(race, 1)).toSorted((a, b) =>
      a.racedate.localeCompare(b.racedate),
    );
    const racing = racingOf(
      runners,
      runners.map(({ racekey }, at) => ({ racekey, bet: 'win', numbers: [at % 3 === 0 ? 1 : 9], yen: 240 })),
    );
    const input = inputOf(racing, [{ bet: 'win', form: 'each', stake: 100 }]);
    const [once, again] = [await tallyOf(racing, input), await tallyOf(racing, input)];
    expect(again).toEqual(once);
    const { interval, returned, stake } = once.whole;
    expect(interval?.low).toBeLessThan((100 * returned) / stake);
    expect(interval?.high).toBeGreaterThan((100 * returned) / stake);
    const alone = racingOf([ran(1, 1)], [paid(1, 'win', [1], 500)]);
    expect((await tallyOf(alone, inputOf(alone, input.bets))).whole.interval).toBeUndefined();
    const lost = racingOf(
      runners,
      runners.map(({ racekey }) => ({ racekey, bet: 'win', numbers: [9], yen: 240 })),
    );
    expect((await tallyOf(lost, inputOf(lost, input.bets))).whole).not.toHaveProperty('interval');
  });
});
