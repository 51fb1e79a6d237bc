// t_se and d_se: each runner's result. The same values appear as a previous run in t_ze and t_zk.

import { racedateOf } from '../calendar/days.ts';
import { gearOf } from '../people-and-horses/gear.ts';
import { horseIdOf } from '../people-and-horses/horses.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { horseName } from '../people-and-horses/names.ts';
import { morningPlace } from '../race/card.ts';
import type { Market } from '../betting/odds.ts';
import type { Jockey } from '../people-and-horses/people.ts';
import { resultUpdatedAt, type RaceFile, type RaceFileStage } from '../race-file.ts';
import type { RunnerResult, Running } from '../race/running.ts';
import { levelOf } from '../people-and-horses/rating.ts';
import { risingLevel, conditionSeen } from '../race/paddock.ts';
import { changeText, decimalText, oddsText, textOrNull, twoDigits } from './text.ts';
import type { SampleRace, SampleWorld } from '../world.ts';
import type { SampleRecord } from './record.ts';

/** A finished race, as results and previous runs need it. */
export interface PastRace {
  readonly world: SampleWorld;
  readonly race: SampleRace;
  readonly stage: RaceFileStage;
  readonly market: Market;
  readonly riders: readonly Jockey[];
  readonly running: Running;
}

/** A runner's run, once its indices are known; null before that, and for a horse without a time. */
export function analysedRun({ stage, running }: Pick<PastRace, 'stage' | 'running'>, index: number) {
  const run = running.runs[index] ?? null;
  return stage === 'final' && run !== null && run.time > 0 ? run : null;
}

/** Names in the opponent's field are truncated to six characters. */
const NAME_CUT = 6;

/** The second for the winner, the winner for everyone else. */
export function opponentOf({ world, race, running }: PastRace, index: number): string {
  const other = index === running.winner ? running.second : running.winner;
  return horseName(world.root, world.horse[race.first + other] ?? 0).slice(0, NAME_CUT);
}

/** The winner; after a dead heat for first, both horses have the one that `opponentOf` names. */
export function winnerIdOf({ world, race, running }: PastRace, index: number): string {
  const tied = world.finish[race.first + running.second] === 1;
  const winner = tied && index === running.winner ? running.second : running.winner;
  return horseIdOf(world.root, world.horse[race.first + winner] ?? 0);
}

/** `class_cd` of a runner: surface, class, and A to C by its rank within the class. */
export function classOf(world: SampleWorld, entry: number): string {
  const surface = world.race(entry).spec.track.surface;
  const level = levelOf(world, entry);
  if (surface === 3) return String(level >= 4 ? 54 : 60 + (entry % 3));
  const base = [16, 16, 13, 10, 7, 4][level] ?? 16;
  const standing = (world.chance[entry] ?? 0) > 0.12 ? 0 : (world.chance[entry] ?? 0) > 0.03 ? 1 : 2;
  return twoDigits(base + standing + (surface === 2 ? 20 : 0));
}

export function resultRecord(file: RaceFile, index: number): SampleRecord {
  const { world, race, market, running } = file;
  const { root } = world;
  const entry = race.first + index;
  const horse = world.horse[entry] ?? 0;
  const run = running.runs[index] ?? null;
  const finished = run !== null && run.time > 0;
  const analysed = analysedRun(file, index);
  const corrections = analysed?.corrections ?? null;
  const place = world.finish[entry] ?? 0;
  const win = market.win[index] ?? 0;
  const low = market.placeLow[index] ?? 0;
  const morning = morningPlace(world, race, market, index);
  const seen = conditionSeen(root, entry);
  const timeOrNull = (tenths: number | undefined) =>
    finished && tenths !== undefined ? String(tenths) : null;
  return {
    data_classification: '4',
    resultkey: resultkeyOf(horse, race.day),
    racedate: racedateOf(race.day),
    racekey: racekeyOf(race),
    horse_number: String(index + 1),
    horse_id: horseIdOf(root, horse),
    horse_name: horseName(root, horse),
    order_of_finish: twoDigits(place),
    margin: run?.margin ?? null,
    trouble_classification: String(world.status[entry] ?? 0),
    time_record: timeOrNull(run?.time),
    confirmed_win_odds: win > 0 ? oddsText(win) : null,
    confirmed_win_popularity: win > 0 ? twoDigits(market.popularity[index] ?? 0) : null,
    confirmed_place_odds: low > 0 ? oddsText(low) : null,
    morning_place_odds: morning > 0 ? oddsText(morning) : null,
    winning_horse: opponentOf(file, index),
    winner_horse_id: winnerIdOf(file, index),
    time_deff: timeOrNull(run?.gap),
    corner1_order: run === null ? null : twoDigits(run.corners[0]),
    corner2_order: run === null ? null : twoDigits(run.corners[1]),
    corner3_order: run === null ? null : twoDigits(run.corners[2]),
    corner4_order: run === null ? null : twoDigits(run.corners[3]),
    first3f_time: timeOrNull(run?.first3f),
    later3f_time: timeOrNull(run?.later3f),
    first3f_deff: timeOrNull(run?.firstGap),
    later3f_deff: timeOrNull(run?.laterGap),
    race_kyakushitsu: finished ? String(run.style) : null,
    idm: analysed === null ? null : String(analysed.idm),
    idm_rawscore: analysed === null ? null : String(analysed.rawscore),
    correction_value_track_diff: textOrNull(corrections?.trackDiff ?? null),
    correction_value_pace: textOrNull(corrections?.pace ?? null),
    correction_value_start: textOrNull(corrections?.start ?? null),
    correction_value_positioning: textOrNull(corrections?.positioning ?? null),
    correction_value_corner1: textOrNull(corrections?.corner1 ?? null),
    correction_value_corner4: textOrNull(corrections?.corner4 ?? null),
    correction_value_adverse: textOrNull(corrections?.adverse ?? null),
    correction_value_adverse_firsthalf: textOrNull(corrections?.adverseFirst ?? null),
    correction_value_adverse_halfway: textOrNull(corrections?.adverseHalfway ?? null),
    correction_value_adverse_lasthalf: textOrNull(corrections?.adverseLast ?? null),
    correction_value_race_detail: textOrNull(corrections?.raceDetail ?? null),
    selected_lane_cd: analysed === null ? null : String(analysed.lane),
    class_cd: analysed === null ? null : classOf(world, entry),
    body_condition_cd: analysed === null ? null : seen.body,
    mind_condition_cd: analysed === null ? null : seen.mind,
    rising_level_cd: analysed === null ? null : risingLevel(root, entry),
    race_pace: analysed === null ? null : running.pace,
    horse_pace: analysed === null ? null : analysed.horsePace,
    ten_index: indexText(analysed, 'ten'),
    pace_index: indexText(analysed, 'pace'),
    agari_index: indexText(analysed, 'agari'),
    ichi_index: indexText(analysed, 'position'),
    horse_weight: run === null ? null : String(run.weight),
    weight_cycling: run === null || run.weightChange === null ? null : changeText(run.weightChange),
    bit_cd: run === null ? null : gearOf(world, entry).bit,
    updated_at: resultUpdatedAt(file),
  };
}

/** One of a run's shape indices as decimal text; null if it was not analyzed. */
export const indexText = (
  run: RunnerResult | null,
  name: 'ten' | 'pace' | 'agari' | 'position',
): string | null => (run === null ? null : decimalText(run[name] * 10));
