// The gaps of a race: in seconds to the winner at the finish and to the leader during the race, and as official
// margins.

import type { Draw } from '../draw.ts';
import type { SampleRace, SampleWorld } from '../world.ts';

/** Seconds behind the winner, by finish: small at the front, larger at the back; 0 for a dead heat. */
export function finishGaps(
  world: SampleWorld,
  race: SampleRace,
  home: readonly number[],
  draw: Draw,
  scale: number,
): number[] {
  const gaps: number[] = [];
  let gap = 0;
  const spread =
    (0.98 + draw.exponential() * 0.46) *
    scale ** 0.5 *
    (race.spec.level <= 1 ? 1.15 : race.spec.level >= 4 ? 0.75 : 1);
  home.forEach((index, at) => {
    if (at > 0) {
      const tied = world.finish[race.first + index] === world.finish[race.first + (home[at - 1] ?? 0)];
      const part = at / home.length;
      const mean = at === 1 ? 0.14 : part < 0.6 ? 0.11 : part < 0.85 ? 0.2 : 0.46;
      gap += tied
        ? 0
        : Math.max(
            0.005,
            Math.min(
              3.2,
              mean * spread * (at === 1 ? 1 : 16 / Math.max(10, home.length)) * draw.exponential(),
            ),
          );
    }
    gaps.push(gap);
  });
  return gaps;
}

/** Gaps in seconds by position in the field; the leader's is 0. */
export function gapsToLeader(
  starters: readonly number[],
  of: (index: number) => number,
): Map<number, number> {
  const raw = starters.map((index) => [index, of(index)] as const);
  const least = raw.reduce((low, [, gap]) => Math.min(low, gap), Infinity);
  return new Map(raw.map(([index, gap]) => [index, gap - least]));
}

const LENGTH_SECONDS = 0.17;

const MARGINS: readonly (readonly [number, string])[] = [
  [0.12, 'ハナ'], [0.22, 'アタマ'], [0.4, 'クビ'], [0.62, '1/2'], [0.87, '3/4'], [1.12, '1'], [1.37, '1 1/4'], [1.62, '1 1/2'],
  [1.87, '1 3/4'], [2.25, '2'], [2.75, '2 1/2'], [3.25, '3'], [3.75, '3 1/2'], [4.5, '4'], [5.5, '5'], [6.5, '6'],
  [7.5, '7'], [8.5, '8'], [9.5, '9'], [10.5, '10'],
]; // prettier-ignore

/** A gap in seconds as a margin: nose, head, neck, lengths and their fractions, distance. */
export function marginText(seconds: number): string {
  const lengths = seconds / LENGTH_SECONDS;
  return MARGINS.find(([limit]) => lengths < limit)?.[1] ?? '大差';
}
