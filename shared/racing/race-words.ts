// Short texts of a race in the style of a race paper: 2歳未勝利, 芝1600.

import { MISSING } from '#shared/catalogue/format.ts';
import { isBlank, isStated, readNumber } from '#shared/catalogue/reading.ts';
import { entryOf } from '#shared/catalogue/decode.ts';
import type { CodeTableName } from '#shared/catalogue/code-tables.ts';
import { isGenericName, raceNameIn } from '#shared/racing/generic-race-name.ts';
import type { Language } from '#shared/text.ts';

/** Some fields of a race's program. */
type Some<F extends string> = { readonly [field in F]?: string | undefined };

/** The label of a code; an unknown code is unchanged. */
export const codeText = (
  table: CodeTableName,
  code: string | undefined,
  language: Language,
): string | undefined => (code === undefined ? undefined : (entryOf(table, code)?.[language] ?? code));

/** Like `codeText`, for a line of facts: an unknown code is marked as a code, and unlisted zeros are omitted. */
export function codedFact(
  table: CodeTableName,
  code: string | null | undefined,
  language: Language,
): string | undefined {
  if (code === null || code === undefined || isBlank(code)) return undefined;
  const words = entryOf(table, code)?.[language];
  if (words !== undefined) return words;
  if (!isStated(code)) return undefined;
  return language === 'ja' ? `コード${code.trim()}` : `code ${code.trim()}`;
}

/** Removes the older name of a class, which is in brackets in the code table and too long for a card. */
export function withoutAside(text: string): string {
  const trimmed = text.trimEnd();
  const open = trimmed.search(/[(（]/);
  return open === -1 || !/[)）]$/.test(trimmed) ? text : trimmed.slice(0, open).trimEnd();
}

/** Ages in the notation of English cards; the labels of the code table are too long for a row. */
const SHORT_AGES: Readonly<Record<string, string>> = { '11': '2yo', '12': '3yo', '13': '3yo+', '14': '4yo+' };

function agesOf({ class_cd }: Some<'class_cd'>, language: Language): string | undefined {
  const short = language === 'en' ? SHORT_AGES[class_cd ?? ''] : undefined;
  return short ?? codeText('race_category_cd', class_cd, language);
}

/** Age and class: "2歳未勝利", "2yo Maiden". */
export function classOf(record: Some<'class_cd' | 'condition_cd'>, language: Language): string {
  const ages = agesOf(record, language);
  const condition = codeText('condition_cd', record.condition_cd, language);
  const parts = [ages, condition].filter((part) => part !== undefined).map(withoutAside);
  if (parts.length === 0) return MISSING;
  return parts.join(language === 'ja' ? '' : ' ');
}

/** The name of the race, or its class if it has no name. */
export const titleOf = (
  record: Some<'race_name' | 'class_cd' | 'condition_cd'>,
  language: Language,
): string =>
  record.race_name === undefined ? classOf(record, language) : raceNameIn(record.race_name, language);

const SURFACES: Readonly<Record<string, Record<Language, string> & { readonly kind: string }>> = {
  '1': { ja: '芝', en: 'Turf', kind: 'turf' },
  '2': { ja: 'ダ', en: 'Dirt', kind: 'dirt' },
  '3': { ja: '障', en: 'Jump', kind: 'jump' },
};

/** "芝1600", "Turf 1600", and the kind of surface for its color. */
export function courseWords(
  record: Some<'track_type' | 'distance'>,
  language: Language,
): { text: string; kind: string } {
  const surface = SURFACES[record.track_type ?? ''];
  const distance = String(readNumber(record.distance) ?? record.distance ?? MISSING);
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

/** The mark of a graded or listed race. A special race has none, because its name is enough. */
export const gradeOf = (record: Some<'grade_cd'>, language: Language): string | undefined =>
  GRADES[record.grade_cd ?? '']?.[language];

/** The class of a named race without a grade, "1勝クラス" of 水仙特別: the grade says more, and a name such as 2歳未勝利 says it. */
export const classBesideName = (
  record: Some<'race_name' | 'grade_cd' | 'condition_cd'>,
  language: Language,
): string | undefined => {
  const { race_name } = record;
  if (race_name === undefined || isGenericName(race_name) || gradeOf(record, language) !== undefined)
    return undefined;
  const words = codedFact('condition_cd', record.condition_cd, language);
  return words === undefined ? undefined : withoutAside(words);
};

/** "1005", of a post time written as HHMM, H:MM or HH:MM; undefined for other text. */
export function postClockOf(raw: string): string | undefined {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})$/.exec(raw.trim()) ?? [];
  return hours === undefined ? undefined : `${hours.padStart(2, '0')}${minutes ?? ''}`;
}

/** "10:05"; an invalid time is unchanged. */
export function postTimeOf(record: Some<'post_time'>): string {
  const { post_time: raw } = record;
  if (raw === undefined) return MISSING;
  const clock = postClockOf(raw);
  return clock === undefined ? raw : `${clock.slice(0, 2)}:${clock.slice(2)}`;
}
