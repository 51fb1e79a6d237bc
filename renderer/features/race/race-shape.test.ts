import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisOf,
  cornersIn,
  placeText,
  predictedAt,
  spotsOf,
  stageFacts,
  type PlacedRunner,
} from './race-shape.ts';

const runner = (horse_number: string, order: string, gap: string, lane: string) => ({
  horse_number,
  bracket_number: horse_number,
  est_goal_order: order,
  est_goal_timediff: gap,
  est_goal_lane_position: lane,
});

describe('the predicted order', () => {
  it('has the runners by place, without those that do not run or are not predicted', () => {
    const card = [
      runner('1', '2', '3', '1'),
      runner('2', '1', '0', '4'),
      runner('3', '3', '9', '2'),
      runner('4', '', '', ''),
      // From before the draw.
      runner('00', '4', '9', '2'),
    ];
    expect(predictedAt(card, 'goal', new Set([3]))).toEqual([
      { number: 2, bracket: 2, order: 1, gap: 0, lane: 4 },
      { number: 1, bracket: 1, order: 2, gap: 3, lane: 1 },
    ]);
    expect(predictedAt(card, 'mae3f', new Set())).toEqual([]);
    const unnumbered = card.map((each) => ({ ...each, horse_number: '00' }));
    expect(predictedAt(unnumbered, 'goal', new Set())).toEqual([]);
  });
});

describe('the real order', () => {
  it('has the corners that the result names', () => {
    const results = [
      { horse_number: '05', corner3_order: '02', corner4_order: '01' },
      { horse_number: '07', corner3_order: '01', corner4_order: '00' },
    ];
    const corners = cornersIn(results, new Map([[5, 3]]));
    expect(corners.map(({ corner, runners }) => [corner, runners.map(({ number }) => number)])).toEqual([
      [3, [7, 5]],
      [4, [5]],
    ]);
    expect(corners[1]?.runners[0]?.bracket).toBe(3);
  });
});

describe('the places on the strip', () => {
  it('keep the order within each lane, and let no two runners of a lane overlap', () => {
    const runners = fc
      .array(
        fc.record({ gap: fc.integer({ min: 0, max: 60 }), lane: fc.option(fc.integer({ min: 1, max: 5 })) }),
        {
          minLength: 1,
          maxLength: 18,
        },
      )
      .map((list) =>
        list
          .toSorted((a, b) => a.gap - b.gap)
          .map(({ gap, lane }, at): PlacedRunner => ({
            number: at + 1,
            bracket: undefined,
            order: at + 1,
            gap,
            lane: lane ?? undefined,
          })),
      );
    fc.assert(
      fc.property(runners, (list) => {
        const spots = spotsOf(list, 0.05);
        expect(spots.map(({ runner: { number } }) => number)).toEqual(list.map(({ number }) => number));
        for (const row of [0, 1, 2, 3, 4]) {
          const inRow = spots.filter((spot) => spot.row === row).map(({ behind }) => behind);
          for (const [at, behind] of inRow.entries())
            expect(behind - (inRow[at - 1] ?? -1)).toBeGreaterThanOrEqual(0.05 - 1e-9);
        }
      }),
    );
  });

  it('are to scale while nobody is in the way', () => {
    const at = (gap: number, lane: number): PlacedRunner => ({
      number: lane,
      bracket: undefined,
      order: lane,
      gap,
      lane,
    });
    const [first, second, third] = spotsOf([at(0, 1), at(5, 2), at(10, 3)], 0.05).map(({ behind }) => behind);
    expect(first).toBe(0);
    expect(second).toBeCloseTo((third ?? 0) / 2);
  });
});

describe('what the drawing says in words and figures', () => {
  const placed = (number: number, order: number, gap: number | undefined): PlacedRunner => ({
    number,
    bracket: 1,
    order,
    gap,
    lane: 3,
  });
  const field = [placed(7, 1, 0), placed(2, 2, 3), placed(5, 3, 12)];

  it('names the first and the last with their distance in lengths', () => {
    expect(stageFacts(field)).toEqual({ leader: 7, last: 5, lengths: 6, count: 3 });
    expect(stageFacts([placed(4, 1, undefined)])).toEqual({
      leader: 4,
      last: 4,
      lengths: undefined,
      count: 1,
    });
    expect(stageFacts([])).toBeUndefined();
  });

  it('gives the place with the lengths behind the leader, if they are known', () => {
    expect(placeText(field, 2)).toBe('2 (1.5)');
    expect(placeText([placed(4, 1, undefined)], 4)).toBe('1');
    expect(placeText(field, 9)).toBeUndefined();
  });

  it('has an axis in whole lengths, on which a runner in nobody’s way stands at its distance', () => {
    const ticks = axisOf(field, 0.05);
    expect(ticks.map(({ lengths }) => lengths)).toEqual([0, 2, 4, 6]);
    const last = spotsOf(field, 0.05).at(-1);
    expect(ticks.at(-1)?.behind).toBeCloseTo(last?.behind ?? 0);
    expect(axisOf([placed(4, 1, undefined)], 0.05)).toEqual([]);
  });
});
