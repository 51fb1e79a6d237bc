// The contents of a table with a filter: fetches what the archive lacks, then reads all of it from the archive.

import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { tablesOfDay } from '#shared/catalogue/day-tables.ts';
import { raceNamesBeside } from '#shared/catalogue/race-names.ts';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { unknownColumn } from '#shared/catalogue/unknown-column.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import type { Change } from '../archive/changes.ts';
import type { StoredUnit } from '../archive/coverage.ts';
import { unique } from '../downloads/verify/coverage-report.ts';
import type { QueryContext } from '../downloads/query-context.ts';
import { runQuery, type QueryOptions } from '../downloads/query.ts';
import { shortfalls } from '../downloads/verify/shortfalls.ts';
import type { Contents } from './open-result.ts';
import type { OpenOptions } from './result.ts';

export type TableSource = Extract<ResultSource, { kind: 'table' }>;

/** What to read of a table: see OpenOptions. */
export type Extent = Pick<OpenOptions, 'isSheet' | 'only'>;

/** Errors: as `runQuery`. */
export async function tableContents(
  context: QueryContext,
  source: TableSource,
  options: QueryOptions,
  { isSheet = false, only }: Extent = {},
): Promise<Contents> {
  const table = TABLES[source.table];
  const filter = withoutAbsent(source.filter);
  const report = await runQuery(context, source.table, filter, { ...options, crossCheck: true });
  const { columns: all, unknown } = columnsOf(table, report.stored);
  const columns = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  const beside = isSheet ? [] : raceNamesBeside(columns).map(({ column }) => column);
  const names = [...columns, ...beside].map((column) => column.name);
  const { changes } = context.archive;
  const asOf = changes.count;
  const today = todayInTokyo(context.now());
  // What is short is found while the rows are read; if that fails, the rows are released.
  const [snapshot, short] = await bothOf(
    context.archive.snapshot(source.table, filter, names),
    shortfalls(context.archive, table, filter, today, report.missing),
    (read) => read.close(),
  );
  return {
    columns,
    beside,
    unknown,
    records: snapshot.records,
    rows: snapshot.rows,
    origin: { reads: [{ table: source.table, filter }], beside: namesFrom(beside), changes, asOf },
    release: () => snapshot.close(),
    account: {
      reasons: unique([...report.reasons, ...report.notFinal, ...short, ...report.unchecked]),
      provisional: snapshot.provisional,
      ...totals(report.stored),
      windows: report.windows,
    },
  };
}

/** What names of races are read from. A key may be of a race on any day. */
export const namesFrom = (beside: readonly Column[]): readonly Change[] =>
  beside.length === 0 ? [] : tablesOfDay('race').map((table) => ({ table, filter: {} }));

/** Waits for both. If the second fails, what the first brought is released. */
async function bothOf<A, B>(
  first: Promise<A>,
  second: Promise<B>,
  release: (brought: A) => void,
): Promise<[A, B]> {
  const [brought, other] = await Promise.allSettled([first, second]);
  if (brought.status === 'rejected') throw brought.reason;
  if (other.status === 'rejected') {
    release(brought.value);
    throw other.reason;
  }
  return [brought.value, other.value];
}

/** Columns that some record has, or all columns of the catalogue if there is no record. */
export function columnsOf(
  table: Table,
  stored: readonly StoredUnit[],
): { readonly columns: readonly Column[]; readonly unknown: ReadonlySet<string> } {
  const present = new Set<string>();
  for (const list of new Set(stored.map((each) => each.present))) for (const name of list) present.add(name);
  if (present.size === 0) return { columns: table.columns, unknown: new Set() };
  const known = new Set(table.columns.map((column) => column.name));
  const unknown = [...present].filter((name) => !known.has(name));
  return {
    columns: [...table.columns.filter((column) => present.has(column.name)), ...unknown.map(unknownColumn)],
    unknown: new Set(unknown),
  };
}

/** Quarantined records, drift, repeats, and the age of the oldest part. */
export function totals(stored: readonly StoredUnit[]): {
  quarantined: number;
  drift: number;
  repeated: number;
  fetchedAt?: number;
} {
  const sum = (count: 'quarantined' | 'drift' | 'repeated') =>
    stored.reduce((total, each) => total + each[count], 0);
  const oldest = stored.reduce((least, each) => Math.min(least, each.fetchedAt), Infinity);
  return {
    quarantined: sum('quarantined'),
    drift: sum('drift'),
    repeated: sum('repeated'),
    ...(Number.isFinite(oldest) ? { fetchedAt: oldest } : {}),
  };
}

/** The bridge's filter without properties that are undefined. */
export function withoutAbsent(filter: { readonly [name in keyof Filter]?: string | undefined }): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  );
}
