// The six fields that identify the runner in records of previous runs, in t_ze and t_zk.

import { racedateOf } from '../calendar/days.ts';
import { horseIdOf } from '../people-and-horses/horses.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { horseName } from '../people-and-horses/names.ts';
import type { RaceFile } from '../race-file.ts';
import type { RecordDraft } from './record.ts';

/** `index`: the runner's place in the race, from 0. */
export function runnerIdentity({ world, race }: RaceFile, index: number): RecordDraft {
  const horse = world.horse[race.first + index] ?? 0;
  return {
    racedate: racedateOf(race.day),
    resultkey: resultkeyOf(horse, race.day),
    racekey: racekeyOf(race),
    horse_number: String(index + 1),
    horse_id: horseIdOf(world.root, horse),
    horse_name: horseName(world.root, horse),
  };
}
