// t_pd: information from the race day before the start: paddock, odds, weight, equipment, legs.

import { racedateOf, tokyoInstant } from '../calendar/days.ts';
import { Draw } from '../draw.ts';
import { gearOf, type Legs } from '../people-and-horses/gear.ts';
import { goingOf, weatherOf } from '../calendar/going.ts';
import { horseIdOf } from '../people-and-horses/horses.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { horseName } from '../people-and-horses/names.ts';
import { earlierOdds } from '../betting/odds.ts';
import type { RaceFile } from '../race-file.ts';
import { changeText, decimalText, oddsText, twoDigits } from './text.ts';
import { isWithdrawn } from './race.ts';
import type { RecordDraft, SampleRecord } from './record.ts';
import { conditionSeen } from '../race/paddock.ts';

const LIMBS = [['left_front', 'leftFront'], ['right_front', 'rightFront'], ['left_back', 'leftBack'], ['right_back', 'rightBack']] as const; // prettier-ignore

export function preraceRecord(file: RaceFile, index: number): SampleRecord {
  const { world, race, card, running } = file;
  const { root } = world;
  const each = card.entries[index];
  if (each === undefined) throw new RangeError(`no runner ${index + 1}`);
  const { entry, horse } = each;
  const { meeting, post, track } = race.spec;
  const draw = new Draw(root, entry, 0x7064);
  const withdrawn = isWithdrawn(world.status[entry] ?? 0);
  const run = running.runs[index] ?? null;
  const seen = conditionSeen(root, entry);
  const win = card.market.win[index] ?? 0;
  const low = card.market.placeLow[index] ?? 0;
  const oddsIndex = Math.round(
    Math.max(-30, Math.min(60, Math.log(each.fancied / 0.032) * 16 + draw.normal() * 6)),
  );
  const paddockIndex = Math.round(each.training * 0.12 + draw.normal() * 10);
  const gear = gearOf(world, entry);
  const at = post - 15;
  const record: RecordDraft = {
    data_classification: '4',
    racedate: racedateOf(race.day),
    racekey: racekeyOf(race),
    horse_number: String(each.number),
    horse_id: horseIdOf(root, horse),
    resultkey: resultkeyOf(horse, race.day),
    horse_name: horseName(root, horse),
    idm: decimalText(each.idm),
    jockey_index: decimalText(each.jockeyIndex),
    insideinfo_index: decimalText(each.insideinfo),
    odds_index: decimalText(oddsIndex),
    paddock_index: decimalText(paddockIndex),
    integration_index: decimalText(each.integration + oddsIndex + paddockIndex),
    this_horse_body_state: seen.body,
    this_horse_mind_state: seen.mind,
    change_equipment_flag: draw.weighted([
      ['0', 80],
      ['1', 17],
      ['2', 3],
    ] as const),
    underfoot_info: draw.weighted([
      ['0', 82],
      ['2', 17],
      ['1', 0.6],
      ['3', 1],
    ] as const),
    withdrawn_flag: withdrawn ? '1' : '0',
    jockey_name: each.jockey.name,
    jockey_cd: each.jockey.code,
    weight_to_carry: String(each.burden),
    apprentice_class: race.spec.grade === 0 ? each.jockey.apprentice : null,
    turf_condition_cd: String(goingOf(root, meeting, track.surface)),
    weather_cd: String(weatherOf(root, meeting)),
    win_odds: withdrawn ? null : oddsText(Math.max(1.1, earlierOdds(root, entry, 14, win, 0.06))),
    place_odds: withdrawn || low === 0 ? null : oddsText(earlierOdds(root, entry, 15, low, 0.06)),
    odds_obtained_time: twoDigits(Math.floor(at / 60)) + twoDigits(at % 60),
    horse_weight: run === null ? null : String(run.weight),
    weight_cycling: run === null || run.weightChange === null ? null : changeText(run.weightChange),
  };
  for (let n = 1; n <= 7; n++) record[`this_gear${n}_cd`] = gear.tack[n - 1] ?? null;
  addLegs(record, gear.legs);
  record['updated_at'] = tokyoInstant(race.day, 0, at + 1, race.spec.number * 53);
  return record;
}

function addLegs(record: RecordDraft, legs: Legs): void {
  for (const [limb, key] of LIMBS) {
    for (let n = 1; n <= 4; n++) record[`this_leg_${limb}${n}_cd`] = legs[key][n - 1] ?? null;
  }
  for (let n = 1; n <= 3; n++) record[`this_leg_all${n}_cd`] = legs.all[n - 1] ?? null;
}
