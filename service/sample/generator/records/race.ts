// t_ra and d_ra: the race program.

import { courseOf, parSeconds } from '../calendar/courses.ts';
import { racedateOf, tokyoInstant, weekday, yearOf } from '../calendar/days.ts';
import { goingOf, weatherOf } from '../calendar/going.ts';
import { racekeyOf } from './keys.ts';
import { categoryOf, conditionOf, editionOf, insigniaOf, nameOf, railOf } from '../calendar/race-names.ts';
import type { RaceFile } from '../race-file.ts';
import { twoDigits } from './text.ts';
import { announcedAt, isOut, programChangedAt } from '../race/known.ts';
import type { SampleRecord } from './record.ts';

export function raceRecord(file: RaceFile): SampleRecord {
  const { world, race, stage, now, ahead, known } = file;
  const { spec } = race;
  const { meeting, track } = spec;
  const place = courseOf(meeting.course);
  const jump = track.surface === 3;
  const out = Array.from(
    { length: 18 },
    (_, index) => index < race.size && isOut(world, race.first + index, known),
  );
  const over = stage !== 'card';
  const changedAt = programChangedAt(world, race, known);
  const [first, second, third, fourth, fifth] = spec.prizes;
  return {
    data_classification: ahead <= 1 ? '4' : '3',
    holding_classification: meeting.stream === 2 ? '3' : meeting.stream === 0 ? '1' : '2',
    racekey: racekeyOf(race),
    racedate: racedateOf(race.day),
    post_time: twoDigits(Math.floor(spec.post / 60)) + twoDigits(spec.post % 60),
    original_post_time: null,
    racecourse_cd: place.code,
    distance: String(track.distance),
    track_type: String(track.surface),
    turn_cd: jump || track.corners === 0 ? '9' : place.turn,
    inside_outside_cd: track.lane,
    course_cd: track.surface === 2 ? '0' : railOf(meeting),
    class_cd: categoryOf(spec),
    insignia_cd: insigniaOf(spec),
    condition_cd: conditionOf(spec),
    weight_cd: String(spec.weights),
    grade_cd: spec.grade === 0 ? null : String(spec.grade),
    race_name: nameOf(world.root, spec),
    howmany_times: editionOf(world.root, spec, yearOf(race.day)),
    headcount: race.size - out.filter(Boolean).length,
    turf_condition_cd: known.odds !== null ? String(goingOf(world.root, meeting, track.surface)) : null,
    weather_cd: known.odds !== null ? String(weatherOf(world.root, meeting)) : null,
    prize_win: first,
    prize_show: second,
    prize_place: third,
    prize_4th: fourth,
    prize_5th: fifth,
    inclusion1: spec.added[0],
    inclusion2: spec.added[1],
    cancel_horse: out.map((each) => (each ? '1' : '0')).join(''),
    assumption_time: String(Math.round(parSeconds(place, track) * 10)),
    correction_flag: null,
    win5_number: winFive(file),
    updated_at: over
      ? tokyoInstant(race.day, 0, spec.post + 8, spec.number * 41)
      : changedAt !== null
        ? tokyoInstant(race.day, 0, changedAt, spec.number * 41)
        : announcedAt(race.day, now, { daysBefore: 1, minutes: 11 * 60 + 30 }, spec.number * 41),
  };
}

/**
 * The leg of the multi-race win bet, which runs on Sundays over five late races, in the order of their starts: two of
 * each main course and the main race of the local one, without which the west has three.
 */
function winFive({ world, race }: RaceFile): string | null {
  if (weekday(race.day) !== 0) return null;
  const specs = world.racesOn(race.day).map(({ spec }) => spec);
  const hasLocal = specs.some(({ meeting }) => meeting.stream === 2);
  const first = { 0: 10, 1: hasLocal ? 10 : 9, 2: 11 };
  const legs = specs
    .filter(({ meeting, number }) => number >= first[meeting.stream] && number <= 11)
    .toSorted((one, other) => one.post - other.post);
  const leg = legs.indexOf(race.spec) + 1;
  return leg === 0 ? null : String(leg);
}
