// How many days of a subject are fetched when it is opened.

import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import type { Subject } from './subject.ts';

/** A longer period is what downloads are for: they can be planned, paused and resumed. */
const MOST_DAYS = 7;
/** Records of races are few: a year of them is one request. */
const MOST_DAYS_OF_RACES = 366;
const OF_RACES: ReadonlySet<DayRecord> = new Set(['race', 'payoff']);

/** The longest period, in days, whose missing days are requested; of a longer one only what is stored is read. */
export const mostFetchedDays = ({ requires, uses }: Pick<Subject, 'requires' | 'uses'>): number =>
  [...requires, ...uses].every((record) => OF_RACES.has(record)) ? MOST_DAYS_OF_RACES : MOST_DAYS;
