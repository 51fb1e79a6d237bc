// The twelve races of a course's day: classes by season, tracks, prizes, post times.

import type { MeetingDay } from './calendar.ts';
import { courseOf, type Track } from './courses.ts';
import { monthOf, racedateOf } from './days.ts';
import { Draw } from '../draw.ts';

/** 0 newcomer, 1 maiden, 2 to 4 one to three wins, 5 open and above. */
export type ClassLevel = 0 | 1 | 2 | 3 | 4 | 5;
/** As in JRDB's race categories. */
export type Ages = '2' | '3' | '3up' | '4up';

export interface RaceSpec {
  readonly meeting: MeetingDay;
  /** 1 to 12. */
  readonly number: number;
  readonly track: Track;
  readonly level: ClassLevel;
  readonly ages: Ages;
  /** 1 to 3 graded, 5 special, 6 listed, 0 an ordinary race, as in `grade_cd`. */
  readonly grade: 0 | 1 | 2 | 3 | 5 | 6;
  /** Fillies and mares only. */
  readonly fillies: boolean;
  /** As in `weight_cd`: 1 handicap, 2 special weights, 3 weight for age, 4 set weights. */
  readonly weights: 1 | 2 | 3 | 4;
  /** Intended number of runners. */
  readonly wanted: number;
  /** 1st to 5th, 10,000 yen. */
  readonly prizes: readonly [number, number, number, number, number];
  /** Classification money for the winner, and in graded races for the second, 10,000 yen. */
  readonly added: readonly [number, number];
  /** Minutes after midnight, Tokyo. */
  readonly post: number;
}

interface Kind {
  readonly level: ClassLevel;
  readonly ages: Ages;
}

const kind = (level: ClassLevel, ages: Ages): Kind => ({ level, ages });

type Season = readonly (readonly [Kind, number])[];

/** Races per course and day by season: a little over twelve in all; the surplus is dropped at random. */
const WINTER: Season = [
  [kind(0, '3'), 1.05], [kind(1, '3'), 4.3], [kind(2, '3'), 0.9], [kind(2, '4up'), 2.2], [kind(3, '4up'), 1.5],
  [kind(4, '4up'), 0.85], [kind(5, '4up'), 0.8], [kind(5, '3'), 0.35],
]; // prettier-ignore
const SPRING: Season = [
  [kind(1, '3'), 4.6], [kind(2, '3'), 1.25], [kind(2, '4up'), 2.0], [kind(3, '4up'), 1.7], [kind(4, '4up'), 0.85],
  [kind(5, '4up'), 0.95], [kind(5, '3'), 0.4],
]; // prettier-ignore
const SUMMER: Season = [
  [kind(0, '2'), 1.65], [kind(1, '2'), 0.9], [kind(1, '3'), 3.5], [kind(2, '3up'), 2.9], [kind(3, '3up'), 1.6],
  [kind(4, '3up'), 0.65], [kind(5, '3up'), 0.8], [kind(5, '2'), 0.15],
]; // prettier-ignore
const AUTUMN: Season = [
  [kind(0, '2'), 1.85], [kind(1, '2'), 3.2], [kind(2, '2'), 0.45], [kind(2, '3up'), 2.6], [kind(3, '3up'), 1.75],
  [kind(4, '3up'), 0.9], [kind(5, '3up'), 1.0], [kind(5, '2'), 0.3],
]; // prettier-ignore

/** Intended field sizes, depending on whether the track allows eighteen. */
const FIELD: readonly (readonly [number, number])[] = [
  [5, 0.2], [6, 0.5], [7, 1.4], [8, 3.1], [9, 4.6], [10, 6.1], [11, 7], [12, 8.2], [13, 7.6], [14, 10.3], [15, 12], [16, 50],
]; // prettier-ignore
const WIDE_FIELD: readonly (readonly [number, number])[] = [
  [5, 0.2], [6, 0.5], [7, 1.4], [8, 3.1], [9, 4.6], [10, 6.1], [11, 7], [12, 8.2], [13, 7.6], [14, 8.3], [15, 9],
  [16, 17], [17, 5.5], [18, 23.5],
]; // prettier-ignore

const shares = (first: number): readonly [number, number, number, number, number] => {
  const tens = (share: number) =>
    first >= 1000 ? Math.round((first * share) / 10) * 10 : Math.round(first * share);
  return [first, tens(0.4), tens(0.25), tens(0.15), tens(0.1)];
};

const PRIZES: Record<ClassLevel, readonly [ordinary: number, special: number]> = {
  0: [720, 720], 1: [560, 560], 2: [800, 1110], 3: [1140, 1550], 4: [1840, 1840], 5: [2200, 2200],
}; // prettier-ignore
const ADDED: Record<ClassLevel, number> = { 0: 400, 1: 400, 2: 500, 3: 600, 4: 900, 5: 1200 };
const GRADED_PRIZE = {
  1: [18000, 20000, 22000, 30000],
  2: [5400, 5700, 6200],
  3: [3500, 3900, 4100, 4300],
} as const;

/** The races of one meeting day, in order: a pure function of the seed and the day. */
export function programOf(root: number, meeting: MeetingDay): RaceSpec[] {
  const draw = new Draw(root, 0x70726f67, meeting.day, meeting.course);
  const kinds = ordered(drawKinds(draw, meeting), draw);
  const jumps = courseOf(meeting.course).tracks.some((track) => track.surface === 3);
  const jump = jumps && draw.chance(0.46) ? draw.of([0, 3, 7]) : -1;
  const firstPost =
    meeting.stream === 2 ? 590 + draw.int(0, 2) * 5 : 595 + meeting.stream * 5 + draw.int(0, 1) * 5;
  return kinds.map((each, index) => raceSpec(draw, meeting, index, each, index === jump, firstPost));
}

function seasonOf(month: number, date: number): Season {
  if (month <= 2) return WINTER;
  if (month <= 5) return SPRING;
  return month <= 8 || (month === 9 && date <= 7) ? SUMMER : AUTUMN;
}

function drawKinds(draw: Draw, meeting: MeetingDay): Kind[] {
  const date = Number(racedateOf(meeting.day).slice(6));
  const season = seasonOf(monthOf(meeting.day), date);
  const kinds: Kind[] = [];
  for (const [each, count] of season) {
    const whole = Math.floor(count) + (draw.next() < count % 1 ? 1 : 0);
    for (let i = 0; i < whole; i++) kinds.push(each);
  }
  const maiden = season.find(([each]) => each.level === 1)?.[0] ?? kind(1, '3');
  while (kinds.length < 12) kinds.push(maiden);
  // Never two main races for the same age, and twelve races in all.
  while (kinds.length > 12) {
    const at = kinds.findIndex(
      (each, index) => each.level >= 1 && each.level <= 3 && draw.chance(0.25) && index > 0,
    );
    if (at >= 0) kinds.splice(at, 1);
  }
  return kinds;
}

/** Low classes first, the main race eleventh, an ordinary race last. */
function ordered(kinds: Kind[], draw: Draw): Kind[] {
  const rank = (each: Kind) => (each.level === 0 ? 1.6 : each.level) + draw.next() * 0.9;
  const sorted = kinds
    .map((each) => ({ each, at: rank(each) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
  const last = sorted.findLastIndex((each) => each.level === 2 || each.level === 3);
  const [home] = last >= 0 ? sorted.splice(last, 1) : [];
  return home === undefined ? sorted : [...sorted, home];
}

function raceSpec(
  draw: Draw,
  meeting: MeetingDay,
  index: number,
  each: Kind,
  jump: boolean,
  firstPost: number,
): RaceSpec {
  const place = courseOf(meeting.course);
  const main = index === 10;
  const level: ClassLevel = jump ? (draw.chance(0.6) ? 1 : 5) : each.level;
  const ages: Ages = jump ? (monthOf(meeting.day) <= 5 ? '4up' : '3up') : each.ages;
  const young = ages === '2' || (ages === '3' && level <= 1);
  const grade = gradeOf(draw, level, main, index, jump, ages);
  const surface = jump ? 3 : draw.chance(turfShare(level, grade, ages)) ? 1 : 2;
  const tracks = place.tracks.filter(
    (track) =>
      track.surface === surface &&
      (level > 1 || jump || track.distance <= 2400) &&
      (level > 0 || track.distance <= 2000) &&
      (!young || track.distance <= 2200) &&
      (jump ? track.distance >= 3900 === (grade === 1 && track.distance >= 3900) : true) &&
      (grade === 1 || track.distance < 3200 || jump),
  );
  const track = draw.weighted(tracks.map((one) => [one, one.weight] as const));
  const wanted = Math.min(track.gate, draw.weighted(track.gate === 18 ? WIDE_FIELD : FIELD));
  const fillies = !jump && level > 0 && draw.chance(grade >= 1 && grade <= 3 ? 0.16 : 0.11);
  const first = firstPrize(draw, level, grade, ages, jump);
  const graded = grade >= 1 && grade <= 3;
  const added: readonly [number, number] = jump
    ? [0, 0]
    : graded
      ? [Math.round(first / 2), Math.round(first * 0.2)]
      : [
          level === 5
            ? (grade === 6 ? 200 : 0) + { '2': 600, '3': 1000, '3up': 1200, '4up': 1200 }[ages]
            : ADDED[level],
          0,
        ];
  return {
    meeting,
    number: index + 1,
    track,
    level,
    ages,
    grade,
    fillies,
    weights: weightsOf(draw, level, grade, ages),
    wanted: jump ? Math.max(8, Math.min(wanted, 14)) : graded ? Math.max(9, wanted) : wanted,
    prizes: shares(first),
    added,
    post: postTime(firstPost, index),
  };
}

function gradeOf(
  draw: Draw,
  level: ClassLevel,
  main: boolean,
  index: number,
  jump: boolean,
  ages: Ages,
): RaceSpec['grade'] {
  if (level < 5) return !jump && level >= 2 && index >= 8 && (main || draw.chance(0.75)) ? 5 : 0;
  if (jump) return draw.chance(0.12) ? 3 : draw.chance(0.3) ? 5 : 0;
  const roll = draw.next();
  if (main && roll < 0.1) return 1;
  if (main && roll < 0.25) return 2;
  if (main && roll < 0.55) return 3;
  return roll < 0.75 || ages === '2' ? (roll < 0.62 ? 6 : 5) : 5;
}

function turfShare(level: ClassLevel, grade: number, ages: Ages): number {
  if (level === 5) return grade >= 1 && grade <= 3 ? 0.88 : 0.6;
  if (level === 0) return 0.58;
  if (ages === '2') return 0.57;
  return level === 4 ? 0.53 : 0.41;
}

function weightsOf(draw: Draw, level: ClassLevel, grade: number, ages: Ages): RaceSpec['weights'] {
  if (ages === '2' || (ages === '3' && level < 5)) return 3;
  if (grade === 1) return 4;
  if (level === 5) return draw.weighted([[1, 40], [2, 60]] as const); // prettier-ignore
  if (level === 4) return draw.weighted([[1, 55], [4, 45]] as const); // prettier-ignore
  return grade === 5 && draw.chance(0.15) ? 1 : 4;
}

function firstPrize(
  draw: Draw,
  level: ClassLevel,
  grade: RaceSpec['grade'],
  ages: Ages,
  jump: boolean,
): number {
  if (jump) return level === 1 ? 790 : grade === 3 ? 2900 : 1400;
  if (grade === 1 || grade === 2 || grade === 3) {
    const first = draw.of<number>(GRADED_PRIZE[grade]);
    return ages === '2' ? Math.round(first * (grade === 1 ? 0.37 : 0.75)) : first;
  }
  const prize = PRIZES[level][grade === 5 ? 1 : 0];
  return level === 5 ? (ages === '2' ? 1600 : ages === '3' ? 2000 : grade === 6 ? 2700 : 2200) : prize;
}

/**
 * The replacement for a race with too few entries, at the same time: a maiden race, otherwise one for one-win horses.
 */
export function substitutesFor(root: number, spec: RaceSpec): RaceSpec[] {
  const { meeting, number, post } = spec;
  const month = monthOf(meeting.day);
  const kinds = [kind(1, month >= 9 ? '2' : '3'), kind(2, month <= 5 ? '4up' : '3up')];
  const draw = new Draw(root, 0x73756273, meeting.day, meeting.course * 16 + number);
  return kinds.map((each) => ({
    ...raceSpec(draw, meeting, Math.min(7, number - 1), each, false, 600),
    number,
    post,
  }));
}

/** Half an hour apart, longer around noon and before the main race, which runs at about a quarter to four. */
function postTime(first: number, index: number): number {
  const gaps = [0, 30, 30, 30, 50, 30, 30, 30, 35, 35, 35, 35];
  let at = first;
  for (let i = 1; i <= index; i++) at += gaps[i] ?? 30;
  return at;
}
