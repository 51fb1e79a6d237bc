// t_zk and d_zk: tack, legs, notes and comments on the last five runs.

import { racedateOf } from '../calendar/days.ts';
import { paddockComment, raceComment, runNotes, tackComment } from '../race/comments.ts';
import { Draw } from '../draw.ts';
import { gearOf } from '../people-and-horses/gear.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { stageOf, type RaceFile, type RaceFiles } from '../race-file.ts';
import { oddsText, textOrNull, twoDigits } from './text.ts';
import { pastEntries } from './entry.ts';
import { runnerIdentity } from './runner-identity.ts';
import type { RecordDraft, SampleRecord, SampleValue } from './record.ts';
import { analysedRun, indexText } from './result.ts';

const LIMBS = [['overall1', 'all'], ['left_front', 'leftFront'], ['right_front', 'rightFront'], ['left_back', 'leftBack'], ['right_back', 'rightBack']] as const; // prettier-ignore

export function pastDetailsRecord(file: RaceFile, files: RaceFiles, index: number): SampleRecord {
  const { world, race } = file;
  const entry = race.first + index;
  const record = runnerIdentity(file, index);
  const past = pastEntries(world, entry);
  for (let n = 1; n <= 5; n++) addRun(record, file, files, FIELDS[n - 1] ?? [], past[n - 1]);
  return record;
}

/** The fields of one earlier run; null if there is none. */
function addRun(
  record: RecordDraft,
  { world, now }: RaceFile,
  files: RaceFiles,
  fields: readonly string[],
  entry: number | undefined,
): void {
  if (entry === undefined) {
    for (const field of fields) record[field] = null;
    return;
  }
  const earlier = world.race(entry);
  const past = { stage: stageOf(earlier, now), ...files.past(earlier) };
  const index = entry - earlier.first;
  const started = past.running.runs[index] ?? null;
  const run = analysedRun(past, index);
  const gear = gearOf(world, entry);
  const draw = new Draw(world.root, entry, 0x6e6f7465);
  const place = world.finish[entry] ?? 0;
  const runners = past.market.starters;
  const notes = started === null ? [] : runNotes(draw, started, place, runners);
  const limbs = LIMBS.flatMap(([, key]) => [0, 1, 2].map((n) => gear.legs[key][n] ?? null));
  const values: SampleValue[] = [
    racedateOf(earlier.day),
    resultkeyOf(world.horse[entry] ?? 0, earlier.day),
    racekeyOf(earlier),
    String(index + 1),
    textOrNull(run?.idm ?? null),
    textOrNull(analysedRun(past, past.running.winner)?.idm ?? null),
    oddsText(past.market.win[index] ?? 0),
    twoDigits(past.market.popularity[index] ?? 0),
    twoDigits(place),
    ...[0, 1, 2, 3].map((corner) => (started === null ? null : twoDigits(started.corners[corner] ?? 0))),
    past.riders[index]?.code ?? null,
    indexText(run, 'ten'),
    indexText(run, 'pace'),
    indexText(run, 'agari'),
    ...[0, 1, 2, 3, 4, 5].map((n) => notes[n] ?? null),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((n) => gear.tack[n] ?? null),
    ...limbs,
    paddockComment(draw),
    tackComment(gear),
    started === null ? null : raceComment(draw, started, place, runners),
    gear.bit ?? null,
    gear.bandage ?? null,
    gear.shoe ?? null,
    gear.splint ?? null,
    gear.boneSpavin ?? null,
  ];
  fields.forEach((field, at) => (record[field] = values[at] ?? null));
}

/** The suffixes of one run in the specification's order (section 2.10). */
const SUFFIXES = [
  'racedate', 'resultkey', 'racekey', 'horse_number', 'idm', 'winner_idm', 'confirmed_win_odds',
  'confirmed_win_popularity', 'order_of_finish', 'corner1_order', 'corner2_order', 'corner3_order', 'corner4_order',
  'jockey_cd', 'ten_index', 'pace_index', 'agari_index',
  ...[1, 2, 3, 4, 5, 6].map((n) => `special_note_cd${n}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `tack_cd${n}`),
  ...LIMBS.flatMap(([limb]) => [1, 2, 3].map((n) => `hoof_${limb}_cd${n}`)),
  'paddock_comment', 'tack_comment', 'race_comment', 'bit_cd', 'bantages_on', 'horse_shoe_cd', 'splint_cd',
  'bone_spavin_cd',
]; // prettier-ignore

/** The fields of each run, with precomputed names. */
const FIELDS = [1, 2, 3, 4, 5].map((n) => SUFFIXES.map((suffix) => `race_back_${n}_${suffix}`));
