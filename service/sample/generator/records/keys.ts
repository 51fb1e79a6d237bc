// The keys that join the tables, and the identifiers of a day's races.

import { twoDigits } from './text.ts';
import { racedateOf, yearOf } from '../calendar/days.ts';
import { registrationOf } from '../people-and-horses/horses.ts';
import type { MeetingDay } from '../calendar/calendar.ts';
import type { SampleRace } from '../world.ts';

/** Course 2, year 2, meeting 1, day 1: six digits. */
export const holdingkeyOf = (meeting: MeetingDay): string =>
  twoDigits(meeting.course) +
  twoDigits(yearOf(meeting.day) % 100) +
  String(meeting.meeting) +
  String(meeting.meetingDay);

export const racekeyOf = (race: SampleRace): string =>
  holdingkeyOf(race.spec.meeting) + twoDigits(race.spec.number);

/** Registration number and race date: sixteen digits. */
export const resultkeyOf = (horse: number, day: number): string => registrationOf(horse) + racedateOf(day);
