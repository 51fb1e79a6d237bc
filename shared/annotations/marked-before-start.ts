// Whether a mark was set before the start of its race: one that was set afterwards is no tip.

import { markTime, type Annotation } from '#shared/annotations/annotation.ts';
import { postClockOf } from '#shared/racing/race-words.ts';
import { TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';

/** YYYYMMDDHHMM in Japan, of an instant in milliseconds since 1970. */
export const compactMinuteInTokyo = (at: number): string =>
  new Date(at + TOKYO_OFFSET_MS).toISOString().replace(/[-T:]/g, '').slice(0, 12);

/** "2026-11-15T15:40:12+09:00": an instant as a column of timestamps has it, by the clocks of Japan. */
export const timestampInTokyo = (at: number): string =>
  `${new Date(at + TOKYO_OFFSET_MS).toISOString().slice(0, 19)}+09:00`;

/** When a race starts, YYYYMMDDHHMM. Of a race without a post time its day counts: no mark of that day is before it. */
export const startOfRace = (racedate: string, postTime: string | null | undefined): string =>
  `${racedate.trim()}${postClockOf(postTime ?? '') ?? ''}`;

/** Whether the mark was set, or last changed, before the minute of the start; rules read it the same way. */
export const isMarkedBeforeStart = (
  annotation: Annotation,
  racedate: string,
  postTime: string | null | undefined,
): boolean => compactMinuteInTokyo(markTime(annotation)) < startOfRace(racedate, postTime);
