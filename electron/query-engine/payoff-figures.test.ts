// The figures of random payoffs, over a small and a large row set, beside plain loops.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BETS, combinationsOf, type BetName } from '#shared/catalogue/bets.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { inBothSizes } from '../testing/in-both-sizes.ts';

const COLUMNS = SUBJECTS.payoffs.columns;

interface Paid {
  readonly day: number;
  readonly race: number;
  readonly bet: BetName;
  readonly payoff: string | null;
  readonly popularity: string | null;
}

const DAYS = ['20261031', '20261107', '20261114'];
const COURSES = ['05', '08'];

/** The starters of a race, and the horses whose stakes were given back: the same for all of its rows. */
const runnersOf = ({
  race,
}: Paid): { readonly headcount: string | null; readonly refunded: string | null } => ({
  headcount: race === 3 ? null : String(5 + 3 * race),
  refunded: race === 1 ? '0407' : null,
});

const keyOf = ({ day, race }: Paid): string =>
  `${COURSES[race % 2] ?? ''}2641${String(race).padStart(2, '0')}${day}`;

/** One race with few starters, one with many. */
const isDeadHeat = ({ race }: Paid): boolean => race === 0 || race === 2;

const rowOf = (paid: Paid, at: number) => ({
  racedate: DAYS[paid.day] ?? '',
  racekey: keyOf(paid),
  racecourse_cd: COURSES[paid.race % 2] ?? '',
  race_number: String(paid.race).padStart(2, '0'),
  bet: paid.bet,
  slot: String(at),
  combination: String(at).padStart(2, '0'),
  payoff: paid.payoff,
  popularity: paid.popularity,
  dead_heat: isDeadHeat(paid) ? '1' : '0',
  refunded_numbers: runnersOf(paid).refunded,
  headcount: runnersOf(paid).headcount,
});

const paidOf: fc.Arbitrary<Paid> = fc.record({
  day: fc.nat(2),
  race: fc.nat(5),
  bet: fc.constantFrom<BetName>('win', 'place', 'trifecta'),
  payoff: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 10, max: 90_000 }).map((each) => `${each}0`) }, { weight: 1, arbitrary: fc.constantFrom(null, '', 'x', '0', '0000000') }),
  popularity: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 25 }).map(String) }, { weight: 1, arbitrary: fc.constant(null) }),
}); // prettier-ignore

const numberIn = (text: string | null): number | undefined =>
  text === null || !/^\d+$/.test(text) || Number(text) === 0 ? undefined : Number(text);

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Type 7 once more. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low * (1 - (at % 1)) + high * (at % 1);
}

const ABOVE = [1000, 100_000];

function expectSpread(found: Record<string, unknown> | undefined, rows: readonly Paid[]): void {
  const amounts = rows.flatMap(({ payoff }) => numberIn(payoff) ?? []);
  expect(found).toMatchObject({
    n: amounts.length,
    races: new Set(rows.filter(({ payoff }) => numberIn(payoff) !== undefined).map(keyOf)).size,
    min: Math.min(...amounts),
    max: Math.max(...amounts),
    above: ABOVE.map((least) => amounts.filter((amount) => amount >= least).length),
  });
  for (const [name, share] of [['p10', 0.1], ['p25', 0.25], ['median', 0.5], ['p75', 0.75], ['p90', 0.9], ['p99', 0.99]] as const)
    expect(found?.[name]).toBeCloseTo(quantile(amounts, share), 4); // prettier-ignore
  expect(found?.['mean']).toBeCloseTo(mean(amounts), 4);
}

const isRead = ({ payoff }: Paid): boolean => numberIn(payoff) !== undefined;

describe.each([
  ['small', 0],
  ['large', 1],
] as const)('the figures of a %s result', (_size, size) => {
  const open = (paid: readonly Paid[]) => {
    const both = inBothSizes(COLUMNS, paid.map(rowOf))[size];
    if (both === undefined) throw new Error('no such size');
    return both[1]();
  };
  const payoffs = fc.array(paidOf, { maxLength: 60 });

  it('are those of plain loops, bet by bet', async () => {
    await fc.assert(
      fc.asyncProperty(payoffs, fc.boolean(), async (paid, isFiltered) => {
        const rows = open(paid);
        if (isFiltered)
          await rows.arrange({
            sort: [{ column: 'payoff', direction: 'descending' }],
            filters: [{ column: 'racecourse_cd', text: '=05' }],
          });
        const passing = isFiltered ? paid.filter(({ race }) => race % 2 === 0) : paid;
        const figures = await rows.query('payoffs', { above: ABOVE });
        expect(figures).toMatchObject({
          races: new Set(passing.map(keyOf)).size,
          deadHeats: new Set(passing.filter(isDeadHeat).map(keyOf)).size,
          refunded: new Set(passing.filter(({ race }) => race === 1).map(keyOf)).size,
          unreadable: passing.filter((each) => !isRead(each)).length,
        });
        const present = BETS.map(({ name }) => name).filter((name) =>
          passing.some((each) => each.bet === name && isRead(each)),
        );
        expect(figures.bets.map(({ bet }) => bet)).toEqual(present);
        for (const found of figures.bets)
          expectSpread(
            found,
            passing.filter(({ bet }) => bet === found.bet),
          );
        rows.release();
      }),
      { numRuns: 25 },
    );
  });

  it('of one bet are those of plain loops: amounts, courses, months, the biggest', async () => {
    await fc.assert(
      fc.asyncProperty(payoffs, async (paid) => {
        const rows = open(paid);
        const own = paid
          .map((each, at) => ({ ...each, at }))
          .filter((each) => each.bet === 'win' && isRead(each));
        const { bins, courses, months, biggest } = await rows.query('payoffsOfBet', {
          bet: 'win',
          above: ABOVE,
        });
        for (const { from, to, n } of bins)
          expect(n).toBe(own.filter(({ payoff }) => Number(payoff) >= from && Number(payoff) < to).length);
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(own.length);
        expect(courses.map(({ key }) => key)).toEqual(
          COURSES.filter((code) => own.some(({ race }) => COURSES[race % 2] === code)),
        );
        for (const course of courses)
          expectSpread(
            course,
            own.filter(({ race }) => COURSES[race % 2] === course.key),
          );
        expect(months.map(({ key }) => key)).toEqual(
          ['202610', '202611'].filter((month) => own.some(({ day }) => DAYS[day]?.startsWith(month))),
        );
        for (const month of months)
          expectSpread(
            month,
            own.filter(({ day }) => DAYS[day]?.startsWith(month.key)),
          );
        const highest = own.toSorted((a, b) => Number(b.payoff) - Number(a.payoff)).slice(0, 20);
        expect(biggest.map(({ combination, amount, racekey }) => [combination, amount, racekey])).toEqual(
          highest.map((each) => [String(each.at).padStart(2, '0'), Number(each.payoff), keyOf(each)]),
        );
        // The filters of a group find its payoffs.
        for (const group of [...courses, ...months]) {
          const found = await rows.arrange({
            sort: [],
            filters: [...group.filters, { column: 'bet', text: '=win' }, { column: 'payoff', text: '>=1' }],
          });
          expect(found.rows).toBe(group.n);
        }
        rows.release();
      }),
      { numRuns: 25 },
    );
  });

  it('of ranks are those of plain loops, over whole races whatever payoffs pass', async () => {
    await fc.assert(
      fc.asyncProperty(
        payoffs,
        fc.constantFrom<BetName>('win', 'place', 'trifecta'),
        fc.boolean(),
        async (paid, bet, isFiltered) => {
          const rows = open(paid);
          if (isFiltered)
            await rows.arrange({
              sort: [],
              filters: [
                { column: 'payoff', text: '>=5000' },
                { column: 'bet', text: '=place' },
                { column: 'racecourse_cd', text: '=05' },
              ],
            });
          const passing = paid.filter(({ race, bet: own }) => own === bet && (!isFiltered || race % 2 === 0));
          const found = await rows.query('payoffRanks', { bet });
          const races = [...Map.groupBy(passing, keyOf).values()];
          const counted = races.filter((race) =>
            race.every(
              (each) => isRead(each) && each.popularity !== null && runnersOf(each).headcount !== null,
            ),
          );
          expect(found).toMatchObject({
            races: counted.length,
            leftOut: races.length - counted.length,
            deadHeats: counted.filter(([first, ...others]) => {
              if (first === undefined || !isDeadHeat(first)) return false;
              const usual = bet === 'place' ? (Number(runnersOf(first).headcount) < 8 ? 2 : 3) : 1;
              return others.length + 1 > usual;
            }).length,
            lower: counted.filter((race) => race.some(({ popularity }) => Number(popularity) > 18)).length,
            withoutFilters: isFiltered ? ['payoff'] : [],
            withoutSearch: false,
          });
          for (let rank = 1; rank <= 18; rank += 1) {
            const wonBy = (race: readonly Paid[]): number[] =>
              race
                .filter(({ popularity }) => Number(popularity) === rank)
                .map(({ payoff }) => Number(payoff));
            const possible = counted.filter((race) => {
              const [first] = race;
              const { headcount } = first ? runnersOf(first) : { headcount: null };
              return combinationsOf(bet, Number(headcount)) >= rank || wonBy(race).length > 0;
            });
            const own = found.ranks.find((each) => each.rank === rank);
            if (possible.length === 0) {
              expect(own).toBeUndefined();
              continue;
            }
            const won = counted.map(wonBy).filter((list) => list.length > 0);
            expect(own).toMatchObject({ races: possible.length, hits: won.length });
            expect(own?.yen).toBeCloseTo(
              won.map(mean).reduce((sum, each) => sum + each, 0),
              4,
            );
            expect(own?.returnInterval !== undefined).toBe(won.length > 0 && possible.length > 1);
          }
          rows.release();
        },
      ),
      { numRuns: 25 },
    );
  });
});
