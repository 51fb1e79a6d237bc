// A race date without its year, for a strip of days.

import { parseRacedate } from '#shared/racing/racedate.ts';
import type { Language } from '#shared/text.ts';

/** "11/15(日)", "Sun 11-15". */
export function shortDate(racedate: string, language: Language): string {
  const date = parseRacedate(racedate);
  if (date === undefined) return racedate;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    date.toDate('UTC'),
  );
  const two = (number: number): string => String(number).padStart(2, '0');
  return language === 'ja'
    ? `${date.month}/${date.day}(${weekday})`
    : `${weekday} ${two(date.month)}-${two(date.day)}`;
}
