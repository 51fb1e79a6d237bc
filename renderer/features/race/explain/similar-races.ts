// The filters that find the runners of races like one race: its surface and distance band, and if wanted its course and
// its class. Pure.

import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import { codesOf } from '#shared/catalogue/decode.ts';
import { isBlank, isStated, readNumber } from '#shared/catalogue/reading.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import { columnOfSubject } from '#shared/catalogue/subjects/subjects.ts';
import type { Item } from '#shared/filters/condition.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { withoutAside } from '#shared/racing/race-words.ts';
import type { Language } from '#shared/text.ts';
import { BANDS, filterBy } from '../../record/breakdowns.ts';

/** What the reader may add to surface and distance. */
export const LIKENESSES = ['course', 'class'] as const;

export type Likeness = (typeof LIKENESSES)[number];

/** A special race is named, and of any class. */
const SPECIAL = '5';

/** The values of races without a grade; unused fields are padded with zeros as well. */
const UNGRADED: readonly Item[] = [
  { is: 'empty' },
  { is: 'whole', text: '0' },
  { is: 'whole', text: SPECIAL },
];

const gradeOf = (race: RecordValues): string | undefined => {
  const grade = race['grade_cd']?.trim();
  return isStated(grade) && grade !== SPECIAL ? grade : undefined;
};

const bandOf = (race: RecordValues): (typeof BANDS)[number] | undefined => {
  const distance = readNumber(race['distance']);
  return distance === undefined
    ? undefined
    : BANDS.find(({ from = 0, to = Infinity }) => distance >= from && distance <= to);
};

const conditionText = (code: string, language: Language): string =>
  withoutAside(shownText(columnOfSubject('runners', 'condition_cd'), code, language));

/** A class had other names before 2019, each with a code of its own. */
function codesOfClass(condition: string): readonly string[] {
  const name = conditionText(condition, 'ja');
  const codes = codesOf(columnOfSubject('runners', 'condition_cd')).map(({ code }) => code);
  return [...new Set([condition, ...codes.filter((code) => conditionText(code, 'ja') === name)])];
}

function classFilters(race: RecordValues): readonly ColumnFilter[] | undefined {
  const grade = gradeOf(race);
  if (grade !== undefined) return [filterBy('grade_cd', [{ is: 'whole', text: grade }])];
  const condition = race['condition_cd']?.trim();
  if (condition === undefined || isBlank(condition)) return undefined;
  return [
    filterBy('grade_cd', UNGRADED),
    filterBy(
      'condition_cd',
      codesOfClass(condition).map((text) => ({ is: 'whole', text })),
    ),
  ];
}

function courseFilters(race: RecordValues): readonly ColumnFilter[] | undefined {
  const course = race['racecourse_cd']?.trim();
  return course === undefined || isBlank(course)
    ? undefined
    : [filterBy('racecourse_cd', [{ is: 'whole', text: course }])];
}

/** The filters of a likeness; undefined if the race does not state it. */
const ADDED: Readonly<Record<Likeness, (race: RecordValues) => readonly ColumnFilter[] | undefined>> = {
  course: courseFilters,
  class: classFilters,
};

/** Undefined if the race's surface or distance is not known: then no race is known to be like it. */
export function filtersLike(
  race: RecordValues,
  also: readonly Likeness[],
): readonly ColumnFilter[] | undefined {
  const surface = race['track_type']?.trim();
  const band = bandOf(race);
  if (!isStated(surface) || band === undefined) return undefined;
  const { from, to } = band;
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return [
    filterBy('track_type', [{ is: 'whole', text: surface }]),
    filterBy('distance', [{ is: 'range', ...range }]),
    ...also.flatMap((each) => ADDED[each](race) ?? []),
  ];
}

/** "Turf, 1301–1899 m". */
export const likenessText = (race: RecordValues, language: Language): string => {
  const surface = shownText(columnOfSubject('runners', 'track_type'), race['track_type'] ?? null, language);
  const band = bandOf(race)?.label[language] ?? '';
  return language === 'ja' ? `${surface} ${band}` : `${surface}, ${band}`;
};

/** The likenesses that the race states, with its course and its class in words. */
export const likenessesOf = (
  race: RecordValues,
  language: Language,
): readonly { readonly id: Likeness; readonly label: string }[] =>
  LIKENESSES.filter((each) => ADDED[each](race) !== undefined).map((id) => {
    const grade = gradeOf(race);
    if (id === 'course')
      return {
        id,
        label: shownText(
          columnOfSubject('runners', 'racecourse_cd'),
          race['racecourse_cd'] ?? null,
          language,
        ),
      };
    return {
      id,
      label:
        grade === undefined
          ? conditionText(race['condition_cd']?.trim() ?? '', language)
          : shownText(columnOfSubject('runners', 'grade_cd'), grade, language),
    };
  });
