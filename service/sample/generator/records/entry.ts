// t_ky and d_ky: the card, one record per runner.

import { distanceAptitudes, groundAptitudes, mudderCode } from '../people-and-horses/aptitudes.ts';
import { horseNotes } from '../race/comments.ts';
import { isOut } from '../race/known.ts';
import { racedateOf } from '../calendar/days.ts';
import { Draw, normal, unit } from '../draw.ts';
import { blinkerCode } from '../people-and-horses/gear.ts';
import { horseIdOf, regionOf, sexOf, styleOf } from '../people-and-horses/horses.ts';
import { racekeyOf, resultkeyOf } from './keys.ts';
import { farmName, horseName } from '../people-and-horses/names.ts';
import { pedigreeOf } from '../people-and-horses/people.ts';
import { cardUpdatedAt, type RaceFile } from '../race-file.ts';
import { bracketOf } from '#shared/racing/brackets.ts';
import { levelOf } from '../people-and-horses/rating.ts';
import { bodyType, shipping, stableTime } from '../people-and-horses/stable-time.ts';
import { decimalText, oddsText, orNull } from './text.ts';
import { tipsterCounts } from '../race/tipsters.ts';
import type { SampleWorld } from '../world.ts';
import type { RecordDraft, SampleRecord } from './record.ts';

const HOOVES = [['22', 23], ['23', 16], ['10', 13], ['', 11], ['21', 8], ['11', 8], ['18', 6], ['02', 5], ['09', 4], ['19', 3], ['06', 2], ['01', 1]] as const; // prettier-ignore

/** The card of one runner, with all columns of d_ky. */
export function entryRecord(file: RaceFile, index: number): SampleRecord {
  const runner = runnerOf(file, index);
  // In the order of the table's columns, which is also the order of the draws.
  return {
    ...identity(runner),
    ...indices(runner),
    ...connections(runner),
    ...lastRaces(runner),
    ...marks(runner),
    ...estimates(runner),
    ...stay(runner),
    ...pedigree(runner),
    ...figures(runner),
    ...siblings(runner),
  };
}

/** Values that several parts of the record use. */
function runnerOf(file: RaceFile, index: number) {
  const { world, race, card } = file;
  const each = card.entries[index];
  if (each === undefined) throw new RangeError(`no runner ${index + 1}`);
  const { entry, horse } = each;
  const starts = world.starts[entry] ?? 0;
  return {
    file,
    world,
    race,
    card,
    index,
    root: world.root,
    each,
    entry,
    horse,
    starts,
    shape: card.shapes[index] ?? null,
    draw: new Draw(world.root, entry, 0x6b79),
    distance: distanceAptitudes(world.root, each, starts),
    gekiso: gekisoOf(file, index),
    lineage: pedigreeOf(world.root, horse),
    rest: stableTime(world, entry, race.day),
    mark: (name: keyof typeof card.marks) => orNull(card.marks[name][index]),
    rank: (name: keyof typeof card.ranks) => card.ranks[name][index] ?? 0,
  };
}

type Runner = ReturnType<typeof runnerOf>;

const identity = ({ file, race, root, each, horse }: Runner): RecordDraft => ({
  data_classification: file.ahead <= 1 ? '4' : '3',
  resultkey: resultkeyOf(horse, race.day),
  racedate: racedateOf(race.day),
  racekey: racekeyOf(race),
  bracket_number: String(bracketOf(each.number, race.size) ?? 0),
  horse_number: String(each.number),
  horse_id: horseIdOf(root, horse),
  horse_name: horseName(root, horse),
  updated_at: cardUpdatedAt(file),
});

const indices = ({ world, root, each, entry, horse, starts, draw, distance }: Runner): RecordDraft => ({
  adjust_idm: decimalText(each.idm),
  jockey_index: decimalText(each.jockeyIndex),
  insideinfo_index: decimalText(each.insideinfo),
  integration_index: decimalText(each.integration),
  training_index: decimalText(each.training),
  stable_index: decimalText(each.stable),
  cid_training: decimalText(each.training),
  cid_stable: decimalText(each.stable),
  jockey_expect_placerate: decimalText(each.expected[1]),
  jockey_expect_winrate: decimalText(each.expected[0]),
  jockey_expect_showrate: decimalText(each.expected[2]),
  ten_index: decimalOrNull(each.ten),
  pace_index: decimalOrNull(each.pace),
  agari_index: decimalOrNull(each.agari),
  ichi_index: decimalOrNull(each.position),
  horse_start_index: decimalOrNull(each.startIndex),
  horse_left_at_post_rate: decimalOrNull(each.slowStarts),
  criteria_win_odds: oddsText(each.criteriaWin),
  criteria_place_odds: oddsText(each.criteriaPlace),
  longshot_index: decimalText(each.longshot),
  foottype_cd: starts === 0 ? '0' : String(styleOf(root, horse)),
  distance_aptitude_cd1: distance[0],
  rising_level_cd:
    starts === 0
      ? ''
      : draw.weighted([
          ['3', 93],
          ['5', 4],
          ['2', 2],
          ['4', 1],
        ] as const),
  training_arrow: arrow(each.training, [205, 135, -140, -180]),
  stable_arrow: arrow(each.stable, [320, 205, -172, -999]),
  hoof_cd: new Draw(root, horse, 0x686f6f66).weighted(HOOVES),
  mudder_cd: mudderCode(root, each, starts),
  terms_class_cd: ['0', '0', '1', '2', '3', '9'][levelOf(world, entry)] ?? '0',
});

function connections({ file, world, race, root, each, entry, horse, lineage }: Runner): RecordDraft {
  const before = world.previous[entry] ?? -1;
  return {
    jockey_name: each.jockey.name,
    jockey_cd: each.jockey.code,
    weight_to_carry: String(each.burden),
    apprentice_class: race.spec.grade === 0 ? (each.jockey.apprentice ?? '') : '',
    trainer_name: each.trainer.name,
    trainer_cd: each.trainer.code,
    withdrawn_flag: isOut(world, entry, file.known) ? '1' : '0',
    sex_cd: String(sexOf(root, horse)),
    horse_owner_name: lineage.owner,
    rotation: before < 0 ? 0 : weeksBetween(world.race(before).day, race.day),
    total_prize: world.prize[entry] ?? 0,
    earned_prize: world.earned[entry] ?? 0,
    horse_age: each.age,
  };
}

function lastRaces({ world, entry, horse }: Runner): RecordDraft {
  const record: RecordDraft = {};
  const past = pastEntries(world, entry);
  for (let n = 1; n <= 5; n++) {
    const at = past[n - 1];
    record[`lastrace_resultkey${n}`] = at === undefined ? null : resultkeyOf(horse, world.race(at).day);
  }
  for (let n = 1; n <= 5; n++) {
    const at = past[n - 1];
    record[`lastrace_racekey${n}`] = at === undefined ? null : racekeyOf(world.race(at));
  }
  return record;
}

function marks({ file, starts, shape, gekiso, mark, rank }: Runner): RecordDraft {
  const { known } = file;
  return {
    integration_mark: mark('integration'),
    idm_mark: mark('idm'),
    insideinfo_mark: mark('insideinfo'),
    jockey_mark: mark('jockey'),
    trainer_mark: mark('trainer'),
    training_mark: mark('training'),
    gekiso_mark: gekiso.type !== null && /^A[123]$/.test(gekiso.type) ? '1' : null,
    manken_mark: mark('manken'),
    tenkai_tip_mark: shape !== null && shape.goalOrder <= 3 ? String(shape.goalOrder) : null,
    odds_mark: known.odds === null ? null : mark('odds'),
    paddock_mark: known.paddock ? mark('paddock') : null,
    last_integration_mark: known.paddock ? mark('last') : null,
    est_tenkai_mark:
      shape === null
        ? null
        : starts <= 1
          ? '4'
          : shape.midOrder === 1
            ? '1'
            : rank('agari') === 1
              ? '2'
              : rank('agari') <= 3
                ? '3'
                : '0',
  };
}

function estimates(runner: Runner): RecordDraft {
  const {
    world,
    race,
    card,
    root,
    each,
    entry,
    horse,
    starts,
    shape,
    draw,
    distance,
    gekiso,
    lineage,
    rank,
  } = runner;
  const [turf, dirt] = groundAptitudes(root, each, starts);
  const notes = horseNotes(new Draw(root, horse, starts >> 2, 0x6e6f7465));
  return {
    distance_aptitude_cd2: distance[1],
    blinker_cd: blinkerCode(world, entry),
    turf_tekisei_cd: turf,
    dirt_tekisei_cd: dirt,
    est_pace: card.pace,
    est_mae3f_lane_position: shape === null ? null : String(draw.int(2, 4)),
    est_ato3f_lane_position: shape === null ? null : String(draw.int(2, 5)),
    est_goal_lane_position: shape === null ? null : String(draw.int(1, 5)),
    horse_owner_association_cd: lineage.association,
    horse_attribute_cd: lineage.attribute,
    est_ten_index_rank: shape === null ? null : String(rank('ten')),
    est_pace_index_rank: shape === null ? null : String(rank('pace')),
    est_agari_index_rank: shape === null ? null : String(rank('agari')),
    est_position_index_rank: shape === null ? null : String(rank('position')),
    shipment_classification_cd: shipping(regionOf(root, horse), race.spec.meeting.course, draw),
    bodytype: bodyType(root, horse),
    horse_bodytype_integration_cd1: notes.build[0] ?? null,
    horse_bodytype_integration_cd2: notes.build[1] ?? null,
    horse_bodytype_integration_cd3: notes.build[2] ?? null,
    horse_special_mention_cd1: notes.own[0] ?? null,
    horse_special_mention_cd2: notes.own[1] ?? null,
    horse_special_mention_cd3: notes.own[2] ?? null,
    manken_index_order: String(rank('manken')),
    gekiso_type: gekiso.type,
  };
}

/** The runner's time in the stable, and its ranks among the outsiders. */
const stay = ({ root, each, rest, rank }: Runner): RecordDraft => ({
  reason_for_rest: rest.reason,
  putin_stables_date: racedateOf(rest.since),
  outer_stable: farmName(root, rest.farm),
  outer_stable_rank:
    'EDCBA'[Math.max(0, Math.min(4, Math.floor(2.6 + normal(root, rest.farm, 0x6661) * 1.5)))] ?? 'C',
  gekiso_order: String(rank('gekiso')),
  longshot_evaluate:
    each.longshot > 195 ? (each.longshot > 240 ? 'A' : each.longshot > 215 ? 'B' : 'C') : null,
  longshot_sisu_order: String(rank('longshot')),
});

const pedigree = ({ lineage }: Runner): RecordDraft => ({
  breeding_area: lineage.area,
  coatcolor_cd: lineage.coat,
  sire_name: lineage.sire.name,
  mare_name: lineage.mareName,
  mare_sire_name: lineage.mareSire.name,
  siresire_name: lineage.sire.sireName,
  sire_birth_year: String(lineage.sire.birthYear),
  mare_birth_year: String(lineage.mareBirthYear),
  mare_sire_birth_year: String(lineage.mareSire.birthYear),
  siresire_birth_year: String(lineage.sire.sireBirthYear),
  sireline_cd: lineage.sire.line,
  mare_sireline_cd: lineage.mareSire.line,
});

const figures = ({ card, race, root, index, each, shape, rest, rank }: Runner): RecordDraft => ({
  criteria_win_popularity: rank('win'),
  criteria_place_popularity: rank('place'),
  ...tipsterCounts(root, card, index),
  popularity_index: each.popularityIndex,
  gekiso_index: each.gekiso,
  est_mae3f_order: shape?.midOrder ?? null,
  est_mae3f_timediff: shape?.midGap ?? null,
  est_ato3f_order: shape?.lateOrder ?? null,
  est_ato3f_timediff: shape?.lateGap ?? null,
  est_goal_order: shape?.goalOrder ?? null,
  est_goal_timediff: shape?.goalGap ?? null,
  manken_index: each.manken,
  number_of_races_after_putin_stables: rest.runs,
  number_of_days_after_putin_stables: race.day - rest.since,
});

function siblings({ root, horse }: Runner): RecordDraft {
  const record: RecordDraft = {};
  const count = Math.floor(unit(root, horse, 0x736962) * 5);
  for (let n = 1; n <= 4; n++) {
    record[`sibling${n}_total_prize`] =
      n <= count ? Math.round(Math.exp(6.2 + normal(root, horse, n, 0x736962) * 1.6)) : null;
  }
  return record;
}

/** t_ky: the same without the withdrawal, which t_pd has on the day. */
export function entryOfTheDay(entry: SampleRecord): SampleRecord {
  const record: RecordDraft = {};
  for (const name in entry) if (name !== 'withdrawn_flag') record[name] = entry[name] ?? null;
  return record;
}

/** Entries of the last five runs, the latest first. */
export function pastEntries(world: SampleWorld, entry: number): number[] {
  const past: number[] = [];
  for (let at = world.previous[entry] ?? -1; at >= 0 && past.length < 5; at = world.previous[at] ?? -1)
    past.push(at);
  return past;
}

const decimalOrNull = (tenths: number | null): string | null =>
  tenths === null ? null : decimalText(tenths);

/** Code 1, 2, 3, 4 or 5 by descending limits. */
function arrow(value: number, limits: readonly number[]): string {
  const at = limits.findIndex((limit) => value >= limit);
  return String(at < 0 ? 5 : at + 1);
}

/** Full weeks between two runs, counted from Friday to Friday; 0 means consecutive weeks. */
function weeksBetween(before: number, day: number): number {
  const week = (at: number) => Math.floor((at - 1) / 7);
  return Math.max(0, week(day) - week(before) - 1);
}

/** Surprise type of a runner: the first four of the middle group by index, the first two of the outsiders. */
function gekisoOf(file: RaceFile, index: number): { readonly type: string | null } {
  const { card } = file;
  const popularity = card.ranks.win[index] ?? 0;
  const group = (rank: number) => (rank <= 3 ? 0 : rank <= 9 ? 1 : 2);
  const mine = group(popularity);
  if (mine === 0) return { type: null };
  const better = card.entries.filter(
    (other, at) =>
      group(card.ranks.win[at] ?? 0) === mine &&
      (card.ranks.gekiso[at] ?? 99) < (card.ranks.gekiso[index] ?? 99) &&
      other.number > 0,
  ).length;
  if (mine === 1) return { type: better < 4 ? `A${better + 1}` : null };
  return { type: better < 2 ? `B${better + 1}` : null };
}
