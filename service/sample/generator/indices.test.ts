// Indices, sections, weights, work and the rarest payoffs against those of real racing.

import { expect, it } from 'vitest';
import type { BetName } from '#shared/catalogue/bets.ts';
import { meetingsOn } from './calendar/calendar.ts';
import { cardOf } from './race/card.ts';
import { monthOf } from './calendar/days.ts';
import { holdingRecord } from './records/holding.ts';
import { ratingOf } from './people-and-horses/rating.ts';
import { deviation, expectNear, mean, quantile } from './testing/distributions.ts';
import { played } from './testing/played.ts';
import { workOf } from './people-and-horses/training.ts';

const { world, races, seen } = played('indices', '20181231');
const runs = seen.flatMap(({ race, running }) =>
  running.runs.flatMap((run, index) =>
    run !== null && run.time > 0 ? [{ race, run, entry: race.first + index }] : [],
  ),
);

const correlation = (left: readonly number[], right: readonly number[]): number => {
  const [a, b] = [mean(left), mean(right)];
  const together = mean(left.map((each, index) => (each - a) * ((right[index] ?? 0) - b)));
  return together / deviation(left) / deviation(right);
};

/** Of ten thousand races, these rest on a hundred; of the 604 that they are held to, on six. */
const TAILS: readonly (readonly [BetName, number])[] = [
  ['win', 9211], ['place', 1980], ['bracket_quinella', 12_208], ['quinella', 55_800], ['quinella_place', 16_117],
  ['exacta', 121_504], ['trio', 257_472], ['trifecta', 1_312_387],
]; // prettier-ignore

it.each(TAILS)('one %s payoff in a hundred is above %d, within three tenths', (bet, target) => {
  const paid = seen.flatMap(({ payoffs }) => payoffs.bets[bet].map(({ payoff }) => payoff));
  expectNear(quantile(paid, 0.99), target, target * 0.3);
});

/** Mean and deviation of the result index, newcomers to open. */
const CLASSES = [[17.7, 16.6], [25.5, 13.4], [41.3, 8.8], [49.2, 7.2], [55.4, 5.8], [52.6, 12]] as const; // prettier-ignore

it.each(CLASSES.map((row, level) => [level, ...row] as const))(
  'the index of class %d has mean %d and deviation %d',
  (level, middle, spread) => {
    const idm = runs
      .filter(({ race }) => race.spec.level === level && race.spec.track.surface !== 3)
      .map(({ run }) => run.idm);
    expectNear(mean(idm), middle, 2.5);
    expectNear(deviation(idm), spread, 2.2);
  },
);

it('a better index comes home earlier, and follows what was known before', () => {
  const idm = runs.map(({ run }) => run.idm);
  expectNear(
    correlation(
      idm,
      runs.map(({ entry }) => world.finish[entry] ?? 0),
    ),
    -0.51,
    0.03,
  );
  expectNear(
    correlation(
      idm,
      runs.map(({ entry }) => ratingOf(world, entry)),
    ),
    0.84,
    0.05,
  );
  const won = runs.filter(({ entry }) => world.finish[entry] === 1).map(({ run }) => run.idm);
  expectNear(mean(won), 51.2, 4);
  expectNear(deviation(won), 10.3, 1.5);
  expectNear(mean(runs.map(({ run }) => run.rawscore)), 31, 1.5);
  expectNear(deviation(runs.map(({ run }) => run.rawscore)), 16.6, 2);
});

it.each([
  ['ten', -14.8, 11.1],
  ['agari', -17.4, 15.4],
  ['pace', -6.7, 10.5],
] as const)('the %s index has mean %d and deviation %d', (name, middle, spread) => {
  const values = runs.map(({ run }) => run[name]);
  expectNear(mean(values), middle, 1.5);
  expectNear(deviation(values), spread, 1.5);
});

it('the first and the last 600 m take their time on each ground', () => {
  expectNear(mean(runs.map(({ run }) => run.first3f / 10)), 37.2, 0.4);
  expectNear(mean(runs.map(({ run }) => run.later3f / 10)), 38, 0.6);
  for (const [surface, distance, target] of [
    [1, 1600, 36.1],
    [1, 1800, 36],
    [1, 2000, 36.7],
    [2, 1200, 38.4],
    [2, 1400, 38.2],
    [2, 1800, 40.1],
  ] as const) {
    const on = runs.filter(
      ({ race: { spec } }) => spec.track.surface === surface && spec.track.distance === distance,
    );
    expectNear(mean(on.map(({ run }) => run.later3f / 10)), target, 1);
  }
});

it('horses put on weight into the winter, when the changes were counted, and lose it again', () => {
  const change = (months: readonly number[]) =>
    runs.flatMap(({ race, run }) =>
      run.weightChange !== null && months.includes(monthOf(race.day)) ? [run.weightChange] : [],
    );
  expectNear(mean(change([12, 1])), 2.5, 0.8);
  expectNear(deviation(change([12, 1])), 6.9, 0.7);
  expect(mean(change([5, 6, 7]))).toBeLessThan(mean(change([12, 1])) - 1);
});

it('works are done where, how and by whom they are in life', () => {
  const works = seen
    .slice(0, 800)
    .flatMap(({ race, market }) =>
      cardOf(world, race, market).entries.map((entry) => workOf(world, race, entry)),
    );
  const share = (of: (work: (typeof works)[number]) => string | undefined, value: string | undefined) =>
    (100 * works.filter((work) => of(work) === value).length) / works.length;
  for (const [course, part] of [
    ['11', 33],
    ['02', 25],
    ['12', 17],
    ['01', 13],
    ['07', 4],
    ['03', 3],
  ] as const)
    expectNear(
      share((work) => work.course, course),
      part,
      2.5,
    );
  for (const [kind, part] of [
    ['3', 44],
    ['1', 37],
    ['2', 19],
  ] as const)
    expectNear(
      share((work) => work.kind, kind),
      part,
      2,
    );
  for (const [situation, part] of [
    ['02', 43],
    ['04', 34],
    ['10', 10],
    ['09', 10],
  ] as const)
    expectNear(
      share((work) => work.situation, situation),
      part,
      2.5,
    );
  for (const [rider, part] of [
    ['1', 70],
    ['3', 19],
    ['4', 8],
    ['2', 2],
  ] as const)
    expectNear(
      share((work) => work.rider, rider),
      part,
      2,
    );
  for (const [result, part] of [
    [undefined, 50],
    ['2', 21],
    ['3', 16],
    ['1', 14],
  ] as const)
    expectNear(
      share((work) => work.pair?.result, result),
      part,
      2,
    );
  [
    [147.9, 7.7],
    [133, 6.1],
    [129.3, 6.3],
  ].forEach(([middle = 0, spread = 0], part) => {
    expectNear(mean(works.map(({ splits }) => splits[part] ?? 0)), middle, 1.5);
    expectNear(deviation(works.map(({ splits }) => splits[part] ?? 0)), spread, 1);
  });
  [
    [17.9, 7],
    [18.3, 6.1],
    [20.2, 5.3],
    [55.7, 11.8],
  ].forEach(([middle = 0, spread = 0], index) => {
    expectNear(mean(works.map(({ indices }) => indices[index] ?? 0)), middle, 1);
    expectNear(deviation(works.map(({ indices }) => indices[index] ?? 0)), spread, 0.8);
  });
});

it('the runners of a race carry each mark once', () => {
  for (const { race, market } of seen.slice(0, 200)) {
    for (const marks of Object.values(cardOf(world, race, market).marks)) {
      const given = marks.filter((mark) => mark > 0).toSorted((a, b) => a - b);
      expect(given).toEqual(given.map((_, index) => index + 1));
    }
  }
});

it('prizes are whole, and the state of a course has one decimal', () => {
  expect(
    races.flatMap(({ spec }) => [...spec.prizes, ...spec.added]).filter((prize) => !Number.isInteger(prize)),
  ).toEqual([]);
  const days = new Set(races.map(({ day }) => day));
  const noisy = [...days]
    .flatMap((day) => meetingsOn(day))
    .flatMap((meeting) => {
      const values = Object.values(holdingRecord(world.root, meeting, { day: meeting.day + 1, minutes: 0 }));
      return values.filter((value) => typeof value === 'number' && !/^-?\d+(\.\d)?$/.test(String(value)));
    });
  expect(noisy).toEqual([]);
});
