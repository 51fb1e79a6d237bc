// The order in which a race paper lists the courses of a day.

const UNKNOWN = 9;

/** What decides a course's place. */
interface Ordered {
  readonly racecourse_cd: string;
  readonly races: readonly { readonly record: { readonly holding_classification?: string } }[];
}

/** East (1) before west (2) before the third meeting (3), as the holding classification says; then by code. */
export function racecourseOrder(course: Ordered): number {
  const classification = Number(course.races[0]?.record.holding_classification ?? UNKNOWN);
  return (Number.isFinite(classification) ? classification : UNKNOWN) * 100 + Number(course.racecourse_cd);
}
