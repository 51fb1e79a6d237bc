// The rules of a career: class by earnings, rest between races, and when it ends.

import type { Draw } from '../draw.ts';
import type { ClassLevel } from '../calendar/program.ts';

/** Class by classification money, 10,000 yen: maiden, one, two, three wins, open. */
export function levelFromEarnings(earned: number): ClassLevel {
  if (earned <= 0) return 1;
  if (earned <= 500) return 2;
  if (earned <= 1000) return 3;
  return earned <= 1600 ? 4 : 5;
}

/** First day on which it may run again: after two or three weeks for most, months for some; never within 13 days. */
export function nextRun(draw: Draw, day: number, hurt: boolean): number {
  const roll = draw.next();
  if (hurt) return day + draw.int(90, 250);
  if (roll < 0.72) return day + 13 + (draw.chance(0.72) ? 0 : 7);
  if (roll < 0.83) return day + draw.int(20, 48);
  return roll < 0.95 ? day + draw.int(55, 110) : day + draw.int(110, 260);
}

/** The number of horses that a class needs, by level; 6 and 7 are jumpers. */
const ROOM = [9999, 1800, 2350, 800, 410, 510, 180, 105];
/** Share of horses whose career ends after a run if the class is as full as it should be. */
const ENDS = [0, 0.065, 0.04, 0.05, 0.07, 0.06, 0.08, 0.09];

/** Whether the career ends here. `place` is 0 (won) to 1 (last). */
export function retires(
  draw: Draw,
  now: {
    readonly at: number;
    readonly age: number;
    readonly place: number;
    readonly inClass: number;
    readonly month: number;
  },
): boolean {
  const crowd = Math.max(0.15, Math.min(5, (now.inClass / (ROOM[now.at] ?? 1)) ** 3));
  const form = now.place > 0.6 ? 1.5 : now.place < 0.25 ? 0.35 : 0.9;
  const old = now.age >= 8 ? 3 : now.age === 7 ? 2 : now.age === 6 ? 1.4 : now.age <= 2 ? 0.3 : 1;
  return draw.chance((ENDS[now.at] ?? 0) * crowd * form * old);
}
