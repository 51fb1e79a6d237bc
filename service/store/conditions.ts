// Turns a selection into conditions on a table's key columns, for both stores, with values separate from the SQL.

import type { TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type { RecordFilter } from './store.ts';

/** SQL with a `?` for each of the following values. */
export type SqlCondition = readonly [sql: string, ...values: (string | number)[]];

/** Conditions that a selected record meets, all of them. */
export function conditionsOf(table: TableCode, selection: RecordFilter): SqlCondition[] {
  const { from, to, racekey, horse_id, kettonum } = selection;
  const conditions: SqlCondition[] = [];
  if (racekey !== undefined) {
    // A meeting's key is its races' key without the race number.
    const isMeeting = tableOf(table).grain === 'meeting';
    conditions.push(isMeeting ? ['holdingkey = ?', racekey.slice(0, 6)] : ['racekey = ?', racekey]);
  }
  if (horse_id !== undefined) conditions.push(['horse_id = ?', horse_id]);
  if (kettonum !== undefined) conditions.push(['kettonum = ?', kettonum.slice(-8)]);
  if (from !== undefined) conditions.push(['racedate >= ?', from]);
  if (to !== undefined) conditions.push(['racedate <= ?', to]);
  return conditions;
}

export const where = (conditions: readonly SqlCondition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;

export const valuesOf = (conditions: readonly SqlCondition[]): (string | number)[] =>
  conditions.flatMap(([, ...values]) => values);
