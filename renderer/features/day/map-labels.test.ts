import { describe, expect, it } from 'vitest';
import { labelsOf } from './map-labels.ts';
import type { MapPoint } from './odds-map.ts';

const point = (id: string, x: number, y: number): MapPoint => ({
  runner: {
    id, racekey: '05265601', number: 1, name: id, rank: 1, value: '1', odds: 1, oddsKind: 'final', popularity: 1,
    ranked: 1, finish: undefined, mark: 'unplaced', record: {},
  },
  x,
  y,
}); // prettier-ignore
const sides = (...points: readonly MapPoint[]) =>
  labelsOf(points.map((each) => ({ point: each, text: 'カゼノサンプル' }))).map(({ point: at, side }) => [
    at.runner.id,
    side,
  ]);

describe('the names on the map', () => {
  it('stand to the right of their points, and to the left where the map ends', () => {
    expect(sides(point('a', 0.1, 0.5), point('b', 0.97, 0.5))).toEqual([
      ['a', 'right'],
      ['b', 'left'],
    ]);
  });

  it('do not run into each other on a larger map, where two close points are further apart', () => {
    expect(sides(point('a', 0.5, 0.5), point('b', 0.51, 0.5))).toEqual([['a', 'right']]);
    expect(sides(point('a', 0.5, 0.5), point('b', 0.49, 0.5))).toEqual([
      ['a', 'right'],
      ['b', 'left'],
    ]);
  });

  it('give way to earlier ones, to the other side or altogether', () => {
    expect(sides(point('a', 0.5, 0.5), point('b', 0.5, 0.51), point('c', 0.5, 0.49))).toEqual([
      ['a', 'right'],
      ['b', 'left'],
    ]);
  });
});
