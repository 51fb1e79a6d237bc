// Where a typed identifier leads: a date, a race key or a horse ID.

import { isRacedate } from '#shared/racing/racedate.ts';
import { parseRacekey, serviceSpelling } from '#shared/racing/racekey.ts';
import type { Route } from './screens.tsx';

export type Jump = Extract<Route, { screen: 'day' | 'race' | 'horse' }>;

const HORSE_ID = /^[0-9A-Za-z]{12}$/;

/** Years that a race day can have: 0926-12-02 is a calendar date, but nobody means it. */
const FIRST_YEAR = 1980;
const LAST_YEAR = 2100;

/** 2026-11-15, 2026/11/15 and 20261115 name the same day. */
function racedateOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined;
  const racedate = `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`;
  return isRacedate(racedate) ? racedate : undefined;
}

const MOST_RACES_A_DAY = 12;

/** The race keys that eight characters can mean, the service's spelling first; none if no race has such a number. */
function racekeysOf(text: string): readonly string[] {
  const parts = parseRacekey(text);
  if (parts === undefined || parts.racecourse_cd === '00') return [];
  if (!parts.elsewhere && parts.raceNumber > MOST_RACES_A_DAY) return [];
  const spelling = serviceSpelling(text);
  return spelling === undefined ? [text] : [spelling, text];
}

/**
 * Eight digits can be both a race key and a date: then both are offered. The date comes first if the key's course is
 * none of the ten, as in 20261115; otherwise the race does.
 */
export function jumpsOf(query: string): readonly Jump[] {
  const text = query.normalize('NFKC').trim();
  const racedate = racedateOf(text);
  const days: readonly Jump[] = racedate === undefined ? [] : [{ screen: 'day', racedate }];
  const races = racekeysOf(text).map((racekey): Jump => ({ screen: 'race', racekey, tab: 'card' }));
  const isNational = parseRacekey(text)?.elsewhere === false;
  const horses: readonly Jump[] = HORSE_ID.test(text) ? [{ screen: 'horse', horse_id: text }] : [];
  return [...(isNational ? [...races, ...days] : [...days, ...races]), ...horses];
}
