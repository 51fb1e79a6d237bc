// The order in which a race paper lists the courses of a day.

const UNKNOWN = 9;

/** East (1) before west (2) before the third meeting (3), by a race's holding classification; then by code. */
export function racecourseOrder(
  racecourse_cd: string,
  holdingClassification: string | null | undefined,
): number {
  const classification = Number(holdingClassification?.trim() || UNKNOWN);
  return (Number.isFinite(classification) ? classification : UNKNOWN) * 100 + Number(racecourse_cd);
}
