// t_pd: information from the last hour before the start: odds and weight first, then paddock, equipment and legs.

import { racedateOf, tokyoInstant } from '../calendar/days.ts';
import { Draw } from '../draw.ts';
import { gearOf, type Legs } from '../people-and-horses/gear.ts';
import { goingOf, weatherOf } from '../calendar/going.ts';
import { horseIdOf } from '../people-and-horses/horses.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { horseName } from '../people-and-horses/names.ts';
import { weighed } from '../people-and-horses/rating.ts';
import { burdenUnder, jockeyIndexOf } from '../race/card.ts';
import { isOut } from '../race/known.ts';
import type { RaceFile } from '../race-file.ts';
import { changeText, decimalText, oddsText, twoDigits } from './text.ts';
import { SCRATCHED } from '../entry-columns.ts';
import type { RecordDraft, SampleRecord } from './record.ts';
import { conditionSeen } from '../race/paddock.ts';

const LIMBS = [['left_front', 'leftFront'], ['right_front', 'rightFront'], ['left_back', 'leftBack'], ['right_back', 'rightBack']] as const; // prettier-ignore

export function preraceRecord(file: RaceFile, index: number): SampleRecord {
  const { world, race, card, known, onSale, riders } = file;
  const { root } = world;
  const each = card.entries[index];
  if (each === undefined) throw new RangeError(`no runner ${index + 1}`);
  const { entry, horse } = each;
  const rider = riders[index] ?? each.jockey;
  const jockeyIndex = jockeyIndexOf(rider);
  const { meeting, post, track } = race.spec;
  const draw = new Draw(root, entry, 0x7064);
  const win = onSale?.win[index] ?? 0;
  const low = onSale?.placeLow[index] ?? 0;
  const oddsIndex = Math.round(
    Math.max(-30, Math.min(60, Math.log(each.fancied / 0.032) * 16 + draw.normal() * 6)),
  );
  const paddockIndex = Math.round(each.training * 0.12 + draw.normal() * 10);
  const equipment = draw.weighted([['0', 80], ['1', 17], ['2', 3]] as const); // prettier-ignore
  const underfoot = draw.weighted([['0', 82], ['2', 17], ['1', 0.6], ['3', 1]] as const); // prettier-ignore
  const seen = known.paddock ? conditionSeen(root, entry) : null;
  const gear = known.paddock ? gearOf(world, entry) : null;
  // A horse that was scratched in the morning is not weighed.
  const body = world.status[entry] === SCRATCHED ? null : weighed(world, race, entry);
  const at = post - (known.odds ?? 0);
  const record: RecordDraft = {
    data_classification: '4',
    racedate: racedateOf(race.day),
    racekey: racekeyOf(race),
    horse_number: String(each.number),
    horse_id: horseIdOf(root, horse),
    resultkey: resultkeyOf(horse, race.day),
    horse_name: horseName(root, horse),
    idm: decimalText(each.idm),
    jockey_index: decimalText(jockeyIndex),
    insideinfo_index: decimalText(each.insideinfo),
    odds_index: decimalText(oddsIndex),
    paddock_index: known.paddock ? decimalText(paddockIndex) : null,
    integration_index: decimalText(
      each.idm + jockeyIndex + each.insideinfo + oddsIndex + (known.paddock ? paddockIndex : 0),
    ),
    this_horse_body_state: seen?.body ?? null,
    this_horse_mind_state: seen?.mind ?? null,
    change_equipment_flag: known.paddock ? equipment : null,
    underfoot_info: known.paddock ? underfoot : null,
    withdrawn_flag: isOut(world, entry, known) ? '1' : '0',
    jockey_name: rider.name,
    jockey_cd: rider.code,
    weight_to_carry: String(burdenUnder(world, race, entry, rider)),
    apprentice_class: race.spec.grade === 0 ? rider.apprentice : null,
    turf_condition_cd: String(goingOf(root, meeting, track.surface)),
    weather_cd: String(weatherOf(root, meeting)),
    win_odds: win === 0 ? null : oddsText(win),
    place_odds: low === 0 ? null : oddsText(low),
    odds_obtained_time: twoDigits(Math.floor(at / 60)) + twoDigits(at % 60),
    horse_weight: body === null ? null : String(body.weight),
    weight_cycling: body === null || body.change === null ? null : changeText(body.change),
  };
  for (let n = 1; n <= 7; n++) record[`this_gear${n}_cd`] = gear?.tack[n - 1] ?? null;
  addLegs(record, gear?.legs ?? NO_LEGS);
  record['updated_at'] = tokyoInstant(race.day, 0, at, race.spec.number * 53);
  return record;
}

const NO_LEGS: Legs = { leftFront: [], rightFront: [], leftBack: [], rightBack: [], all: [] };

function addLegs(record: RecordDraft, legs: Legs): void {
  for (const [limb, key] of LIMBS) {
    for (let n = 1; n <= 4; n++) record[`this_leg_${limb}${n}_cd`] = legs[key][n - 1] ?? null;
  }
  for (let n = 1; n <= 3; n++) record[`this_leg_all${n}_cd`] = legs.all[n - 1] ?? null;
}
