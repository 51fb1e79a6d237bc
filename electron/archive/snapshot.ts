// The rows that match one filter as they stood at one moment. A small set is read at once. A large set keeps a
// transaction open at that moment and reads each column when it is first needed.

import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { EXTRA } from '../service-client/record-line.ts';
import { SPACES } from './blank-sql.ts';
import { provisionalSql } from './provisional.ts';
import { ActiveOperations } from './active-operations.ts';
import { isPlain, joinedCells, type CellsOf } from './joined-cells.ts';
import { integersOf, joinedColumns } from './joined-columns.ts';
import { PICKED_ROWS } from '../query-engine/column-store.ts';
import type { ColumnReader } from '../query-engine/worker-column-store.ts';
import type { RowsSource } from '../query-engine/query-engine.ts';
import { orderOf, quoted, whereOf, type SqlFilter } from './filter-sql.ts';

export interface Snapshot {
  readonly records: number;
  readonly provisional: number;
  readonly rows: RowsSource;
  /** Ends the transaction once the reads that are running have finished. */
  close(): void;
}

/** A result of up to this many cells is read at once, so that it keeps no transaction open. */
const SMALL = 300_000;

/** Registers a use of the archive with it, and gives failures their code. */
type Guard = <T>(use: () => Promise<T>) => Promise<T>;

/** The snapshot's own connection, and what to call when it is no longer needed. */
export interface Lease {
  readonly connection: DuckDBConnection;
  readonly giveBack: () => void;
  /** Called when nothing more is read for a while. */
  readonly rest: () => Promise<void>;
}

/** Takes over the connection. `names`: the columns that can be read. Errors: those of the archive. */
export async function takeSnapshot(
  lease: Lease,
  table: Table,
  filter: Filter,
  names: readonly string[],
  guard: Guard,
): Promise<Snapshot> {
  const { connection, giveBack } = lease;
  const where = whereOf(table, filter);
  try {
    await connection.run('begin');
    const counted = await connection.runAndReadAll(
      `select count(*)::INTEGER, (count(*) filter (awaits))::INTEGER
         from (select ${provisionalSql(table)} as awaits from ${quoted(table.code)} where ${where.sql})`,
      [...where.values],
    );
    const [records = 0, provisional = 0] = (counted.getRows()[0] ?? []).map(Number);
    if (records * names.length > SMALL) {
      const reader = await largeReader(lease, table, where, guard);
      return { records, provisional, rows: { size: 'large', reader }, close: () => reader.close() };
    }
    const cellsOf = await readJoined(connection, table, where, names);
    giveBack();
    const at = new Map(names.map((name, index) => [name, index]));
    const cells = (columns: readonly string[]) =>
      columns.map((name) => {
        const column = at.get(name);
        return column === undefined ? [] : cellsOf(column);
      });
    return { records, provisional, rows: { size: 'small', records, cells }, close: () => undefined };
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** All cells of the columns, in the catalogue's order of rows. */
async function readJoined(
  connection: DuckDBConnection,
  table: Table,
  where: SqlFilter,
  names: readonly string[],
): Promise<CellsOf> {
  if (names.length === 0) return () => [];
  const rowids = await orderedRowids(connection, table, where);
  const { list, pointers } = expressionsOf(table, names);
  const join = (escaped: boolean) =>
    joinedColumns(connection, {
      expressions: list,
      from: `${quoted(table.code)} where ${where.sql}`,
      values: [...pointers, ...where.values],
      escaped,
    });
  const joined = await join(false);
  // Escaping takes half as long again as everything else, and hardly any values need it.
  return isPlain(joined) ? joinedCells(joined, rowids, false) : joinedCells(await join(true), rowids, true);
}

/** Sorting takes longer than reading, so the order is determined once and applied to each column. */
async function largeReader(
  { connection, giveBack, rest }: Lease,
  table: Table,
  where: SqlFilter,
  guard: Guard,
): Promise<ColumnReader> {
  const reading = new ActiveOperations();
  const read = <T>(use: () => Promise<T>): Promise<T> => reading.run(() => guard(use));
  const rowids = await orderedRowids(connection, table, where);
  let closed = false;
  return {
    rowids,
    joined: (names, escaped) =>
      read(async () => {
        const { list, pointers } = expressionsOf(table, names);
        return joinedColumns(connection, {
          expressions: list,
          from: `${quoted(table.code)} where ${where.sql}`,
          values: [...pointers, ...where.values],
          escaped,
        });
      }),
    cells: (names, wanted) =>
      read(async () => {
        const of = { sql: `rowid in (${wanted.length > 0 ? wanted.join(', ') : 'null'})`, values: [] };
        const [found = [], ...columns] = await readCells(connection, table, names, of, 'rowid');
        const at = new Map(found.map((rowid, index) => [Number(rowid), index]));
        return columns.map((cells) => Array.from(wanted, (rowid) => cells[at.get(rowid) ?? -1] ?? null));
      }),
    select: (names, wanted, sql) => read(() => connection.run(...pickedRows(table, names, wanted, sql))),
    blank: (names) => read(() => blankColumns(connection, table, where, names)),
    rest,
    close: () => {
      if (closed) return;
      closed = true;
      // If the file was exchanged meanwhile, the connection is closed already.
      guard(async () => {
        await reading.idle();
        giveBack();
      }).catch(() => undefined);
    },
  };
}

/**
 * `sql` with the rows that it selects from, and its values. The rows are passed as one text value: a temporary table of
 * them would be a write within the snapshot's transaction.
 */
function pickedRows(
  table: Table,
  names: readonly (string | undefined)[],
  rowids: Int32Array,
  sql: string,
): [string, string[]] {
  const { list, pointers } = expressionsOf(
    table,
    names.filter((name) => name !== undefined),
  );
  const expressions = list.values();
  const columns = names.map((name, index) => {
    const expression = name === undefined ? undefined : expressions.next().value;
    return `, ${expression ?? 'null::VARCHAR'} as c${index}`;
  });
  const text = `with wanted as materialized (
      select unnest(range(len(ids))) as __position, unnest(ids) as __rowid
        from (select cast(string_split(?, ',') as INTEGER[]) as ids)),
    ${PICKED_ROWS} as (
      select __position as position${columns.join('')} from ${quoted(table.code)} join wanted on rowid = __rowid)
    ${sql}`;
  return [text, [rowids.join(','), ...pointers]];
}

async function orderedRowids(
  connection: DuckDBConnection,
  table: Table,
  where: SqlFilter,
): Promise<Int32Array> {
  const result = await connection.run(
    `select rowid::INTEGER from ${quoted(table.code)} where ${where.sql} order by ${orderOf(table)}`,
    [...where.values],
  );
  const pieces: Int32Array[] = [];
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    pieces.push(integersOf(chunk.getColumnVector(0)));
  }
  const rowids = new Int32Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) {
    rowids.set(piece, at);
    at += piece.length;
  }
  return rowids;
}

/** Cells that are made into strings before other work gets its turn. */
const CELLS_AT_ONCE = 30_000;

/** Cells as text, `cells[c][r]`. The expressions in `first` are selected before the columns. */
async function readCells(
  connection: DuckDBConnection,
  table: Table,
  names: readonly string[],
  where: SqlFilter,
  first?: string,
): Promise<(string | null)[][]> {
  const { list, pointers } = expressionsOf(table, names);
  const selected = first === undefined ? list : [first, ...list];
  if (selected.length === 0) return [];
  const result = await connection.run(
    `select ${selected.join(', ')} from ${quoted(table.code)} where ${where.sql}`,
    [...pointers, ...where.values],
  );
  const columns = selected.map((): (string | null)[] => []);
  let made = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    for (const [index, column] of columns.entries()) {
      for (const cell of chunk.getColumnVector(index).toArray())
        column.push(cell === null ? null : String(cell));
      made += chunk.rowCount;
      if (made < CELLS_AT_ONCE) continue;
      made = 0;
      await setImmediate();
    }
  }
  return columns;
}

/** Most columns have a value in these rows. */
const FIRST_ROWS = 2048;
/** Planning one query over all columns takes longer than running several. */
const BLANK_AT_ONCE = 20;

/** Columns without a value in the first rows are read until their first value. */
async function blankColumns(
  connection: DuckDBConnection,
  table: Table,
  where: SqlFilter,
  names: readonly string[],
): Promise<string[]> {
  const { list, pointers } = expressionsOf(table, names);
  if (list.length === 0) return [];
  const from = `${quoted(table.code)} where ${where.sql}`;
  const found = await connection.runAndReadAll(
    `select ${list.map((_, index) => `max(c${index})`).join(', ')} from (
       select ${list.map((expression, index) => `${expression} as c${index}`).join(', ')}
         from ${from} limit ${FIRST_ROWS})`,
    [...pointers, ...where.values],
  );
  // If all values are blank, so is the greatest. The reverse almost always holds: letters sort before an ideographic
  // space.
  const doubtful = names.filter((_, index) => isBlank(found.getRows()[0]?.[index] ?? null));
  const blank: string[] = [];
  for (let at = 0; at < doubtful.length; at += BLANK_AT_ONCE) {
    const some = doubtful.slice(at, at + BLANK_AT_ONCE);
    const { list: expressions, pointers: fields } = expressionsOf(table, some);
    const firsts = await connection.runAndReadAll(
      `select ${expressions.map((expression) => `(select 1 from (select ${expression} as c from ${from}) where trim(c, ${SPACES}) <> '' limit 1)`).join(', ')}`,
      expressions.flatMap((expression) =>
        expression.endsWith('?)') ? [fields.shift() ?? '', ...where.values] : where.values,
      ),
    );
    blank.push(...some.filter((_, index) => firsts.getRows()[0]?.[index] === null));
  }
  return blank;
}

/** An expression for each column: the column itself, or a field that the catalogue does not know, with a `?` value. */
function expressionsOf(table: Table, names: readonly string[]) {
  const known = new Set(table.columns.map((column) => column.name));
  return {
    list: names.map((name) => (known.has(name) ? quoted(name) : `json_extract_string(${EXTRA}, ?)`)),
    pointers: names.filter((name) => !known.has(name)).map(pointerOf),
  };
}

/** The JSON pointer of a field that the catalogue does not know. */
const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
