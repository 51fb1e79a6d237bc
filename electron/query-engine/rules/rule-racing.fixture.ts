// Small races for the tests of rules, drawn at random or written out, and what a rule makes of them.

import fc from 'fast-check';
import { betOf, writeCombination, type BetName } from '#shared/catalogue/bets.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { formsOf } from '#shared/rules/rule-problems.ts';
import type { RuleBet } from '#shared/rules/rule.ts';
import { inBothSizes } from '../../testing/in-both-sizes.ts';
import type { RuleInput } from './rule-query.ts';
import { BET_TYPES, type PlainPayoff, type PlainRunner } from './plain-rule.fixture.ts';
import { APART, codeOfBet, raceKeyOf } from './settlement.ts';

export const { columns: COLUMNS } = SUBJECTS.runners;
export const INDEX = 'integration_index';
export const PICKS = [{ column: 'track_type', text: '=1' }];

type Row = Readonly<Record<string, string | null>>;

/** A runner as the subject has it. */
export const rowOf = (runner: PlainRunner): Row => ({
  racedate: runner.racedate,
  racekey: runner.racekey,
  horse_number: String(runner.number).padStart(2, '0'),
  bracket_number: String(runner.bracket),
  track_type: runner.isPicked ? '1' : '2',
  [INDEX]: runner.value === null ? null : runner.value.toFixed(1),
  order_of_finish: runner.state === 'ran' ? '05' : null,
  trouble_classification: runner.state === 'out' ? '1' : null,
});

export interface Racing {
  readonly runners: readonly PlainRunner[];
  readonly payoffs: readonly PlainPayoff[];
  readonly refunds: ReadonlyMap<string, readonly number[]>;
  readonly settled: ReadonlySet<string>;
  /** Of every race, as it is delivered. */
  readonly postTime?: string;
}

/** Races of two years. */
export const dateOf = (race: number): string => (race % 2 === 0 ? '20251231' : '20260104');
export const keyOf = (race: number): string => `0526410${race}`;

const settlementOf = (racing: Racing): RuleInput['settlement'] => {
  const keys = [...racing.settled].toSorted();
  const dates = new Map(racing.runners.map(({ racekey, racedate }) => [racekey, racedate]));
  const payoffs = racing.payoffs.filter(({ racekey }) => racing.settled.has(racekey));
  const payoffsOf = (racekey: string): string =>
    payoffs
      .filter((each) => each.racekey === racekey)
      .map(({ bet, numbers, yen }) =>
        [codeOfBet(bet), writeCombination(bet, numbers), yen].join(APART.partsOfPayoff),
      )
      .join(APART.payoffs);
  const refundsOf = (key: string): string =>
    (racing.refunds.get(key) ?? []).map((number) => String(number).padStart(2, '0')).join('');
  return keys
    .map((key) =>
      [raceKeyOf(dates.get(key) ?? '', key), refundsOf(key), payoffsOf(key)].join(APART.partsOfRace),
    )
    .join(APART.races);
};

/** A question about these bets, of values that are all known. */
export const inputOf = (
  racing: Racing,
  bets: readonly RuleBet[],
  more: Partial<RuleInput> = {},
): RuleInput => ({
  bets,
  settlement: settlementOf(racing),
  lacking: [],
  own: [],
  known: { columns: [], races: new Map(), changing: [], minutesBeforePost: 0, filters: [] },
  ...more,
});

const runnersArbitrary = (race: number): fc.Arbitrary<PlainRunner[]> =>
  fc
    .array(
      fc.record({
        value: fc.option(fc.integer({ min: -3, max: 3 })),
        isPicked: fc.boolean(),
        state: fc.constantFrom('ran', 'ran', 'ran', 'out', 'unknown'),
        bracket: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 2, maxLength: 5 },
    )
    .map((all) =>
      all.map((each, at): PlainRunner => ({
        ...each,
        racedate: dateOf(race),
        racekey: keyOf(race),
        number: at + 1,
      })),
    );

const combinationArbitrary = (bet: BetName): fc.Arbitrary<number[]> => {
  const { numbers, brackets } = betOf(bet);
  const most = brackets ? 3 : 5;
  return brackets
    ? fc.array(fc.integer({ min: 1, max: most }), { minLength: 2, maxLength: 2 })
    : fc.uniqueArray(fc.integer({ min: 1, max: most }), { minLength: numbers, maxLength: numbers });
};

const payoffArbitrary = (races: number): fc.Arbitrary<PlainPayoff> =>
  fc.constantFrom(...BET_TYPES).chain((bet) =>
    fc.record({
      bet: fc.constant(bet),
      racekey: fc.integer({ min: 0, max: races - 1 }).map(keyOf),
      numbers: combinationArbitrary(bet),
      yen: fc.integer({ min: 10, max: 900 }).map((tens) => tens * 10),
    }),
  );

/** A race pays each combination once. */
const distinct = (payoffs: readonly PlainPayoff[]): PlainPayoff[] => [
  ...new Map(
    payoffs.map((each) => [`${each.racekey} ${each.bet} ${writeCombination(each.bet, each.numbers)}`, each]),
  ).values(),
];

export const racingArbitrary: fc.Arbitrary<Racing> = fc.integer({ min: 1, max: 4 }).chain((races) =>
  fc.record({
    // The rows of the archive are in the order of their days.
    runners: fc
      .tuple(...Array.from({ length: races }, (_, race) => runnersArbitrary(race)))
      .map((all) =>
        all
          .flat()
          .toSorted((a, b) =>
            `${a.racedate} ${a.racekey} ${a.number}` < `${b.racedate} ${b.racekey} ${b.number}` ? -1 : 1,
          ),
      ),
    payoffs: fc.array(payoffArbitrary(races), { maxLength: 30 }).map(distinct),
    refunds: fc
      .dictionary(
        fc.integer({ min: 0, max: races - 1 }).map(keyOf),
        fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
      )
      .map((each) => new Map(Object.entries(each))),
    settled: fc.uniqueArray(fc.integer({ min: 0, max: races - 1 })).map((list) => new Set(list.map(keyOf))),
  }),
);

export const betArbitrary: fc.Arbitrary<RuleBet> = fc.constantFrom(...BET_TYPES).chain((bet) =>
  fc.record({
    bet: fc.constant(bet),
    form: fc.constantFrom(...formsOf(bet)),
    by: fc.record({
      column: fc.constant(INDEX),
      order: fc.constantFrom('highest' as const, 'lowest' as const),
    }),
    stake: fc.constantFrom(100, 300),
    take: fc.integer({ min: 1, max: 5 }),
  }),
);

export const byIndex: Pick<RuleBet, 'by'> = { by: { column: INDEX, order: 'highest' } };

/** A picked runner that ran. */
export const ran = (
  race: number,
  number: number,
  value: number | null = 0,
  more: Partial<PlainRunner> = {},
) => ({
  racedate: dateOf(race),
  racekey: keyOf(race),
  number,
  bracket: number,
  value,
  isPicked: true,
  state: 'ran' as const,
  ...more,
});

export const paid = (race: number, bet: BetName, numbers: readonly number[], yen: number): PlainPayoff => ({
  racekey: keyOf(race),
  bet,
  numbers,
  yen,
});

/** Races that are all settled, without refunds. */
export const racingOf = (runners: readonly PlainRunner[], payoffs: readonly PlainPayoff[]): Racing => ({
  runners,
  payoffs,
  refunds: new Map(),
  settled: new Set(runners.map(({ racekey }) => racekey)),
});

/** What the picked runners returned, from a small (0) or a large (1) row set. */
export async function tallyOf(racing: Racing, input: RuleInput, size: 0 | 1 = 0) {
  const all = racing.runners.map((runner) => ({ ...rowOf(runner), post_time: racing.postTime ?? null }));
  const [, open] = inBothSizes(COLUMNS, all)[size];
  const rows = open();
  await rows.arrange({ sort: [], filters: PICKS });
  const tally = await rows.query('rule', input);
  rows.release();
  return tally;
}
