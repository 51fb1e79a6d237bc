// The pace of a race and the times of its first and last 600 m.

import type { Draw } from '../draw.ts';
import { groundTenths } from '../calendar/going.ts';
import type { SampleRace } from '../world.ts';

export type Pace = 'H' | 'M' | 'S';

/** Pace of a race, by how many runners like to lead; races for newcomers are slow. */
export function drawPace(draw: Draw, front: number, level: number): Pace {
  const roll = draw.next() - (front - 1.5) * 0.06 + (level === 0 ? 0.15 : 0);
  return roll < 0.22 ? 'H' : roll < 0.67 ? 'M' : 'S';
}

/** Leader's first 600 m in seconds. */
export function leadingThree(surface: 1 | 2 | 3, distance: number, pace: Pace): number {
  const base =
    surface === 1
      ? distance <= 1000
        ? 33.4
        : distance <= 1200
          ? 34.1
          : distance <= 1500
            ? 35.0
            : distance <= 1800
              ? 35.9
              : 36.4
      : surface === 2
        ? distance <= 1000
          ? 35.0
          : distance <= 1200
            ? 34.2
            : distance <= 1600
              ? 35.9
              : distance <= 1700
                ? 36.7
                : 37.5
        : 41;
  return base + (pace === 'H' ? -0.6 : pace === 'S' ? 0.8 : 0);
}

/** Winner's last 600 m in seconds on good ground. */
export function lastThree(surface: 1 | 2 | 3, distance: number, pace: Pace): number {
  const base =
    surface === 1
      ? 34.8 + Math.min(1600, Math.max(0, distance - 1400)) * 0.0016
      : surface === 2
        ? 37.4 + Math.min(900, Math.max(0, distance - 1200)) * 0.003
        : 40.5;
  return base + (pace === 'H' ? 0.7 : pace === 'S' ? -0.6 : 0);
}

/** Seconds that wet ground adds to the last 600 m. */
export const wetClose = (root: number, race: SampleRace): number =>
  groundTenths(root, race.spec.meeting, race.spec.track.surface) * 0.05;

/** Seconds behind the leader early on, by running style. */
export function earlyGap(style: number, draw: Draw): number {
  const mean = [0, 0.05, 0.45, 0.95, 1.55][style] ?? 1;
  return Math.max(0, mean + draw.normal() * 0.3);
}
