// What an answer leaves out of the records that are stored. A day, a race or a horse that it leaves out altogether keeps
// its records: a service that cannot find them for a while says the same as one that has none. Fewer records replace
// more, since a service also corrects its data, but the set is not complete then.

import type { Incompleteness } from '#shared/bridge/results.ts';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Connection } from './connection.ts';
import { dayOf, nameOf, unitsOf, type CoverageUnit, type StoredUnit } from './coverage.ts';
import { inList, isFilledSql, quoted, whereOf } from './filter-sql.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** The stored records of one unit. */
export interface UnitRecords {
  /** Several versions of a record count once. */
  readonly keys: number;
  /** The latest of them. */
  readonly day?: string;
  /** When the first of them was fetched, epoch milliseconds. */
  readonly fetchedAt: number;
  /** Whether most of them have an order of finish. */
  readonly hasFinish: boolean;
}

export type RecordsByUnit = ReadonlyMap<CoverageUnit, UnitRecords>;

/**
 * The stored records of the units of a filter, and of the days of a race: the day it has, and `days`. Units without
 * records are absent. Errors: those of DuckDB.
 */
export async function recordsByUnit(
  connection: Connection,
  table: Table,
  filter: Filter,
  days: readonly string[] = [],
): Promise<RecordsByUnit> {
  const [first] = unitsOf(filter);
  if (first === undefined) return new Map();
  const own = await count(
    connection,
    table,
    dayOf(first) === undefined ? first : undefined,
    whereOf(table, filter),
  );
  if (filter.racekey === undefined) return own;
  const ofRace = inList([...new Set([own.get(first)?.day ?? [], days].flat())]);
  const where = { sql: `racedate in (${ofRace.marks})`, values: ofRace.values };
  return new Map([...own, ...(await count(connection, table, undefined, where))]);
}

/** `unit`: that of all records; undefined if each belongs to its day. */
async function count(
  connection: Connection,
  table: Table,
  unit: CoverageUnit | undefined,
  { sql, values }: { readonly sql: string; readonly values: readonly string[] },
): Promise<RecordsByUnit> {
  const has = (name: string) => table.columns.some((column) => column.name === name);
  const finished = has('order_of_finish') ? isFilledSql(quoted('order_of_finish')) : 'false';
  const ofDay = unit === undefined;
  // Grouped by key first: to count distinct keys takes DuckDB several times as long.
  const found = await connection.runAndReadAll(
    `select unit, count(*)::INTEGER, max(day), min(fetched_at)::DOUBLE, (count(*) filter (is_finished)) * 2 > count(*)
       from (select ${ofDay ? `'day:' || racedate` : '?'} as unit, ${has('racedate') ? 'max(racedate)' : 'null'} as day,
                    min(__fetched_at) as fetched_at, bool_or(${finished}) as is_finished
               from ${quoted(table.code)} where ${sql}
               group by ${[...(ofDay ? ['racedate'] : []), ...table.primaryKey.map(quoted)].join(', ')})
       group by unit`,
    [...(ofDay ? [] : [unit]), ...values],
  );
  return new Map(
    found.getRows().map(([name, keys, day, fetchedAt, hasFinish]) => [
      String(name),
      {
        keys: Number(keys),
        ...(typeof day === 'string' ? { day } : {}),
        fetchedAt: Number(fetchedAt),
        hasFinish: hasFinish === true,
      },
    ]),
  );
}

/** The units of the answer's request that have records before it is written, and none in it. Pure. */
export function unitsLeftOut(
  { filter, answer }: Pick<StoredAnswer, 'filter' | 'answer'>,
  before: RecordsByUnit,
): readonly CoverageUnit[] {
  const stored = unitsOf(filter).filter((unit) => before.has(unit));
  if (answer.records === 0) return stored;
  // A race, a horse or a single day has all of them.
  if (filter.start_racedate === undefined) return [];
  return stored.filter((unit) => !answer.days.has(nameOf(unit)));
}

/** What is said against a unit whose records stay because an answer had none. `where`: the day, race or horse. */
export const recordsGone = (where: string): Incompleteness => ({
  reason: 'not_fetched',
  where,
  because: { code: 'RECORDS_GONE', values: {} },
});

/** Whether the reason says that an answer had nothing of this unit. */
export const saysGone = ({ where, because }: Incompleteness, unit: CoverageUnit): boolean =>
  because?.code === 'RECORDS_GONE' && where === nameOf(unit);

/** Whether this reason is one of `losses`, which are found anew with each answer. */
export const isLoss = ({ reason, where }: Incompleteness, unit: CoverageUnit): boolean =>
  (reason === 'fewer_records' || reason === 'finish_gone') && where === nameOf(unit);

/**
 * What the units have lost, as reasons: records of a day that was over when they were fetched, or the order of finish. A
 * loss counts until an answer makes up for it. `earlier`: the coverage before the answer. Pure.
 */
export function losses(
  before: RecordsByUnit,
  after: RecordsByUnit,
  earlier: ReadonlyMap<CoverageUnit, StoredUnit>,
): ReadonlyMap<CoverageUnit, readonly Incompleteness[]> {
  return new Map(
    [...before].map(([unit, had]) => {
      const where = nameOf(unit);
      const known = (earlier.get(unit)?.reasons ?? []).filter((each) => isLoss(each, unit));
      const has = after.get(unit);
      const wasOver = had.day !== undefined && todayInTokyo(had.fetchedAt) > had.day;
      const most = Math.max(wasOver ? had.keys : 0, ...known.map((each) => each.before ?? 0));
      const hadFinish = had.hasFinish || known.some(({ reason }) => reason === 'finish_gone');
      return [
        unit,
        [
          ...((has?.keys ?? 0) < most ? [{ reason: 'fewer_records', where, before: most } as const] : []),
          ...(hadFinish && has?.hasFinish !== true ? [{ reason: 'finish_gone', where } as const] : []),
        ],
      ];
    }),
  );
}
