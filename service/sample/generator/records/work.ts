// t_ch: the main work before the race.

import { racedateOf, weekday } from '../calendar/days.ts';
import { horseIdOf } from '../people-and-horses/horses.ts';
import { racekeyOf } from './keys.ts';
import type { RaceFile } from '../race-file.ts';
import { workOf } from '../people-and-horses/training.ts';
import type { SampleRecord } from './record.ts';

export function workRecord(file: RaceFile, index: number): SampleRecord {
  const { world, race, card } = file;
  const each = card.entries[index];
  if (each === undefined) throw new RangeError(`no runner ${index + 1}`);
  const work = workOf(world, race, each);
  return {
    racedate: racedateOf(race.day),
    racekey: racekeyOf(race),
    horse_number: String(each.number),
    horse_id: horseIdOf(world.root, each.horse),
    exercise_day: String(weekday(work.day) + 1),
    exercise_date: racedateOf(work.day),
    number_of_times: String(work.count),
    exercise_course_cd: work.course,
    work_kind: work.kind,
    work_situation: work.situation,
    work_rider: work.rider,
    exercise_distance: String(work.furlongs * 200),
    ten: String(work.splits[0]),
    naka: String(work.splits[1]),
    shimai: String(work.splits[2]),
    ten_index: work.indices[0],
    nakasisu: work.indices[1],
    shimaisisu: work.indices[2],
    oikirisisu: work.indices[3],
    abreast_result: work.pair?.result ?? '',
    abreast_work_type: work.pair?.kind ?? '',
    abreast_class: work.pair?.conditions ?? '',
    abreast_age: work.pair?.age ?? null,
  };
}
