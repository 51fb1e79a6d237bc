import { expect, it } from 'vitest';
import { figureOf, GROUP_FIGURES } from '#shared/bridge/group-figures.ts';

const GROUP = {
  count: 12,
  finish: { starts: 8, first: 2, firstTwo: 3, firstThree: 4 },
  returns: { win: { n: 8, yen: 1000 }, place: { n: 5, yen: 450 } },
  measures: [{ column: 'idm', n: 3, sum: 30, mean: 10 }],
};

it('rates are percent of starts, returns percent of the stakes', () => {
  expect(Object.fromEntries(GROUP_FIGURES.map((name) => [name, figureOf(GROUP, name)]))).toEqual({
    count: 12,
    starts: 8,
    first: 2,
    win: 25,
    two: 37.5,
    three: 50,
    winPaid: 8,
    winReturn: 125,
    placePaid: 5,
    placeReturn: 90,
    mean: 10,
    meanN: 3,
  });
});

it('without a start or a stake there is no rate, instead of 0 %', () => {
  const none = {
    count: 1,
    finish: { starts: 0, first: 0, firstTwo: 0, firstThree: 0 },
    returns: { win: { n: 0, yen: 0 }, place: { n: 0, yen: 0 } },
    measures: [{ column: 'idm', n: 0, sum: 0, mean: null }],
  };
  for (const name of ['win', 'two', 'three', 'winReturn', 'placeReturn', 'mean'] as const)
    expect(figureOf(none, name)).toBeUndefined();
  expect(figureOf({ count: 1, measures: [] }, 'win')).toBeUndefined();
});
