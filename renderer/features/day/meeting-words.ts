// Short texts of a meeting in the style of a race paper: 5回東京6日, its weather and going.

import type { CodeTableName } from '#shared/catalogue/code-tables.ts';
import { parseRacekey, racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { codedFact, withoutAside } from '#shared/racing/race-words.ts';
import type { CourseDay } from './racing-day.ts';

/** "5回東京6日", "Tokyo, meeting 5, day 6". */
export function meetingTitle(
  course: Pick<CourseDay, 'racecourse_cd' | 'holdingkey'>,
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
  /** Undefined if the record has no value. */
  readonly value: string | undefined;
}

/** Weather, going, cushion value and rail of a meeting; a missing fact keeps its place. */
export function meetingFacts({ meeting }: Pick<CourseDay, 'meeting'>, language: Language): readonly Fact[] {
  const coded = (table: CodeTableName, code: string | undefined) => codedFact(table, code, language);
  const rail = coded('course_cd', meeting?.course_cd);
  return [
    { name: 'weather', value: coded('weather_cd', meeting?.weather_cd) },
    { name: 'turf', value: coded('turf_condition_cd', meeting?.turf_condition_cd) },
    { name: 'dirt', value: coded('turf_condition_cd', meeting?.dirt_condition_cd) },
    { name: 'cushion', value: meeting?.cushion_value },
    { name: 'rail', value: rail === undefined ? undefined : withoutAside(rail.normalize('NFKC')) },
  ];
}
