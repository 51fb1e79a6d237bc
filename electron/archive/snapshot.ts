// The rows of one filter as they stood at one moment. A small set is read at once; of a large one each column
// when it is first needed, over a transaction that keeps the moment.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Filter, Table } from '#shared/catalogue/table.ts';
import { EXTRA } from '../api/record-line.ts';
import { provisionalSql } from './books.ts';
import { InUse } from './in-use.ts';
import { orderOf, quoted, whereOf, type Where } from './where.ts';

export type Cells = readonly (string | null)[];

export interface Snapshot {
  readonly records: number;
  readonly provisional: number;
  /** Columns in the catalogue's order of rows, one array a name. */
  columns(names: readonly string[]): Promise<readonly Cells[]>;
  /** Lets the moment go, once what is being read has been read. */
  close(): void;
}

/** Up to this many cells are read at once, so that no transaction stays open for them. */
const SMALL = 300_000;

/** Lets the archive know of a use of it, and gives its failures their code. */
type Guard = <T>(use: () => Promise<T>) => Promise<T>;

/** Takes the connection over. `names`: the columns that may be asked for. */
export async function takeSnapshot(
  connection: DuckDBConnection,
  table: Table,
  filter: Filter,
  names: readonly string[],
  guard: Guard,
): Promise<Snapshot> {
  const where = whereOf(table, filter);
  try {
    await connection.run('begin');
    const counted = await connection.runAndReadAll(
      `select count(*)::INTEGER, (count(*) filter (${provisionalSql(table)}))::INTEGER
         from ${quoted(table.code)} where ${where.sql}`,
      [...where.values],
    );
    const [records = 0, provisional = 0] = (counted.getRows()[0] ?? []).map(Number);
    if (records * names.length > SMALL) {
      return { records, provisional, ...(await lazily(connection, table, where, guard)) };
    }
    const cells = await read(connection, table, where, names, `order by ${orderOf(table)}`);
    connection.closeSync();
    const byName = new Map(names.map((name, index) => [name, cells[index] ?? []]));
    return {
      records,
      provisional,
      columns: (asked) => Promise.resolve(asked.map((name) => byName.get(name) ?? [])),
      close: () => undefined,
    };
  } catch (error) {
    connection.closeSync();
    throw error;
  }
}

/** Ordering costs more than reading: it is found once, and each column is dealt out by it. */
async function lazily(connection: DuckDBConnection, table: Table, where: Where, guard: Guard) {
  const reading = new InUse();
  const found = await connection.runAndReadAll(
    `select place from (
       select rowid as row_at, (row_number() over (order by ${orderOf(table)}) - 1)::INTEGER as place
         from ${quoted(table.code)} where ${where.sql}) order by row_at`,
    [...where.values],
  );
  const places = Int32Array.from(found.getColumns()[0] ?? [], Number);
  return {
    async columns(names: readonly string[]): Promise<readonly Cells[]> {
      const scanned = await reading.run(() =>
        guard(() => read(connection, table, where, names, 'order by rowid')),
      );
      return scanned.map((cells) => {
        const ordered = Array.from<string | null>({ length: places.length });
        for (let row = 0; row < places.length; row += 1) ordered[places[row] ?? 0] = cells[row] ?? null;
        return ordered;
      });
    },
    close: () => {
      void guard(async () => {
        await reading.idle();
        connection.closeSync();
      });
    },
  };
}

async function read(
  connection: DuckDBConnection,
  table: Table,
  where: Where,
  names: readonly string[],
  order: string,
): Promise<readonly Cells[]> {
  if (names.length === 0) return [];
  const known = new Set(table.columns.map((column) => column.name));
  const list = names.map((name) => (known.has(name) ? quoted(name) : `json_extract_string(${EXTRA}, ?)`));
  const pointers = names.filter((name) => !known.has(name)).map(pointerOf);
  const answer = await connection.runAndReadAll(
    `select ${list.join(', ')} from ${quoted(table.code)} where ${where.sql} ${order}`,
    [...pointers, ...where.values],
  );
  return answer.getColumns().map((cells) => cells.map((cell) => (cell === null ? null : String(cell))));
}

/** The JSON pointer of a field that the catalogue does not know. */
const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
