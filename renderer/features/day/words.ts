// A race and a meeting in the words of a race paper: 2歳未勝利, 芝1600, 5回東京6日.

import { MISSING } from '#shared/catalogue/format.ts';
import { entryOf } from '#shared/codes/decode.ts';
import type { CodeTableName } from '#shared/codes/code-table-name.ts';
import { parseRacekey, racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import type { Course, RaceRecord } from './racing-day.ts';

/** Some fields of a race's program. */
type Some<F extends keyof RaceRecord> = { readonly [field in F]?: string | undefined };

const word = (table: CodeTableName, code: string | undefined, language: Language): string | undefined =>
  code === undefined ? undefined : (entryOf(table, code)?.[language] ?? code);

/** The older name of a class, in brackets in the code table, is for its help and not for a card. */
const withoutAside = (text: string): string => text.replace(/\s*[(（].*[)）]\s*$/, '');

/** Ages as an English card writes them; the code table's words are too long for a row. */
const SHORT_AGES: Readonly<Record<string, string>> = { '11': '2yo', '12': '3yo', '13': '3yo+', '14': '4yo+' };

function agesOf({ class_cd }: Some<'class_cd'>, language: Language): string | undefined {
  const short = language === 'en' ? SHORT_AGES[class_cd ?? ''] : undefined;
  return short ?? word('race_category_cd', class_cd, language);
}

/** Age and class: "2歳未勝利", "2yo Maiden". */
export function classOf(record: Some<'class_cd' | 'condition_cd'>, language: Language): string {
  const ages = agesOf(record, language);
  const condition = word('condition_cd', record.condition_cd, language);
  const parts = [ages, condition].filter((part) => part !== undefined).map(withoutAside);
  if (parts.length === 0) return MISSING;
  return parts.join(language === 'ja' ? '' : ' ');
}

/** The race's own name, or its class where it has none. */
export const titleOf = (record: RaceRecord, language: Language): string =>
  record.race_name ?? classOf(record, language);

const SURFACES: Readonly<Record<string, Record<Language, string> & { readonly kind: string }>> = {
  '1': { ja: '芝', en: 'Turf', kind: 'turf' },
  '2': { ja: 'ダ', en: 'Dirt', kind: 'dirt' },
  '3': { ja: '障', en: 'Jump', kind: 'jump' },
};

/** "芝1600", "Turf 1600", and the surface's own name for its colour. */
export function courseWords(
  record: Some<'track_type' | 'distance'>,
  language: Language,
): { text: string; kind: string } {
  const surface = SURFACES[record.track_type ?? ''];
  const distance = record.distance === undefined ? MISSING : String(Number(record.distance));
  if (surface === undefined) return { text: distance, kind: 'unknown' };
  return { text: `${surface[language]}${language === 'ja' ? '' : ' '}${distance}`, kind: surface.kind };
}

const GRADES: Readonly<Record<string, Record<Language, string>>> = {
  '1': { en: 'G1', ja: 'G1' },
  '2': { en: 'G2', ja: 'G2' },
  '3': { en: 'G3', ja: 'G3' },
  '4': { en: 'Graded', ja: '重賞' },
  '6': { en: 'L', ja: 'L' },
};

/** The mark of a graded or listed race; a special race has none, its name says it. */
export const gradeOf = (record: Some<'grade_cd'>, language: Language): string | undefined =>
  GRADES[record.grade_cd ?? '']?.[language];

/** "10:05"; a time that cannot be read stays as it is. */
export function postTimeOf(record: RaceRecord): string {
  const { post_time: raw } = record;
  if (raw === undefined) return MISSING;
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})$/.exec(raw) ?? [];
  return hours === undefined ? raw : `${hours.padStart(2, '0')}:${minutes ?? ''}`;
}

/** "5回東京6日", "Tokyo, meeting 5, day 6". */
export function meetingTitle(
  course: Pick<Course, 'racecourse_cd' | 'holdingkey'>,
  language: Language,
): string {
  const name = racecourseName(course.racecourse_cd, language);
  const parts = parseRacekey(`${course.holdingkey}01`);
  if (parts === undefined || parts.elsewhere) return name;
  const { meeting, day } = parts;
  return language === 'ja' ? `${meeting}回${name}${day}日` : `${name}, meeting ${meeting}, day ${day}`;
}

export interface Fact {
  readonly name: 'weather' | 'turf' | 'dirt' | 'cushion' | 'rail';
  /** Undefined: the record does not say. */
  readonly value: string | undefined;
}

/** Weather, going, cushion value and rail of a meeting; what is missing stays in its place. */
export function meetingFacts({ meeting }: Pick<Course, 'meeting'>, language: Language): readonly Fact[] {
  const coded = (table: CodeTableName, code: string | undefined) => word(table, code, language);
  const rail = coded('course_cd', meeting?.course_cd);
  return [
    { name: 'weather', value: coded('weather_cd', meeting?.weather_cd) },
    { name: 'turf', value: coded('turf_condition_cd', meeting?.turf_condition_cd) },
    { name: 'dirt', value: coded('turf_condition_cd', meeting?.dirt_condition_cd) },
    { name: 'cushion', value: meeting?.cushion_value },
    { name: 'rail', value: rail === undefined ? undefined : withoutAside(rail.normalize('NFKC')) },
  ];
}
