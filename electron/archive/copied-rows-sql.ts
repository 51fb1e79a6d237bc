// The rows of a large result in SQL, for a file that DuckDB writes of them, and how their lines are put in order.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { LineOrder, RowsFile } from '../query-engine/column-store.ts';
import { literal } from './filter-sql.ts';
import type { Relation, Selection } from './relation.ts';

/** The columns `c0`, `c1` and so on of some rows, in SQL. */
export interface RowsSql {
  readonly from: string;
  /** What precedes the query. */
  readonly first: string;
  /** `__position` numbers the rows; absent if they come in order, or as `order` says. */
  readonly position: string;
  /** How lines of these rows are put in order; absent if they come in order. */
  readonly order?: LineOrder;
  readonly values: readonly string[];
}

/** Rows in the order of `rowids`; an undefined name is a column of nulls. `isLines`: they may come in any order. */
export function rowsSql(
  relation: Relation,
  names: readonly (string | undefined)[],
  rowids: Int32Array,
  isLines: boolean,
): RowsSql {
  const known = names.filter((name) => name !== undefined);
  const columnsOf = ({ list }: Selection): string => {
    const expressions = list.values();
    return names
      .map((name, index) => {
        const expression = name === undefined ? undefined : expressions.next().value;
        return `${expression ?? 'null::VARCHAR'} as c${index}`;
      })
      .join(', ');
  };
  const span = spanOf(rowids);
  const isRun = span !== undefined && rowids.every((rowid, at) => rowid === span.first + at);
  if (span !== undefined && (isRun || isLines)) {
    const selection = relation.select(known, `where rowid between ${span.first} and ${span.last}`);
    // A scan keeps its order; a join may not.
    const isScan = selection.isScan === true;
    const order = { isNumbered: !isScan, ...(isRun ? {} : { places: placesOf(rowids, span.first) }) };
    const position = isScan ? '' : `${selection.rowid} - ${span.first} as __position, `;
    return {
      from: `(select ${position}${columnsOf(selection)} from ${selection.from})`,
      first: '',
      position: isScan ? '' : '__position, ',
      ...(isScan && isRun ? {} : { order }),
      values: selection.pointers,
    };
  }
  // The rows are passed as one text value: a temporary table of them would be a write within the snapshot's transaction.
  const wanted = `with wanted as materialized (
      select unnest(range(len(ids))) as __position, unnest(ids) as __rowid
        from (select cast(string_split(?, ',') as INTEGER[]) as ids))`;
  const selection = relation.select(known, 'join wanted on rowid = __rowid');
  return {
    from: `(select __position, ${columnsOf(selection)} from ${selection.from})`,
    first: wanted,
    position: '__position, ',
    order: { isNumbered: true },
    values: [rowids.join(','), ...selection.pointers],
  };
}

/** The first and the last of some rows, if these are all rows from the one to the other. */
function spanOf(rowids: Int32Array): { readonly first: number; readonly last: number } | undefined {
  const first = rowids.reduce((least, rowid) => Math.min(least, rowid), rowids[0] ?? 0);
  const last = rowids.reduce((most, rowid) => Math.max(most, rowid), first);
  return last - first === rowids.length - 1 ? { first, last } : undefined;
}

/** Where in `rowids` each row from `first` on stands. */
function placesOf(rowids: Int32Array, first: number): Int32Array {
  const places = new Int32Array(rowids.length);
  for (const [place, rowid] of rowids.entries()) places[rowid - first] = place;
  return places;
}

/** Writes the rows into the file, in order or as their `order` says. */
export function copySql({ from, first, position }: RowsSql, { format, path }: RowsFile): string {
  const cells = format.cells?.map((sql, index) => `${sql} as c${index}`);
  const rows = cells === undefined ? from : `(select ${position}${cells.join(', ')} from ${from})`;
  // A sort would hold all texts of the file in memory.
  const order = position === '' || format.isLines === true ? '' : 'order by __position';
  return `copy (${first} select ${format.isLines === true ? position : ''}${format.list} from ${rows} ${order})
    to ${literal(path)} (${format.options})`;
}

/** How many of the rows meet each condition. Errors: those of DuckDB. */
export async function countRows(
  connection: DuckDBConnection,
  { from, first, values }: RowsSql,
  conditions: readonly string[] = [],
): Promise<readonly number[]> {
  if (conditions.length === 0) return [];
  const counts = conditions.map((condition) => `count(*) filter (where ${condition})`);
  const read = await connection.runAndReadAll(`${first} select ${counts.join(', ')} from ${from}`, [
    ...values,
  ]);
  return (read.getRows()[0] ?? []).map(Number);
}
