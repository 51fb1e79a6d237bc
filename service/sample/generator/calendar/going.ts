// Weather, going and the state of the course of a meeting day: the same for all its races.

import type { MeetingDay } from './calendar.ts';
import { monthOf } from './days.ts';
import { normal, unit } from '../draw.ts';

/** How wet a course is on a day, 0 to 1; most days are dry, and rain stays in the ground for the weekend. */
function wetness(root: number, meeting: MeetingDay): number {
  const week = Math.floor((meeting.day + 1) / 7);
  const shared = unit(root, week, meeting.course, 0x7261696e);
  const own = unit(root, meeting.day, meeting.course, 0x7261696e);
  return shared * 0.72 + own * 0.28;
}

/** 1 good, 2 slightly heavy, 3 heavy, 4 bad; as in `turf_condition_cd`, for turf (and jumps) or dirt. */
export function goingOf(root: number, meeting: MeetingDay, surface: 1 | 2 | 3): 1 | 2 | 3 | 4 {
  const wet = wetness(root, meeting);
  const limits = surface === 2 ? [0.606, 0.762, 0.862] : [0.708, 0.845, 0.927];
  return wet < (limits[0] ?? 1) ? 1 : wet < (limits[1] ?? 1) ? 2 : wet < (limits[2] ?? 1) ? 3 : 4;
}

/** 1 sunny, 2 cloudy, 3 rain, 4 light rain, 5 snow, 6 light snow. */
export function weatherOf(root: number, meeting: MeetingDay): 1 | 2 | 3 | 4 | 5 | 6 {
  const wet = wetness(root, meeting);
  const roll = unit(root, meeting.day, meeting.course, 0x736b79);
  const month = monthOf(meeting.day);
  const snow = (month <= 2 || month === 12) && roll > 0.93;
  if (wet > 0.9) return snow ? 5 : roll < 0.75 ? 3 : 2;
  if (wet > 0.78) return snow ? 6 : roll < 0.3 ? 3 : roll < 0.5 ? 4 : 2;
  if (wet > 0.6) return roll < 0.08 ? 4 : roll < 0.6 ? 2 : 1;
  return roll < 0.22 ? 2 : 1;
}

/** Tenths of a second per 1000 m that the going adds: wet turf is slower, wet dirt faster. */
export function groundTenths(root: number, meeting: MeetingDay, surface: 1 | 2 | 3): number {
  const going = goingOf(root, meeting, surface);
  const slow = surface === 2 ? [0, 0, -2.5, -9, -12] : [0, 0, 8, 14, 21];
  return (slow[going] ?? 0) + normal(root, meeting.day, meeting.course, 0x677264 + surface) * 2.5;
}
