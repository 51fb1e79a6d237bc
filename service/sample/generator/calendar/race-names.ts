// The names of races, and the codes that classify them.

import type { MeetingDay } from './calendar.ts';
import { raceName } from '../people-and-horses/names.ts';
import type { RaceSpec } from './program.ts';
import { mix } from '../draw.ts';

const CLASS_NAMES = ['新馬', '未勝利', '1勝クラス', '2勝クラス', '3勝クラス', 'オープン'];
const AGE_NAMES = { '2': '2歳', '3': '3歳', '3up': '3歳以上', '4up': '4歳以上' } as const;
const SPECIAL_SUFFIX = ['特別', '特別', '賞', '特別'];
const STAKES_SUFFIX = ['ステークス', 'カップ', 'ステークス', 'ハンデキャップ'];
const GRADED_SUFFIX = ['記念', '大賞典', 'カップ', 'ステークス'];

/** An ordinary race is named after its conditions, others have an invented name that recurs every year. */
export function nameOf(root: number, spec: RaceSpec): string {
  const jump = spec.track.surface === 3;
  if (spec.grade === 0)
    return `${jump ? '障害' : ''}${AGE_NAMES[spec.ages]}${jump ? (spec.level <= 1 ? '未勝利' : 'オープン') : CLASS_NAMES[spec.level]}`;
  const { meeting } = spec;
  const salt = mix(root, meeting.course * 100 + meeting.meeting, meeting.meetingDay, spec.number) % 100_000;
  const graded = spec.grade <= 3;
  const suffixes = graded ? GRADED_SUFFIX : spec.level >= 4 ? STAKES_SUFFIX.slice(0, 3) : SPECIAL_SUFFIX;
  const suffix =
    jump && graded
      ? 'ジャンプステークス'
      : spec.weights === 1 && spec.level >= 4 && !graded
        ? 'ハンデキャップ'
        : (suffixes[salt % suffixes.length] ?? '特別');
  return raceName(root, salt, suffix);
}

/** Edition of a graded race; null for others. */
export function editionOf(root: number, spec: RaceSpec, year: number): string | null {
  if (spec.grade === 0 || spec.grade > 3) return null;
  const first = 1950 + (mix(root, spec.meeting.course, spec.meeting.meeting, spec.meeting.meetingDay) % 55);
  return `第${year - first}回`;
}

/** `condition_cd`. */
export const conditionOf = (spec: RaceSpec): string =>
  spec.track.surface === 3
    ? spec.level <= 1
      ? 'A3'
      : 'OP'
    : (['A1', 'A3', '05', '10', '16', 'OP'][spec.level] ?? 'OP');

/** `class_cd` of the program: the age category. */
export const categoryOf = (spec: RaceSpec): string =>
  spec.track.surface === 3 ? '20' : { '2': '11', '3': '12', '3up': '13', '4up': '14' }[spec.ages];

/** `insignia_cd`: one digit each for foreign-bred horses, sex and riders. */
export function insigniaOf(spec: RaceSpec): string {
  const bred =
    spec.level === 5 && spec.grade >= 1 && spec.grade <= 3
      ? '5'
      : spec.level >= 1 && spec.number % 3 !== 0
        ? '1'
        : '0';
  const riders = spec.level >= 1 && spec.level <= 2 && spec.number % 2 === 0 ? '1' : '0';
  return bred + (spec.fillies ? '2' : '0') + riders;
}

/** `course_cd`: the rail of the turf course moves out through a meeting. */
export function railOf(meeting: MeetingDay): string {
  return meeting.meetingDay <= 4 ? '1' : meeting.meetingDay <= 6 ? '4' : '5';
}
