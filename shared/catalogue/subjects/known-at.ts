// When each column of the runners becomes known: by the record that it is read from (specification, section 2), with the
// fields that become known later than the rest of their record.

import type { DayRecord } from '#shared/catalogue/day-tables.ts';
import { KNOWN_AT, type KnownAt } from '#shared/catalogue/known-at.ts';
import { fieldsOf, type RecordField, type SubjectColumn } from '#shared/catalogue/subjects/subject.ts';

const OF_RECORD: { readonly [record in DayRecord]?: KnownAt } = {
  race: 'entry',
  entry: 'entry',
  // The works of the week (section 2.7).
  training: 'entry',
  prerace: 'pre-race',
  result: 'result',
  payoff: 'result',
};

const FIELDS: { readonly [record in DayRecord]?: Readonly<Record<string, KnownAt>> } = {
  // A program is sent again when its race changes (section 2.3): it has the going, the weather and the field of the last
  // moment.
  race: {
    post_time: 'race',
    original_post_time: 'race',
    headcount: 'race',
    turf_condition_cd: 'race',
    weather_cd: 'race',
    cancel_horse: 'race',
  },
  // Past entries have the marks of race day too, and whether the horse was withdrawn (section 2.5).
  entry: {
    odds_mark: 'pre-race',
    paddock_mark: 'pre-race',
    last_integration_mark: 'pre-race',
    withdrawn_flag: 'race',
  },
  // Odds "at data creation time", body weight, going and withdrawals (section 2.6).
  prerace: {
    win_odds: 'race',
    place_odds: 'race',
    odds_obtained_time: 'race',
    odds_index: 'race',
    horse_weight: 'race',
    weight_cycling: 'race',
    turf_condition_cd: 'race',
    weather_cd: 'race',
    withdrawn_flag: 'race',
  },
};

/** What is computed from the key of the row. */
const OF_KEY: ReadonlySet<string> = new Set([
  'racedate',
  'racekey',
  'racecourse_cd',
  'race_number',
  'horse_number',
]);

/**
 * The columns with when each is known. `ranks`: the column that each rank is computed from. What is computed from
 * anything else is known with the result: it was the payoffs so far.
 */
export function withKnownAt(
  columns: readonly SubjectColumn[],
  ranks: ReadonlyMap<string, SubjectColumn>,
): readonly SubjectColumn[] {
  return columns.map((column) => ({ ...column, knownAt: knownAtOf(ranks.get(column.name) ?? column) }));
}

/** Of several records the last one decides: until it is there, the value may change. */
function knownAtOf({ name, origin }: SubjectColumn): KnownAt {
  if ('annotation' in origin) return 'own';
  const known = fieldsOf({ origin }).map(knownAtOfField);
  if (known.length > 0) return KNOWN_AT.findLast((each) => known.includes(each)) ?? 'result';
  return OF_KEY.has(name) ? 'entry' : 'result';
}

const knownAtOfField = ({ record, field }: RecordField): KnownAt =>
  FIELDS[record]?.[field] ?? OF_RECORD[record] ?? 'result';
