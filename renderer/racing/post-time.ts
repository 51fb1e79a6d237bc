// The instant of a post time. Pure.

import { DAY_MS, dayNumber, TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';
import { postClockOf } from '#shared/racing/race-words.ts';

const MINUTE_MS = 60_000;

/**
 * The instant of a post time in Tokyo, in epoch milliseconds; undefined unless day and time are real. Midnight stands for a
 * time that is not known.
 */
export function postInstant(racedate: string, postTime: string | undefined): number | undefined {
  const day = dayNumber(racedate);
  const clock = postClockOf(postTime ?? '');
  if (day === undefined || clock === undefined || clock === '0000') return undefined;
  const [hours, minutes] = [Number(clock.slice(0, 2)), Number(clock.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - TOKYO_OFFSET_MS;
}
