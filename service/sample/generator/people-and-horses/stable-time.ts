// A runner before the race: its travel, its time in the stable, its build.

import { Draw, mix } from '../draw.ts';
import type { SampleWorld } from '../world.ts';

/** `shipment_classification_cd`: horses stay at the northern courses and are shipped to the far ones. */
export function shipping(region: 0 | 1, course: number, draw: Draw): string {
  if (course <= 2) return draw.chance(0.7) ? '1' : '3';
  const home = region === 0 ? [3, 4, 5, 6].includes(course) : [7, 8, 9].includes(course);
  return home ? '2' : draw.chance(0.45) ? '3' : '2';
}

/** Eighteen digits, one per part of the body; tail carriage has two values. */
export function bodyType(root: number, horse: number): string {
  let text = '';
  for (let part = 0; part < 18; part++) {
    const roll = mix(root, horse, part, 0x626f6479) % 10;
    text += part === 16 ? (roll < 6 ? '2' : '1') : roll < 7 ? '2' : roll < 8 ? '1' : '3';
  }
  return text;
}

/** Since when the horse is in its stable, from which farm, and its number of runs since then, this one included. */
export function stableTime(world: SampleWorld, entry: number, day: number) {
  const { root } = world;
  const horse = world.horse[entry] ?? 0;
  let runs = 1;
  let first = entry;
  let gap = Infinity;
  for (let before = world.previous[entry] ?? -1; before >= 0; before = world.previous[before] ?? -1) {
    gap = world.race(first).day - world.race(before).day;
    if (gap > 62) break;
    first = before;
    runs++;
    gap = Infinity;
  }
  const since = world.race(first).day - 18 - (mix(root, first, 0x7374) % 22);
  const rested = runs === 1 && gap < Infinity;
  return {
    since,
    runs,
    farm: mix(root, horse, 0x6661726d) % 160,
    reason: rested && day > 0 ? new Draw(root, first, 0x72657374).weighted([['01', 80], ['11', 8], ['03', 4], ['02', 3], ['04', 3], ['07', 2]] as const) : null, // prettier-ignore
  };
}
