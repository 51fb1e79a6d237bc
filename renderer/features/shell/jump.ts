// What a typed identifier leads to: a date, a race key or a horse ID.

import { isRacedate } from '#shared/racing/racedate.ts';
import { parseRacekey } from '#shared/racing/racekey.ts';
import type { Place } from '../../navigation/place.ts';

export type Jump = Extract<Place, { screen: 'day' | 'race' | 'horse' }>;

const HORSE_ID = /^[0-9A-Za-z]{12}$/;

/** 2026-11-15, 2026/11/15 and 20261115 name the same day. */
function racedateOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const racedate = `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`;
  return isRacedate(racedate) ? racedate : undefined;
}

/** Eight digits can be both a date and a race key: then both, the likelier first. */
export function jumpsOf(query: string): readonly Jump[] {
  const text = query.normalize('NFKC').trim();
  const racedate = racedateOf(text);
  const jumps: Jump[] = [];
  if (racedate !== undefined) jumps.push({ screen: 'day', racedate });
  if (parseRacekey(text) !== undefined) jumps.push({ screen: 'race', racekey: text, tab: 'card' });
  if (HORSE_ID.test(text)) jumps.push({ screen: 'horse', horse_id: text });
  return jumps;
}
