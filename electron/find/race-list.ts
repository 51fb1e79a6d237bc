// The races of an index by their days and courses, made again after a change.

import { dayNumber } from '#shared/racing/racedate.ts';
import type { Named, NameIndex } from './name-index.ts';

export interface RaceList {
  readonly races: readonly Named[];
  /** The racecourses of each race day, YYYYMMDD as a number. */
  readonly days: ReadonlyMap<number, ReadonlySet<string>>;
}

const made = new WeakMap<NameIndex, { readonly revision: number; readonly list: RaceList }>();

export const courseOf = (race: Pick<Named, 'key'>): string => race.key.slice(0, 2);
export const numberOf = (race: Pick<Named, 'key'>): number => Number(race.key.slice(6, 8));

export function racesOf(index: NameIndex): RaceList {
  const known = made.get(index);
  if (known?.revision === index.revision) return known.list;
  const races = [...index.all('race')].filter(({ seen }) => seen > 0);
  const days = new Map<number, Set<string>>();
  for (const race of races) {
    const courses = days.get(race.seen);
    if (courses === undefined) days.set(race.seen, new Set([courseOf(race)]));
    else courses.add(courseOf(race));
  }
  const list = { races, days };
  made.set(index, { revision: index.revision, list });
  return list;
}

/** An order of race dates as numbers: today's first, then the nearest, the coming one first of two. */
export function nearestTo(today: string): (a: number, b: number) => number {
  const now = dayNumber(today) ?? 0;
  const known = new Map<number, number>();
  const away = (seen: number): number => {
    const found = known.get(seen);
    if (found !== undefined) return found;
    const days = (dayNumber(String(seen)) ?? 0) - now;
    const distance = days < 0 ? -2 * days + 1 : 2 * days;
    known.set(seen, distance);
    return distance;
  };
  return (a, b) => (a === b ? 0 : away(a) - away(b));
}
