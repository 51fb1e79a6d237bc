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
  const runs = runsOf(rowids);
  const isInOrder = rowids.every((rowid, at) => at === 0 || rowid > (rowids[at - 1] ?? 0));
  if (runs !== undefined && (isInOrder || isLines)) {
    const selection = relation.select(known, `where ${runs.condition}`);
    // A scan keeps its order; a join may not.
    const isScan = selection.isScan === true;
    const needsPlaces = !isInOrder || (!isScan && !runs.isOne);
    const order = {
      isNumbered: !isScan,
      ...(needsPlaces ? { places: placesOf(rowids, runs, isScan) } : {}),
    };
    const position = isScan ? '' : `${selection.rowid} - ${runs.first} as __position, `;
    return {
      from: `(select ${position}${columnsOf(selection)} from ${selection.from})`,
      first: '',
      position: isScan ? '' : '__position, ',
      ...(isScan && isInOrder ? {} : { order }),
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

interface Runs {
  readonly first: number;
  readonly last: number;
  readonly isOne: boolean;
  readonly condition: string;
}

/** A file that ends within a day leaves out other meetings of it: a few gaps. More of them take longer than a join. */
const MOST_RUNS = 64;
/** Rows that are left out cost little, but they are read. */
const MOST_SPAN = 2;

/** The rows as those between two numbers, with a few gaps; undefined if there are many, or few rows between them. */
function runsOf(rowids: Int32Array): Runs | undefined {
  const sorted = rowids.toSorted();
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? 0;
  if (last - first >= MOST_SPAN * sorted.length) return undefined;
  const begins = [first];
  const ends: number[] = [];
  for (let at = 1; at < sorted.length; at += 1) {
    const [before = 0, rowid = 0] = [sorted[at - 1], sorted[at]];
    if (rowid === before + 1) continue;
    ends.push(before);
    if (begins.push(rowid) > MOST_RUNS) return undefined;
  }
  ends.push(last);
  const between = (from: number, to: number) => `rowid between ${from} and ${to}`;
  const isOne = ends.length === 1;
  // The first condition tells DuckDB which blocks to read.
  const each = begins.map((begin, run) => between(begin, ends[run] ?? begin)).join(' or ');
  return { first, last, isOne, condition: isOne ? each : `${between(first, last)} and (${each})` };
}

/** Where in `rowids` each row stands, by its number from the first one on, or if they are `ranked`, by its rank. */
function placesOf(rowids: Int32Array, { first, last }: Runs, ranked: boolean): Int32Array {
  const places = new Int32Array(last - first + 1).fill(rowids.length);
  for (const [place, rowid] of rowids.entries()) places[rowid - first] = place;
  return ranked ? places.filter((place) => place < rowids.length) : places;
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

/** How many of the rows meet each condition on the columns `names`, as `c0` and so on. Errors: those of DuckDB. */
export async function countRows(
  connection: DuckDBConnection,
  relation: Relation,
  names: readonly (string | undefined)[],
  rowids: Int32Array,
  conditions: readonly string[] = [],
): Promise<readonly number[]> {
  if (conditions.length === 0) return [];
  // The others need not be planned: that takes longer than counting.
  const read = new Set(conditions.flatMap((condition) => condition.match(/\bc\d+\b/g) ?? []));
  const wanted = names.map((name, at) => (read.has(`c${at}`) ? name : undefined));
  const { from, first, values } = rowsSql(relation, wanted, rowids, true);
  const counts = conditions.map((condition) => `count(*) filter (where ${condition})`);
  const found = await connection.runAndReadAll(`${first} select ${counts.join(', ')} from ${from}`, [
    ...values,
  ]);
  return (found.getRows()[0] ?? []).map(Number);
}
