// The played racing against the distributions of real racing, and the rules of its pools.

import { expect, it } from 'vitest';
import type { BetName } from '#shared/catalogue/bets.ts';
import { courseOf } from './calendar/courses.ts';
import { EXCLUDED, SCRATCHED, STOPPED } from './entry-columns.ts';
import { goingOf } from './calendar/going.ts';
import { marketOf } from './betting/odds.ts';
import { payoffsOf } from './betting/pools.ts';
import { ratingOf } from './people-and-horses/rating.ts';
import { deviation, expectNear, mean, quantile } from './testing/distributions.ts';
import { played } from './testing/played.ts';
import type { SampleRace } from './world.ts';

const { world, races, seen } = played('distributions', '20171231');

const share = <T>(items: readonly T[], is: (item: T) => boolean): number =>
  (100 * items.filter(is).length) / items.length;
const entriesOf = (race: SampleRace): number[] =>
  Array.from({ length: race.size }, (_, index) => race.first + index);
const tied = (race: SampleRace, place: number): number =>
  entriesOf(race).filter((entry) => world.finish[entry] === place).length;

it('a year has about 3,450 races and 47,500 runners', () => {
  expectNear(races.length / 2, 3456, 20);
  expectNear(races.reduce((sum, race) => sum + race.size, 0) / 2, 47_500, 1200);
});

it('fields are as large as real ones', () => {
  expectNear(mean(races.map(({ size }) => size)), 13.8, 0.3);
  expectNear(
    share(races, ({ size }) => size === 16),
    31.8,
    4,
  );
  expectNear(
    share(races, ({ size }) => size === 18),
    6.6,
    2,
  );
  expectNear(
    share(races, ({ size }) => size <= 8),
    5.2,
    1.5,
  );
  expect(Math.min(...races.map(({ size }) => size))).toBeGreaterThanOrEqual(5);
  expect(races.every(({ size, spec }) => size <= spec.track.gate)).toBe(true);
});

it('surface, distance and class are run in real proportions', () => {
  const on = (surface: number, distance: number) =>
    share(races, ({ spec }) => spec.track.surface === surface && spec.track.distance === distance);
  expectNear(
    share(races, ({ spec }) => spec.track.surface === 2),
    49.4,
    2.5,
  );
  expectNear(
    share(races, ({ spec }) => spec.track.surface === 3),
    3.7,
    1,
  );
  for (const [surface, distance, part] of [
    [2, 1800, 14.2],
    [1, 2000, 9.8],
    [2, 1200, 9.7],
    [1, 1200, 9],
    [1, 1600, 8.6],
    [2, 1400, 8.1],
    [2, 1700, 5.9],
  ] as const) {
    expectNear(on(surface, distance), part, 2.3);
  }
  const level = (at: number) => share(races, ({ spec }) => spec.level === at && spec.track.surface !== 3);
  for (const [at, part] of [
    [0, 10],
    [1, 32],
    [2, 25],
    [3, 14.5],
    [4, 7],
    [5, 10],
  ] as const)
    expectNear(level(at), part, 2.5);
});

it('the going is dry and wet as often as in life', () => {
  const turf = races
    .filter(({ spec }) => spec.track.surface === 1)
    .map(({ spec }) => goingOf(world.root, spec.meeting, 1));
  const dirt = races
    .filter(({ spec }) => spec.track.surface === 2)
    .map(({ spec }) => goingOf(world.root, spec.meeting, 2));
  [76.9, 15.8, 6, 1.4].forEach((part, index) =>
    expectNear(
      share(turf, (going) => going === index + 1),
      part,
      4,
    ),
  );
  [62.7, 20.2, 10.9, 6.3].forEach((part, index) =>
    expectNear(
      share(dirt, (going) => going === index + 1),
      part,
      5,
    ),
  );
});

const PAYOFFS: readonly (readonly [BetName, number, number])[] = [
  ['win', 510, 2176], ['place', 210, 657], ['bracket_quinella', 1230, 4588], ['quinella', 2035, 11_970],
  ['quinella_place', 960, 3687], ['exacta', 3780, 25_048], ['trio', 5920, 44_494], ['trifecta', 33_920, 287_861],
]; // prettier-ignore

it.each(PAYOFFS)(
  '%s pays %d in the middle and %d at the ninth decile, within a quarter',
  (bet, median, high) => {
    const paid = seen.flatMap(({ payoffs }) => payoffs.bets[bet].map((each) => each.payoff));
    expectNear(quantile(paid, 0.5), median, median * 0.25);
    expectNear(quantile(paid, 0.9), high, high * 0.25);
  },
);

it('odds sum to what the house leaves, favorites win a third', () => {
  const sums = seen.map(({ market }) => market.win.reduce((sum, odds) => sum + (odds > 0 ? 1 / odds : 0), 0));
  expectNear(mean(sums), 1.265, 0.01);
  const places = (popularity: number, last: number) =>
    share(seen, ({ race, market }) => {
      const place = world.finish[race.first + market.popularity.indexOf(popularity)] ?? 0;
      return place > 0 && place <= last;
    });
  expectNear(places(1, 1), 32, 3);
  expectNear(places(1, 3), 64, 5);
  expectNear(places(2, 1), 19, 3);
  expectNear(places(3, 1), 14, 3);
  expectNear(places(6, 3), 22, 4);
  const odds = seen.flatMap(({ market }) => market.win.filter((each) => each > 0));
  expectNear(quantile(odds, 0.1), 4.5, 0.6);
  expectNear(quantile(odds, 0.5), 24.6, 5);
  expectNear(quantile(odds, 0.9), 179, 45);
});

it('indices, weights and gaps spread as real ones do', () => {
  const runs = seen.flatMap(({ race, running }) =>
    running.runs.flatMap((run, index) =>
      run !== null && run.time > 0 ? [{ run, entry: race.first + index, level: race.spec.level }] : [],
    ),
  );
  const idm = runs.map(({ run }) => run.idm);
  expectNear(mean(idm), 37.5, 3);
  expectNear(deviation(idm), 17.1, 3);
  const winners = runs.filter(({ entry }) => world.finish[entry] === 1).map(({ run }) => run.idm);
  expectNear(mean(winners), 51.2, 4);
  for (const [level, target] of [
    [0, 17.7],
    [1, 25.5],
    [2, 41.3],
    [3, 49.2],
    [4, 55.4],
  ] as const)
    expectNear(mean(runs.filter((each) => each.level === level).map(({ run }) => run.idm)), target, 5);
  const before = runs.map(({ entry }) => ratingOf(world, entry));
  const middle = mean(idm);
  const covariance = mean(idm.map((value, index) => (value - middle) * ((before[index] ?? 0) - 37)));
  expectNear(covariance / deviation(idm) / deviation(before), 0.84, 0.06);
  expectNear(mean(runs.map(({ run }) => run.weight)), 476, 5);
  expectNear(deviation(runs.map(({ run }) => run.weight)), 30, 3);
  expect(runs.every(({ run }) => run.weight % 2 === 0)).toBe(true);
  const behind = runs.filter(({ entry }) => world.finish[entry] !== 1).map(({ run }) => run.gap);
  [
    [0.1, 2, 1],
    [0.5, 12, 3],
    [0.9, 33, 6],
  ].forEach(([part = 0, target = 0, tolerance = 0]) => expectNear(quantile(behind, part), target, tolerance));
});

it('winners’ times are those of the distance', () => {
  for (const [surface, distance, seconds] of [
    [1, 1200, 68.9],
    [1, 1600, 95.4],
    [1, 1800, 108.6],
    [1, 2000, 122.5],
    [2, 1200, 72.5],
    [2, 1400, 85.2],
    [2, 1800, 115],
  ] as const) {
    const times = seen
      .filter(({ race }) => race.spec.track.surface === surface && race.spec.track.distance === distance)
      .map(({ running }) => (running.runs[running.winner]?.time ?? 0) / 10);
    expectNear(mean(times), seconds, seconds * 0.015);
  }
});

it('nobody runs faster than 19 or slower than 12 meters a second, and the clock adds up', () => {
  const wrong = seen.flatMap(({ race, running }) => {
    const { distance } = race.spec.track;
    const best = running.runs[running.winner]?.time ?? 0;
    return running.runs.filter((run, index) => {
      if (run === null || run.time === 0) return false;
      const speed = (distance * 10) / run.time;
      const sound = speed > 12 && speed < 19 && run.later3f > 300 && run.first3f > 300;
      const adds = distance !== 1200 || run.first3f + run.later3f === run.time;
      return !sound || !adds || (index !== running.winner && run.gap !== run.time - best);
    });
  });
  expect(wrong).toEqual([]);
});

it('corner orders are a ranking of those who run, and the style follows them', () => {
  for (const { race, running } of seen) {
    const { corners } = race.spec.track;
    const first = running.runs.flatMap((run) => (run === null ? [] : [run.corners[corners === 4 ? 0 : 2]]));
    if (corners === 4) expect(first.toSorted((a, b) => a - b)).toEqual(first.map((_, index) => index + 1));
    if (corners === 0) expect(first.every((order) => order === 0)).toBe(true);
    const home = running.runs.filter((run) => run !== null && run.time > 0 && corners > 0);
    expect(
      home.filter(
        (run) => (run?.style === 1) !== (Math.min(run?.corners[2] ?? 0, run?.corners[3] ?? 0) === 1),
      ),
    ).toEqual([]);
  }
});

it('one winner is paid its odds, and the number of places follows the field', () => {
  for (const { race, market, payoffs } of seen) {
    const { bets } = payoffs;
    if (tied(race, 1) === 1)
      expect(bets.win[0]?.payoff).toBe(
        Math.round(
          (market.win[market.win.findIndex((_, index) => world.finish[race.first + index] === 1)] ?? 0) * 100,
        ),
      );
    const most = [1, 2, 3].reduce((sum, place) => sum + (place <= market.places ? tied(race, place) : 0), 0);
    expect(bets.place).toHaveLength(most);
    expect(market.places).toBe(market.starters >= 8 ? 3 : market.starters >= 5 ? 2 : 0);
    expect(bets.quinella_place.length).toBeGreaterThanOrEqual(3);
    expect(bets.bracket_quinella.length > 0).toBe(market.starters >= 9);
    // Four horses share what three would: after a dead heat for the last place it may pay less than its lower bound.
    for (const { numbers, payoff } of most > market.places ? [] : bets.place) {
      expect(payoff).toBeGreaterThanOrEqual(Math.round((market.placeLow[Number(numbers) - 1] ?? 0) * 100));
    }
  }
});

it('a dead heat adds slots within those of the record', () => {
  const heats = races.filter((race) => [1, 2, 3].some((place) => tied(race, place) > 1));
  expect(heats.length).toBeGreaterThan(10);
  for (const race of heats) {
    const { bets } = payoffsOf(world, race, marketOf(world, race));
    const count = { first: tied(race, 1), second: tied(race, 2), third: tied(race, 3) };
    if (count.first === 2) {
      expect([
        bets.win.length,
        bets.exacta.length,
        bets.quinella.length,
        bets.trifecta.length,
        bets.trio.length,
      ]).toEqual([2, 2, 1, 2 * count.third, count.third]);
    } else if (count.second === 2) {
      expect([
        bets.win.length,
        bets.exacta.length,
        bets.quinella.length,
        bets.trifecta.length,
        bets.trio.length,
      ]).toEqual([1, 2, 2, 2, 1]);
    } else
      expect([bets.win.length, bets.exacta.length, bets.trifecta.length, bets.trio.length]).toEqual([
        1, 1, 2, 2,
      ]);
    expect(
      Math.max(
        bets.win.length - 3,
        bets.place.length - 5,
        bets.quinella_place.length - 7,
        bets.bracket_quinella.length - 3,
      ),
    ).toBeLessThanOrEqual(0);
  }
});

it('the few that are scratched are refunded and have no odds; the few that stop have', () => {
  const statuses = races.flatMap(entriesOf).map((entry) => world.status[entry] ?? 0);
  expectNear(
    share(statuses, (status) => status === SCRATCHED),
    0.25,
    0.07,
  );
  expectNear(
    share(statuses, (status) => status === EXCLUDED),
    0.1,
    0.05,
  );
  expectNear(
    share(statuses, (status) => status === STOPPED),
    0.4,
    0.15,
  );
  const short = races.filter((race) => entriesOf(race).some((entry) => world.status[entry] === SCRATCHED));
  for (const race of short) {
    const market = marketOf(world, race);
    const { refunds, bets } = payoffsOf(world, race, market);
    const out = entriesOf(race).flatMap((entry, index) =>
      [SCRATCHED, EXCLUDED].includes(world.status[entry] ?? 0) ? [index] : [],
    );
    expect(refunds.map(Number)).toEqual(out.map((index) => index + 1));
    expect(
      out.every(
        (index) => market.win[index] === 0 && market.popularity[index] === 0 && market.placeLow[index] === 0,
      ),
    ).toBe(true);
    expect(market.starters).toBe(race.size - out.length);
    expect(bets.win.length).toBeGreaterThan(0);
  }
});

it('rests are those of real horses, none shorter than two weeks', () => {
  const rests = races.flatMap(entriesOf).flatMap((entry) => {
    const before = world.previous[entry] ?? -1;
    return before < 0 ? [] : [(races[0] === undefined ? 0 : world.race(entry).day) - world.race(before).day];
  });
  expect(Math.min(...rests.slice(0, 50_000))).toBeGreaterThanOrEqual(13);
  // Three full weeks between two runs in the middle, fourteen at the ninth decile: a week more from day to day.
  expectNear(quantile(rests, 0.5) / 7, 4, 0.8);
  expectNear(quantile(rests, 0.9) / 7, 15, 4);
});

it('courses and tracks are known for every race', () => {
  expect(races.every(({ spec }) => courseOf(spec.meeting.course).tracks.includes(spec.track))).toBe(true);
});
