// The index of a run: the winner's follows from the class of the field, the others' from their distance behind, with
// corrections to the raw score for how the race went.

import type { Draw } from '../draw.ts';
import { ratingOf } from '../people-and-horses/rating.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

/** Corrections to the raw score, null for none; idm = rawscore + pace + start + positioning + adverse. */
export interface Corrections {
  readonly trackDiff: number;
  readonly pace: number | null;
  readonly start: number | null;
  readonly positioning: number | null;
  readonly corner1: number | null;
  readonly corner4: number | null;
  readonly adverse: number | null;
  readonly adverseFirst: number | null;
  readonly adverseHalfway: number | null;
  readonly adverseLast: number | null;
  readonly raceDetail: number | null;
}

/** Index points per second behind the winner, by class: better fields are closer on the scale of IDM. */
const INDEX_SPREAD = [1.15, 1.05, 0.85, 0.72, 0.62, 0.95];

/** Rounded, and never negative zero. */
export const whole = (value: number): number => Math.round(value) + 0;

/** How many points a runner's index is lower, per second and per place. */
export interface IndexScale {
  readonly spread: number;
  /** Factor for the distance; 1 at 1600 m. */
  readonly scale: number;
}

export const indexScaleOf = ({ spec }: SampleRace): IndexScale => ({
  spread: spec.track.surface === 3 ? 1 : (INDEX_SPREAD[spec.level] ?? 1),
  scale: spec.track.distance / 1600,
});

export function winnerIndex(
  world: SampleWorld,
  race: SampleRace,
  starters: readonly number[],
  { spread }: IndexScale,
  draw: Draw,
): number {
  const mean =
    starters.reduce((sum, index) => sum + ratingOf(world, race.first + index), 0) / starters.length;
  const winner = starters.find((index) => world.finish[race.first + index] === 1) ?? 0;
  const own = ratingOf(world, race.first + winner);
  return mean + 13.4 * spread + (own - mean) * 0.25 + draw.normal() * 2.2;
}

/** The index of a runner that finished `gap` seconds behind, at that place. */
export function indexBehind(
  best: number,
  { gap, place, isWinner }: { readonly gap: number; readonly place: number; readonly isWinner: boolean },
  { spread, scale }: IndexScale,
  draw: Draw,
): number {
  const back = ((gap * 6.6) / scale ** 0.6 + place * 0.55) * spread;
  return whole(Math.max(-48, best - back + (isWinner ? 0 : draw.normal() * 1.2)));
}

/** `at`: its finishing place, from 0; -1 if it did not finish. */
export function drawCorrections(draw: Draw, trackDiff: number, at: number): Corrections {
  const some = (probability: number, low: number, high: number) =>
    draw.chance(probability) ? draw.int(low, high) : null;
  const late = at > 4 ? 1 : 0.4;
  const adverseFirst = some(0.004 * late, 1, 4);
  const adverseHalfway = some(0.003 * late, 1, 4);
  const adverseLast = some(0.004 * late, 1, 5);
  const adverse =
    adverseFirst === null && adverseHalfway === null && adverseLast === null
      ? null
      : (adverseFirst ?? 0) + (adverseHalfway ?? 0) + (adverseLast ?? 0);
  const positioning = some(0.13, 1, 4);
  return {
    trackDiff,
    pace: draw.chance(0.51) ? Math.max(-4, whole(7.5 + draw.normal() * 5.2)) : null,
    start: some(0.11, 1, 7),
    positioning,
    corner1: positioning === null ? null : draw.int(0, 2),
    corner4: positioning === null ? null : draw.int(0, 3),
    adverse,
    adverseFirst,
    adverseHalfway,
    adverseLast,
    raceDetail: some(0.05, -3, 3),
  };
}
