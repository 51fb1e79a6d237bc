// Where an arrow key leads among the races of a day: up and down within a course, left and right between courses.

import type { RaceSummary } from './racing-day.ts';

/** Columns of races: the courses side by side, or one list of all. */
export type RaceColumns = readonly {
  readonly races: readonly Pick<RaceSummary, 'racekey' | 'number'>[];
}[];

const VERTICAL: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const HORIZONTAL: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The race key to go to; undefined if the key has no effect. Left and right keep the race number. */
export function raceAfterKey(courses: RaceColumns, racekey: string, key: string): string | undefined {
  const column = courses.findIndex(({ races }) => races.some((race) => race.racekey === racekey));
  const races = courses[column]?.races ?? [];
  const row = races.findIndex((race) => race.racekey === racekey);
  const here = races[row];
  if (here === undefined) return undefined;
  const move = VERTICAL[key];
  if (move !== undefined) return races[move(row, races.length - 1)]?.racekey;
  const step = HORIZONTAL[key];
  if (step === undefined) return undefined;
  const beside = courses[column + step]?.races;
  if (beside === undefined) return racekey;
  const same = beside.find(({ number }) => number >= here.number);
  return (same ?? beside.at(-1))?.racekey;
}
