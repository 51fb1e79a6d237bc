// All races of a day as one list: its rows, what they sort by, and a plain filter. Pure.

import type { Sort } from '#shared/bridge/source.ts';
import { readNumber } from '#shared/catalogue/reading.ts';
import { classOf, codedFact, courseWords, postTimeOf, titleOf } from '#shared/racing/race-words.ts';
import { racecourseName } from '#shared/racing/racekey.ts';
import type { Language } from '#shared/text.ts';
import { RACE_STATES, type CourseDay, type RaceState, type RaceSummary } from './racing-day.ts';

export interface ListedRace extends RaceSummary {
  readonly courseName: string;
  readonly postTime: string;
  readonly title: string;
  readonly className: string;
  readonly surface: { readonly text: string; readonly kind: string };
  /** The race's own or, until it is stated, that of its surface at the meeting; undefined if neither is known. */
  readonly going: string | undefined;
}

/** As `courseWords` names them. */
const SURFACE_KINDS = ['turf', 'dirt', 'jump', 'unknown'] as const;

const TURF = '1';
const DIRT = '2';

/** A jump race has turf and dirt, so the meeting's going of neither is its own. */
function goingOf({ meeting }: CourseDay, { record }: RaceSummary, language: Language) {
  const own = codedFact('turf_condition_cd', record.turf_condition_cd, language);
  if (own !== undefined) return own;
  const trackType = record.track_type;
  const code =
    trackType === TURF
      ? meeting?.turf_condition_cd
      : trackType === DIRT
        ? meeting?.dirt_condition_cd
        : undefined;
  return codedFact('turf_condition_cd', code, language);
}

const byPostTime = (a: ListedRace, b: ListedRace): number => compare(a.postTime, b.postTime);

/** By post time; at the same time in the order of the courses. */
export const listedRaces = (courses: readonly CourseDay[], language: Language): readonly ListedRace[] =>
  courses
    .flatMap((course) =>
      course.races.map((race) => ({
        ...race,
        courseName: racecourseName(course.racecourse_cd, language),
        postTime: postTimeOf(race.record),
        title: titleOf(race.record, language),
        className: classOf(race.record, language),
        surface: courseWords(race.record, language),
        going: goingOf(course, race, language),
      })),
    )
    .toSorted(byPostTime);

export const LIST_COLUMNS = [
  'time', 'course', 'race', 'distance', 'class', 'going', 'field', 'state', 'winner', 'favorite', 'paid',
] as const; // prettier-ignore

export type ListColumn = (typeof LIST_COLUMNS)[number];

type SortValue = string | number | undefined;

/** Class codes in the order of the classes: newcomer and maiden (A1 to A3), by earnings (04 to 16), open (OP). */
const classOrder = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : code.startsWith('A') ? ` ${code}` : code;

/** The first of several winners or favorites counts. */
const SORT_VALUES: Readonly<Record<ListColumn, (race: ListedRace) => SortValue>> = {
  time: ({ postTime }) => postTime,
  course: ({ courseName, number }) => `${courseName} ${String(number).padStart(2, '0')}`,
  race: ({ title }) => title,
  distance: ({ record }) => readNumber(record.distance),
  class: ({ record }) => classOrder(record.condition_cd),
  going: ({ going }) => going,
  field: ({ runners }) => runners,
  state: ({ state }) => (state === undefined ? undefined : RACE_STATES.indexOf(state)),
  winner: ({ winners }) => winners[0]?.horseNumber,
  favorite: ({ favorites }) => favorites[0]?.finish,
  paid: ({ winners }) => winners[0]?.payoff,
};

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

const isListColumn = (name: string): name is ListColumn => LIST_COLUMNS.some((column) => column === name);

/** Races without a value come last in either direction; ties keep the order of post times. */
export function sortedRaces(races: readonly ListedRace[], sort: Sort): readonly ListedRace[] {
  const by = sort.flatMap(({ column, direction }) =>
    isListColumn(column) ? [{ of: SORT_VALUES[column], sign: direction === 'ascending' ? 1 : -1 }] : [],
  );
  return races.toSorted((a, b) => {
    for (const { of, sign } of by) {
      const [left, right] = [of(a), of(b)];
      if (left === undefined || right === undefined) {
        if (left !== right) return left === undefined ? 1 : -1;
        continue;
      }
      const order = compare(left, right);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
}

/** An absent choice lets every race through. */
export interface ListFilter {
  /** A kind of surface. */
  readonly surface?: string;
  /** A class code. */
  readonly class?: string;
  readonly state?: string;
}

const lets = (wanted: string | undefined, present: readonly string[], value: string | undefined): boolean =>
  wanted === undefined || !present.includes(wanted) || value === wanted;

/** A choice that no race of the day has lets every race through: it was made on another day. */
export function filteredRaces(races: readonly ListedRace[], filter: ListFilter): readonly ListedRace[] {
  const { surfaces, classes, states } = choicesOf(races);
  return races.filter(
    ({ surface, record, state }) =>
      lets(filter.surface, surfaces, surface.kind) &&
      lets(filter.class, classes, record.condition_cd) &&
      lets(filter.state, states, state),
  );
}

export interface ListChoices {
  readonly surfaces: readonly string[];
  /** Class codes in the order of the classes. */
  readonly classes: readonly string[];
  readonly states: readonly RaceState[];
}

/** What the races of the day can be filtered by. */
export function choicesOf(races: readonly ListedRace[]): ListChoices {
  const kinds = new Set(races.map(({ surface }) => surface.kind));
  const classes = new Set(races.flatMap(({ record }) => record.condition_cd ?? []));
  return {
    surfaces: SURFACE_KINDS.filter((kind) => kinds.has(kind)),
    classes: [...classes].toSorted((a, b) => compare(classOrder(a) ?? a, classOrder(b) ?? b)),
    states: RACE_STATES.filter((state) => races.some((race) => race.state === state)),
  };
}
