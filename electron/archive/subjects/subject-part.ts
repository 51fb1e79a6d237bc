// Which rows of a subject are read, and the condition on them.

import type { SqlFilter } from '../filter-sql.ts';

/** Which rows of a subject: days, inclusive, an absent end being open, one race, or of runs those of one horse. */
export interface SubjectPart {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly racekey?: string | undefined;
  readonly horse_id?: string | undefined;
}

/** On the days and races of the subject's own rows. */
export function whereOfPart({ from, to, racekey }: SubjectPart): SqlFilter {
  const conditions = [
    ...(from === undefined ? [] : [{ sql: 'racedate >= ?', value: from }]),
    ...(to === undefined ? [] : [{ sql: 'racedate <= ?', value: to }]),
    ...(racekey === undefined ? [] : [{ sql: 'racekey = ?', value: racekey }]),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' and ') || 'true',
    values: conditions.map(({ value }) => value),
  };
}
