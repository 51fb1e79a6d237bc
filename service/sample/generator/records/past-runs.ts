// t_ze: the last five runs, with the values of their results.

import { racedateOf } from '../calendar/days.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { morningPlace } from '../race/card.ts';
import { stageOf, type RaceFile, type RaceFiles } from '../race-file.ts';
import { risingLevel, conditionSeen } from '../race/paddock.ts';
import { oddsText } from './text.ts';
import { pastEntries } from './entry.ts';
import { runnerIdentity } from './runner-identity.ts';
import type { SampleRecord } from './record.ts';
import { analysedRun, classOf, indexText, opponentOf, winnerIdOf, type PastRace } from './result.ts';

export function pastRunsRecord(file: RaceFile, files: RaceFiles, index: number): SampleRecord {
  const { world, race, now } = file;
  const entry = race.first + index;
  const record = runnerIdentity(file, index);
  const past = pastEntries(world, entry);
  for (let n = 1; n <= 5; n++) {
    const at = past[n - 1];
    const fields = FIELDS[n - 1] ?? [];
    if (at === undefined) for (const [field] of fields) record[field] = null;
    else {
      const earlier = world.race(at);
      const run = runOf({ world, race: earlier, stage: stageOf(earlier, now), ...files.past(earlier) }, at);
      for (const [field, read] of fields) record[field] = read(run);
    }
  }
  return record;
}

interface Described extends PastRace {
  readonly entry: number;
  readonly index: number;
  readonly run: NonNullable<PastRace['running']['runs'][number]>;
  readonly finished: boolean;
  /** Whether its indices are known. */
  readonly analysed: boolean;
}

function runOf(past: PastRace, entry: number): Described {
  const index = entry - past.race.first;
  const run = past.running.runs[index];
  if (run === null || run === undefined) throw new RangeError(`entry ${entry} did not start`);
  return { ...past, entry, index, run, finished: run.time > 0, analysed: analysedRun(past, index) !== null };
}

const whenHome = (read: (subject: Described) => string | number | null) => (subject: Described) =>
  subject.finished ? read(subject) : null;

/** What the run's own result lacks until its indices are known, no card has before. */
const whenAnalysed = (read: (subject: Described) => string | number | null) => (subject: Described) =>
  subject.analysed ? read(subject) : null;

/** The suffixes of the specification (section 2.9) in its order, each with its value for a run. */
const SUFFIXES: readonly (readonly [string, (subject: Described) => string | number | null])[] = [
  ['resultkey', (s) => resultkeyOf(s.world.horse[s.entry] ?? 0, s.race.day)],
  ['racedate', (s) => racedateOf(s.race.day)],
  ['racekey', (s) => racekeyOf(s.race)],
  ['horse_number', (s) => String(s.index + 1)],
  ['order_of_finish', (s) => s.world.finish[s.entry] ?? 0],
  ['confirmed_win_popularity', (s) => s.market.popularity[s.index] ?? null],
  ['margin', (s) => s.run.margin],
  ['trouble_classification', (s) => String(s.world.status[s.entry] ?? 0)],
  ['time_record', whenHome((s) => String(s.run.time))],
  ['confirmed_win_odds', (s) => oddsText(s.market.win[s.index] ?? 0)],
  ['morning_place_odds', (s) => placeText(morningPlace(s.world, s.race, s.market, s.index))],
  ['confirmed_place_odds', (s) => placeText(s.market.placeLow[s.index] ?? 0)],
  ['winning_horse', (s) => opponentOf(s, s.index)],
  ['winner_horse_id', (s) => winnerIdOf(s, s.index)],
  ['time_deff', whenHome((s) => s.run.gap)],
  ['corner1_order', (s) => s.run.corners[0]],
  ['corner2_order', (s) => s.run.corners[1]],
  ['corner3_order', (s) => s.run.corners[2]],
  ['corner4_order', (s) => s.run.corners[3]],
  ['first3f_time', whenHome((s) => s.run.first3f)],
  ['later3f_time', whenHome((s) => s.run.later3f)],
  ['first3f_deff', whenHome((s) => s.run.firstGap)],
  ['later3f_deff', whenHome((s) => s.run.laterGap)],
  ['race_kyakushitsu', whenHome((s) => String(s.run.style))],
  ['idm', whenAnalysed((s) => s.run.idm)],
  ['idm_rawscore', whenAnalysed((s) => s.run.rawscore)],
  ['correction_value_track_diff', whenAnalysed((s) => s.run.corrections.trackDiff)],
  ['correction_value_pace', whenAnalysed((s) => s.run.corrections.pace)],
  ['correction_value_start', whenAnalysed((s) => s.run.corrections.start)],
  ['correction_value_positioning', whenAnalysed((s) => s.run.corrections.positioning)],
  ['correction_value_corner1', whenAnalysed((s) => s.run.corrections.corner1)],
  ['correction_value_corner4', whenAnalysed((s) => s.run.corrections.corner4)],
  ['correction_value_adverse', whenAnalysed((s) => s.run.corrections.adverse)],
  ['correction_value_adverse_firsthalf', whenAnalysed((s) => s.run.corrections.adverseFirst)],
  ['correction_value_adverse_halfway', whenAnalysed((s) => s.run.corrections.adverseHalfway)],
  ['correction_value_adverse_lasthalf', whenAnalysed((s) => s.run.corrections.adverseLast)],
  ['correction_value_race_detail', whenAnalysed((s) => s.run.corrections.raceDetail)],
  ['selected_lane_cd', whenAnalysed((s) => String(s.run.lane))],
  ['class_cd', whenAnalysed((s) => classOf(s.world, s.entry))],
  ['body_condition_cd', whenAnalysed((s) => conditionSeen(s.world.root, s.entry).body)],
  ['mind_condition_cd', whenAnalysed((s) => conditionSeen(s.world.root, s.entry).mind)],
  ['rising_level_cd', whenAnalysed((s) => risingLevel(s.world.root, s.entry))],
  ['race_pace', whenAnalysed((s) => s.running.pace)],
  ['horse_pace', whenAnalysed((s) => s.run.horsePace)],
  ['ten_index', whenAnalysed((s) => indexText(s.run, 'ten'))],
  ['pace_index', whenAnalysed((s) => indexText(s.run, 'pace'))],
  ['agari_index', whenAnalysed((s) => indexText(s.run, 'agari'))],
  ['ichi_index', whenAnalysed((s) => indexText(s.run, 'position'))],
  ['horse_weight', (s) => s.run.weight],
  ['weight_cycling', (s) => s.run.weightChange],
];

/** The fields of each run, with precomputed names. */
const FIELDS = [1, 2, 3, 4, 5].map((n) =>
  SUFFIXES.map(([suffix, read]) => [`race_back_${n}_${suffix}`, read] as const),
);

const placeText = (odds: number): string | null => (odds > 0 ? oddsText(odds) : null);
