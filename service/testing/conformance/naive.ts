// A second implementation of queries, over records in memory: as simple as possible, and sharing nothing with the
// service but the catalogue. The service's answers are compared with it.

import type { Filter, TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import type { Fields } from '../records.ts';

export type Stable = ReadonlyMap<TableCode, readonly Fields[]>;

export interface NaiveAnswer {
  readonly data: readonly Fields[];
  /** The expected `X-Applied-Filter`. */
  readonly applied: string | undefined;
}

/** The answer to filters that are known to be valid. */
export function naiveAnswer(stable: Stable, code: TableCode, filter: Filter): NaiveAnswer {
  const all = stable.get(code) ?? [];
  const isEmpty = Object.keys(filter).length === 0;
  const newest = all
    .map((record) => String(record['racedate']))
    .toSorted()
    .at(-1);
  const meant = isEmpty && newest !== undefined ? { racedate: newest } : filter;
  return {
    data: all.filter((record) => matches(record, meant)).toSorted((a, b) => compare(code, a, b)),
    applied: isEmpty && newest !== undefined ? `racedate=${newest}` : undefined,
  };
}

function matches(record: Fields, filter: Filter): boolean {
  const day = String(record['racedate']);
  if (filter.racedate !== undefined && day !== filter.racedate) return false;
  if (filter.start_racedate !== undefined && day < filter.start_racedate) return false;
  if (filter.end_racedate !== undefined && day > filter.end_racedate) return false;
  if (filter.racekey !== undefined && !isOfRace(record, filter.racekey)) return false;
  if (filter.horse_id !== undefined) return record['horse_id'] === filter.horse_id;
  if (filter.kettonum !== undefined) return record['kettonum'] === filter.kettonum.slice(-8);
  return true;
}

const isOfRace = (record: Fields, racekey: string): boolean =>
  'racekey' in record ? record['racekey'] === racekey : racekey.startsWith(String(record['holdingkey']));

function compare(code: TableCode, a: Fields, b: Fields): number {
  for (const name of tableOf(code).order) {
    const [left, right] = [a[name], b[name]];
    if (left === right) continue;
    if (name === 'horse_number') return Number(left) - Number(right);
    return String(left) < String(right) ? -1 : 1;
  }
  return 0;
}
