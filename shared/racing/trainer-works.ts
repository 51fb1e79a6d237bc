// How the work of a runner compares with the works of its trainer's winners, and how a horse worked with partners. Pure.

import { numberIn, type RecordValues } from '#shared/racing/race-rows.ts';

export interface Share {
  readonly code: string;
  readonly n: number;
}

/** What a winner's work is compared by: a time per furlong in tenths of a second, or an index. */
const COMPARED = ['ten', 'shimai', 'oikirisisu'] as const;

export type ComparedField = (typeof COMPARED)[number];

/** Times of different courses say nothing about each other; the index is made to be compared. */
const OF_THE_COURSE: ReadonlySet<ComparedField> = new Set(['ten', 'shimai']);

export interface RangeComparison {
  readonly field: ComparedField;
  /** Winners' works with this value, on the same course for a time. */
  readonly n: number;
  /** The range of these; undefined without any. Of few works from the lowest to the highest, otherwise the middle 80 %. */
  readonly range: { readonly low: number; readonly high: number; readonly isMiddle: boolean } | undefined;
  /** Of this work. */
  readonly own: number | undefined;
  /** Undefined if either is not known, or if there are too few works for a range. */
  readonly place: 'inside' | 'below' | 'above' | undefined;
}

export interface WorkComparison {
  /** Winners with a work, one work for each: the last before the race. */
  readonly n: number;
  /** Race date of the earliest of them; undefined without any. */
  readonly since: string | undefined;
  /** Most frequent first. */
  readonly courses: readonly Share[];
  readonly efforts: readonly Share[];
  readonly ranges: readonly RangeComparison[];
}

/** From here on the lowest and the highest tenth are left out. */
const MANY = 10;

/** Fewer works give nothing to compare with. */
export const FEWEST = 3;

/** `work`: this work; `winners`: the works of winners, several of one runner possible. */
export function compareWork(work: RecordValues, winners: readonly RecordValues[]): WorkComparison {
  const works = lastWorks(winners);
  const course = textIn(work, 'exercise_course_cd');
  const onCourse = works.filter((each) => textIn(each, 'exercise_course_cd') === course);
  const dates = works.flatMap((each) => textIn(each, 'racedate') || []).toSorted();
  return {
    n: works.length,
    since: dates[0],
    courses: sharesOf(works, 'exercise_course_cd'),
    efforts: sharesOf(works, 'work_kind'),
    ranges: COMPARED.map((field) => rangeOf(field, work, OF_THE_COURSE.has(field) ? onCourse : works)),
  };
}

/** The last work of each runner, in the order of the runners' first works. */
export function lastWorks(works: readonly RecordValues[]): readonly RecordValues[] {
  const later = (a: RecordValues, b: RecordValues): boolean => {
    const [left, right] = [textIn(a, 'exercise_date'), textIn(b, 'exercise_date')];
    if (left !== right) return left > right;
    return (numberIn(a, 'number_of_times') ?? 0) >= (numberIn(b, 'number_of_times') ?? 0);
  };
  const byRunner = Map.groupBy(
    works,
    (each) => `${textIn(each, 'racekey')} ${numberIn(each, 'horse_number')}`,
  );
  return [...byRunner.values()].map((own) => own.reduce((last, each) => (later(each, last) ? each : last)));
}

const textIn = (record: RecordValues, field: string): string => record[field]?.trim() ?? '';

function sharesOf(works: readonly RecordValues[], field: string): readonly Share[] {
  const groups = Map.groupBy(
    works.map((work) => textIn(work, field)).filter((code) => code !== ''),
    (code) => code,
  );
  return [...groups].map(([code, all]) => ({ code, n: all.length })).toSorted((a, b) => b.n - a.n);
}

/** Zero is written where a time was not taken. */
const valueIn = (work: RecordValues, field: ComparedField): number | undefined => {
  const value = numberIn(work, field);
  return value === 0 && OF_THE_COURSE.has(field) ? undefined : value;
};

function rangeOf(field: ComparedField, work: RecordValues, others: readonly RecordValues[]): RangeComparison {
  const values = others.flatMap((each) => valueIn(each, field) ?? []).toSorted((a, b) => a - b);
  const own = valueIn(work, field);
  const isMiddle = values.length >= MANY;
  const left = isMiddle ? Math.floor(values.length / 10) : 0;
  const [low, high] = [values[left], values[values.length - 1 - left]];
  const range = low === undefined || high === undefined ? undefined : { low, high, isMiddle };
  const isJudged = range !== undefined && own !== undefined && values.length >= FEWEST;
  return {
    field,
    n: values.length,
    range,
    own,
    place: !isJudged ? undefined : own < range.low ? 'below' : own > range.high ? 'above' : 'inside',
  };
}

export interface PartnerTally {
  readonly n: number;
  readonly ahead: number;
  readonly level: number;
  readonly behind: number;
}

const RESULTS = { ahead: 1, level: 2, behind: 3 } as const;

export const isPaired = (work: RecordValues): boolean => (numberIn(work, 'abreast_result') ?? 0) > 0;

/** How the horse finished against its partners in works. */
export function partnerTally(works: readonly RecordValues[]): PartnerTally {
  const paired = works.filter(isPaired);
  const count = (result: number): number =>
    paired.filter((work) => numberIn(work, 'abreast_result') === result).length;
  return {
    n: paired.length,
    ahead: count(RESULTS.ahead),
    level: count(RESULTS.level),
    behind: count(RESULTS.behind),
  };
}
