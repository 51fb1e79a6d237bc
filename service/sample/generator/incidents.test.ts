// What goes wrong or is rare in racing occurs in every usual month, as often as in life.

import { expect, it } from 'vitest';
import { betOf, type BetName } from '#shared/catalogue/bets.ts';
import { marketOf } from './betting/odds.ts';
import { payoffsOf } from './betting/pools.ts';
import { dayOf, racedateOf } from './calendar/days.ts';
import { EXCLUDED, SCRATCHED, STOPPED } from './entry-columns.ts';
import { sexOf } from './people-and-horses/horses.ts';
import { cardOf, ridersOf } from './race/card.ts';
import { SampleWorld, type SampleRace } from './world.ts';
import { expectNear } from './testing/distributions.ts';

/** The seed of the sample that users see, over three years. */
const world = new SampleWorld('railbird');
world.racesOn(dayOf('20261228'));
const races = world.races.filter((race) => race.day >= dayOf('20240101'));
const months = [...Map.groupBy(races, (race) => racedateOf(race.day).slice(0, 6)).values()];

const entriesOf = (race: SampleRace): number[] =>
  Array.from({ length: race.size }, (_, index) => race.first + index);
const has = (race: SampleRace, status: number): boolean =>
  entriesOf(race).some((entry) => world.status[entry] === status);
const tied = (race: SampleRace, place: number): boolean =>
  entriesOf(race).filter((entry) => world.finish[entry] === place).length > 1;
const isJump = ({ spec }: SampleRace): boolean => spec.track.surface === 3;
const paidOf = (race: SampleRace) => payoffsOf(world, race, marketOf(world, race));
const percentOf = (is: (race: SampleRace) => boolean): number =>
  (100 * races.filter(is).length) / races.length;
/** Of the months, the share in which it happens at least once, in per cent. */
const monthsWith = (is: (race: SampleRace) => boolean): number =>
  (100 * months.filter((month) => month.some(is)).length) / months.length;

it('three years are 36 months', () => {
  expect(months).toHaveLength(36);
});

it('runners are scratched, excluded and pulled up every month, in real proportions', () => {
  const starters = races.reduce((sum, { size }) => sum + size, 0);
  const percent = (status: number) =>
    (100 * races.flatMap(entriesOf).filter((entry) => world.status[entry] === status).length) / starters;
  expectNear(percent(SCRATCHED), 0.25, 0.04);
  expectNear(percent(EXCLUDED), 0.1, 0.03);
  expectNear(percent(STOPPED), 0.4, 0.1);
  for (const status of [SCRATCHED, EXCLUDED, STOPPED])
    expect(monthsWith((race) => has(race, status))).toBeGreaterThan(90);
});

it('who is withdrawn is refunded, and no payoff names it', () => {
  const short = races.filter((race) => has(race, SCRATCHED) || has(race, EXCLUDED));
  expect(short.length).toBeGreaterThan(300);
  for (const race of short.slice(-60)) {
    const { refunds, bets } = paidOf(race);
    expect(refunds.length).toBeGreaterThan(0);
    for (const bet of ['win', 'place', 'quinella', 'trio'] as const)
      for (const { numbers } of bets[bet])
        expect((numbers.match(/../g) ?? []).filter((number) => refunds.includes(number))).toEqual([]);
  }
});

it('dead heats happen several times a month, for the win about once', () => {
  expectNear(
    percentOf((race) => [1, 2, 3].some((place) => tied(race, place))),
    1.05,
    0.3,
  );
  expectNear(
    percentOf((race) => tied(race, 1)),
    0.35,
    0.15,
  );
  expect(monthsWith((race) => [1, 2, 3].some((place) => tied(race, place)))).toBeGreaterThan(90);
  expect(monthsWith((race) => tied(race, 1))).toBeGreaterThan(50);
});

it('a dead heat pays every bet that it decides more than once, and never more often than its record can say', () => {
  for (const race of races.filter((each) => tied(each, 1))) {
    const { bets } = paidOf(race);
    expect(bets.win).toHaveLength(2);
    expect(new Set(bets.win.map(({ numbers }) => numbers)).size).toBe(2);
    expect(bets.exacta.map(({ numbers }) => numbers)).toContain(
      (bets.exacta[0]?.numbers ?? '').slice(2) + (bets.exacta[0]?.numbers ?? '').slice(0, 2),
    );
  }
  for (const race of races.filter((each) => tied(each, 3) && each.size >= 9)) {
    const { bets } = paidOf(race);
    expect(bets.place).toHaveLength(4);
    for (const name of Object.keys(bets) as BetName[])
      expect(bets[name].length).toBeLessThanOrEqual(betOf(name).slots);
  }
});

it('there are jump races every month, one race in thirty', () => {
  expectNear(percentOf(isJump), 3.7, 0.6);
  expect(monthsWith(isJump)).toBe(100);
});

it('apprentices with each allowance ride every month, as many as in life', () => {
  // The allowance counts in ordinary races only.
  const marksIn = (race: SampleRace) =>
    ridersOf(world, race).map(({ apprentice }) => (race.spec.grade === 0 ? apprentice : null));
  const some = races.filter((_, index) => index % 13 === 0);
  const marks = some.flatMap(marksIn);
  expectNear((100 * marks.filter((mark) => mark !== null).length) / marks.length, 16, 3);
  for (const month of Map.groupBy(some, (race) => racedateOf(race.day).slice(0, 6)).values()) {
    const seen = new Set(month.flatMap(marksIn));
    expect([...seen].filter((mark) => mark !== null).toSorted()).toEqual(['1', '2', '3']);
  }
});

it('an allowance is taken off the weight that is carried', () => {
  const entriesIn = (race: SampleRace) => cardOf(world, race, marketOf(world, race)).entries;
  const some = races.filter(
    (race, index) => race.spec.grade === 0 && race.spec.weights === 4 && index % 37 === 0,
  );
  const weights = some.flatMap((race) =>
    entriesIn(race).map(({ burden, jockey, horse, age }) => ({
      key: `${race.first} ${sexOf(world.root, horse) === 2} ${Math.min(age, 4)}`,
      full: burden + Number(jockey.apprentice ?? 0) * 10,
    })),
  );
  expect(weights.length).toBeGreaterThan(200);
  // In a race with set weights all of one sex and age carry the same before the allowance.
  for (const group of Map.groupBy(weights, ({ key }) => key).values())
    expect(new Set(group.map(({ full }) => full)).size).toBe(1);
});
