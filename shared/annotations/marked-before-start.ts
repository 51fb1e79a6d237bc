// Whether a mark was set before the start of its race: one that was set afterwards is no tip.

import { markTime, type Annotation } from '#shared/annotations/annotation.ts';
import { postClockOf } from '#shared/racing/race-words.ts';
import { compactMinuteInTokyo } from '#shared/racing/racedate.ts';

/** When a race starts, YYYYMMDDHHMM. Of a race without a post time its day counts: no mark of that day is before it. */
export const startOfRace = (racedate: string, postTime: string | null | undefined): string =>
  `${racedate.trim()}${postClockOf(postTime ?? '') ?? ''}`;

/** Whether the mark was set, or last changed, before the minute of the start; rules read it the same way. */
export const isMarkedBeforeStart = (
  annotation: Annotation,
  racedate: string,
  postTime: string | null | undefined,
): boolean => compactMinuteInTokyo(markTime(annotation)) < startOfRace(racedate, postTime);
