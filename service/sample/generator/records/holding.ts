// t_ka and d_ka: a day of a meeting, its going and its measurements.

import { courseOf } from '../calendar/courses.ts';
import { monthOf, racedateOf, tokyoInstant, weekday } from '../calendar/days.ts';
import { Draw, normal } from '../draw.ts';
import { goingOf, groundTenths, weatherOf } from '../calendar/going.ts';
import { holdingkeyOf } from './keys.ts';
import { railOf } from '../calendar/race-names.ts';
import { announcedAt, isMeasured, type Now } from '../race/known.ts';
import type { MeetingDay } from '../calendar/calendar.ts';
import type { SampleRecord } from './record.ts';

/** Weather, going and cushion are measured in the morning of the day. */
export function holdingRecord(root: number, meeting: MeetingDay, now: Now): SampleRecord {
  const known = isMeasured(meeting.day, now);
  const place = courseOf(meeting.course);
  const draw = new Draw(root, meeting.day, meeting.course, 0x6b61);
  const turf = goingOf(root, meeting, 1);
  const dirt = goingOf(root, meeting, 2);
  const trackDiff = round(groundTenths(root, meeting, 1));
  const winter = [12, 1, 2].includes(monthOf(meeting.day));
  const rain = Math.max(0, turf - 1) * 9 + Math.max(0, dirt - 1) * 5 + draw.exponential() * 5;
  const cushion =
    place.cushion -
    ([0, 0, 0.6, 0.9, 1.6][turf] ?? 0) +
    normal(root, meeting.day, meeting.course, 0x637573) * 0.35;
  return {
    data_classification: known ? '4' : '3',
    holding_classification: meeting.stream === 2 ? '3' : meeting.stream === 0 ? '1' : '2',
    holdingkey: holdingkeyOf(meeting),
    racedate: racedateOf(meeting.day),
    dayofweek_cd: String(weekday(meeting.day) + 1),
    weather_cd: known ? String(weatherOf(root, meeting)) : null,
    course_cd: railOf(meeting),
    turf_condition_cd: known ? String(turf) : null,
    track_diff: trackDiff,
    straight_track_diff1: round(trackDiff + draw.int(-3, 1)),
    straight_track_diff2: round(trackDiff + draw.int(-2, 1)),
    straight_track_diff3: trackDiff,
    straight_track_diff4: round(trackDiff + draw.int(-1, 2)),
    straight_track_diff5: round(trackDiff + draw.int(-1, 3)),
    dirt_condition_cd: known ? String(dirt) : null,
    dirt_track_diff: round(groundTenths(root, meeting, 2)),
    turf_species_cd: place.turf,
    turf_length: place.turf === '2' ? draw.int(12, 16) * 10 : draw.int(10, 14) * 10,
    rolling_compaction_flag: '0',
    rolling_compaction_width: null,
    sand_thickness: place.sand,
    sand_thickness_adjastment_flag: meeting.meetingDay === 1 ? '1' : '0',
    antifreeze_agent_flag: winter && meeting.course <= 9 && draw.chance(0.35) ? '1' : '0',
    precipitation_during_the_week: known ? round(rain) : null,
    number_of_races: 12,
    number_of_consecutive_days: meeting.meetingDay,
    number_of_consecutive_holding: Math.ceil(meeting.meetingDay / 2),
    cushion_measurement_time:
      known && racedateOf(meeting.day) >= '20200911'
        ? `0${draw.int(7, 8)}${draw.of(['00', '15', '30'])}`
        : null,
    cushion_value:
      known && racedateOf(meeting.day) >= '20200911' ? round(Math.max(6.5, Math.min(12.2, cushion))) : null,
    updated_at: known
      ? tokyoInstant(meeting.day, 9, 12, meeting.course * 31)
      : announcedAt(meeting.day, now, { daysBefore: 2, minutes: 17 * 60 + 5 }, meeting.course * 31),
  };
}

/** Rounds to one decimal, since a sum of tenths has rounding errors. */
const round = (value: number): number => Math.round(value * 10) / 10 + 0;
