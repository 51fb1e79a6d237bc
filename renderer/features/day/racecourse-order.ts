// The order in which a race paper lists the courses of a day.

import type { Course } from './racing-day.ts';

const UNKNOWN = 9;

/** East (1) before west (2) before the third meeting (3), as the holding classification says; then by code. */
export function racecourseOrder(course: Pick<Course, 'racecourse_cd' | 'races'>): number {
  const classification = Number(course.races[0]?.record.holding_classification ?? UNKNOWN);
  return (Number.isFinite(classification) ? classification : UNKNOWN) * 100 + Number(course.racecourse_cd);
}
