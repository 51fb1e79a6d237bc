// The rows that match one filter as they stood at one moment. A small set is read at once. A large set keeps a
// transaction open at that moment and reads each column when it is first needed.
//
// Rows are told apart by DuckDB's `rowid`. Its manual says that a transaction sees the same ones to its end, but a checkpoint
// that removes deleted rows numbers the others anew while transactions read them. It does so only if no transaction began
// before the last commit, so a large set is read in one after whose beginning something was committed (snapshots.ts). A small
// one is read as it comes, and again in such a transaction if its rows were not all found.

import { setImmediate } from 'node:timers/promises';
import { DuckDBBlobValue, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { isBlank } from '#shared/catalogue/reading.ts';
import { RailbirdError } from '#shared/errors.ts';
import { ActiveOperations } from './active-operations.ts';
import { returnFreed } from './build-file.ts';
import type { Connection } from './connection.ts';
import { isDamage } from './damage.ts';
import { isPlain, joinedCells, type CellsOf } from './joined-cells.ts';
import { integersOf } from './joined-columns.ts';
import { joinedInParts, joinedRows } from './joined-rows.ts';
import { Lanes, type Lease } from './lanes.ts';
import type { ColumnReader } from '../query-engine/worker-column-store.ts';
import type { RowsSource } from '../query-engine/query-engine.ts';
import { FEW } from './few-rows.ts';
import { SPACES, type SqlFilter } from './filter-sql.ts';
import type { Relation } from './relation.ts';
import { KeptLists } from './named-lists.ts';
import { copySql, countRows, rowsSql } from './copied-rows-sql.ts';
import { textEnds } from './text-ends.ts';

export interface Snapshot {
  readonly records: number;
  readonly provisional: number;
  readonly rows: RowsSource;
  /** Ends the transaction once the reads that are running have finished. */
  close(): void;
}

/** A result of up to this many cells is read at once, so that it keeps no transaction open. */
const SMALL = 300_000;

/** Bytes of the file that an export leaves in memory. */
const MOST_CACHED = 8 << 20;
const NUMBERED_ANEW = 'the rows of a transaction were numbered anew';
/** One column is little, and asking how much is in memory takes a quarter of the time of reading its values. */
const COLUMNS_AT_ONCE = 8;

/** Registers a use of the archive with it, and gives failures their code. */
export type Guard = <T>(use: () => Promise<T>) => Promise<T>;

/** The snapshot's own connection, and what it needs of the archive. */
export interface SnapshotLease extends Lease {
  /** Whether its transaction keeps the numbers of rows as they are. */
  readonly holdsRows: boolean;
  /** Whether its transaction has begun. */
  readonly hasBegun: boolean;
  /** Whether the transaction was ended by the archive. */
  readonly isOver: () => boolean;
  /** Its rows are wanted, so they are held for a while longer; so many more use or read them, or fewer. */
  readonly wanted: (uses: number) => void;
  /** They are on so many more screens, or fewer. */
  readonly shown: (screens: number) => void;
  /** Called when nothing more is read for a while. */
  readonly rest: () => Promise<void>;
  /** Another connection that reads the same state; undefined if that cannot be had any more. */
  readonly another: () => Promise<Lease | undefined>;
  /** While `use` runs, a query of the archive has one thread: its caller's. */
  readonly inOneThread: <T>(use: () => Promise<T>) => Promise<T>;
  /** Bytes of the file that are in memory until `rest`. */
  readonly cachedBytes: () => Promise<number>;
}

/** Makes a relation from what the snapshot's transaction reads. */
export type MakeRelation = (connection: Connection) => Promise<Relation>;

/**
 * Takes over the connection. `names`: the columns that can be read. Undefined: the rows can only be read in a transaction that
 * holds them. Errors: those of the archive.
 */
export async function takeSnapshot(
  lease: SnapshotLease,
  wanted: Relation | MakeRelation,
  where: SqlFilter,
  names: readonly string[],
  guard: Guard,
): Promise<Snapshot | undefined> {
  const { connection, giveBack, holdsRows, hasBegun } = lease;
  try {
    if (!hasBegun) await connection.run('begin');
    const isMade = typeof wanted === 'function';
    const relation = isMade ? await wanted(connection) : wanted;
    // One that is made has the rows of one horse: they are counted as they are put in order.
    const few = isMade ? await orderOf(connection, relation, where) : undefined;
    const { records, provisional } = few ?? (await countOf(connection, relation, where));
    if (records * names.length > SMALL) {
      if (!holdsRows) return giveUp(lease);
      const reader = await largeReader(lease, relation, where, guard);
      return { records, provisional, rows: { size: 'large', reader }, close: () => reader.close() };
    }
    const rowids = few?.rowids ?? (await orderedRowids(connection, relation, where));
    const read = records <= FEW ? readFew : readJoined;
    const cellsOf = await read(connection, relation, where, names, rowids);
    if (cellsOf === undefined) {
      if (!holdsRows) return giveUp(lease);
      throw new Error(NUMBERED_ANEW);
    }
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

function giveUp({ giveBack }: Lease): undefined {
  giveBack();
  return undefined;
}

interface Counted {
  readonly records: number;
  readonly provisional: number;
}

async function countOf(
  connection: DuckDBConnection,
  { awaits, table }: Relation,
  where: SqlFilter,
): Promise<Counted> {
  const counted = await connection.runAndReadAll(
    `select count(*)::INTEGER, (count(*) filter (awaits))::INTEGER
       from (select ${awaits} as awaits from ${table} where ${where.sql})`,
    [...where.values],
  );
  const [records = 0, provisional = 0] = (counted.getRows()[0] ?? []).map(Number);
  return { records, provisional };
}

/** Of few rows. */
async function orderOf(
  connection: DuckDBConnection,
  { awaits, table, order }: Relation,
  where: SqlFilter,
): Promise<Counted & { readonly rowids: Int32Array }> {
  const read = await connection.runAndReadAll(
    `select rowid::INTEGER, ${awaits} from ${table} where ${where.sql} order by ${order}`,
    [...where.values],
  );
  const [rowids = [], awaiting = []] = read.getColumns();
  return {
    records: rowids.length,
    provisional: awaiting.filter((each) => each === true).length,
    rowids: Int32Array.from(rowids, Number),
  };
}

/** Like `readJoined`, of so few rows that joining their cells into texts takes longer than reading them one by one. */
async function readFew(
  connection: DuckDBConnection,
  relation: Relation,
  where: SqlFilter,
  names: readonly string[],
  rowids: Int32Array,
): Promise<CellsOf | undefined> {
  const { from, rowid, list, pointers } = relation.select(names, `where ${where.sql}`, true);
  const read = await connection.runAndReadAll(`select ${[rowid, ...list].join(', ')} from ${from}`, [
    ...pointers,
    ...where.values,
  ]);
  const [found = [], ...columns] = read.getColumns();
  const placeOf = new Map(found.map((each, place) => [Number(each), place]));
  const places = [...rowids].flatMap((each) => placeOf.get(each) ?? []);
  if (places.length < rowids.length) return undefined;
  return (column) => places.map((place) => textOf(columns[column]?.[place]));
}

const textOf = (cell: DuckDBValue | undefined): string | null => (cell == null ? null : String(cell));

/**
 * All cells of the columns, in the relation's order of rows; undefined if the rows have other numbers by now. They keep their
 * order when they are numbered anew, so if all numbers are found, they are those of the same rows.
 */
async function readJoined(
  connection: DuckDBConnection,
  relation: Relation,
  where: SqlFilter,
  names: readonly string[],
  rowids: Int32Array,
): Promise<CellsOf | undefined> {
  if (names.length === 0) return () => [];
  const join = (escaped: boolean) => joinedRows(connection, { relation, where, names, escaped }, true);
  const joined = await join(false);
  // Escaping takes half as long again as everything else, and hardly any values need it.
  return isPlain(joined) ? joinedCells(joined, rowids, false) : joinedCells(await join(true), rowids, true);
}

/** Sorting takes longer than reading, so the order is determined once and applied to each column. */
async function largeReader(
  {
    connection,
    giveBack,
    isOver,
    wanted: rowsWanted,
    shown,
    rest,
    another,
    inOneThread,
    cachedBytes,
  }: SnapshotLease,
  relation: Relation,
  where: SqlFilter,
  guard: Guard,
): Promise<ColumnReader> {
  const reading = new ActiveOperations();
  let isLost = false;
  const read = <T>(use: () => Promise<T>): Promise<T> =>
    reading.run(() =>
      guard(async () => {
        if (isLost) throw new RailbirdError('RESULT_CLOSED');
        rowsWanted(1);
        try {
          return await use();
        } finally {
          rowsWanted(-1);
        }
      }),
    );
  const copies = new ActiveOperations();
  let pause: Promise<void> | undefined;
  let columnsRead = 0;
  /** An export reads the whole table, which would be in memory at its end: now and then it pauses. */
  const frugally = async <T>(columns: number, use: () => Promise<T>): Promise<T> => {
    await pause;
    return copies.run(async () => {
      const found = await read(use);
      columnsRead += columns;
      if (columnsRead < COLUMNS_AT_ONCE) return found;
      columnsRead = 0;
      // As a part of the copy: otherwise the next ones begin meanwhile, and one of them alone.
      if ((await cachedBytes()) > MOST_CACHED)
        pause ??= copies
          .idle()
          .then(rest)
          .catch(() => undefined)
          .finally(() => (pause = undefined));
      return found;
    });
  };
  const rowids = await orderedRowids(connection, relation, where);
  const lanes = new Lanes(connection);
  /** Freed memory is returned in the same turn: each of Node's threads would keep some. */
  const inLane: Lanes['run'] = (use) =>
    lanes.run(async (lane, isOwn) => {
      const found = await use(lane, isOwn);
      await returnFreed(lane).catch((cause: unknown) => {
        // A statement that fails may have ended the transaction.
        isLost ||= isOwn;
        throw cause;
      });
      return found;
    });
  const lists = new KeptLists();
  let exports = 0;
  let closed = false;
  return {
    rowids,
    joined: (names, escaped) =>
      read(() => joinedInParts(connection, { relation, where, names, escaped }, rowids)),
    cells: (names, wanted) =>
      read(async () => {
        const [found = [], ...columns] = await readCells(connection, relation, names, wanted);
        const at = new Map(found.map((rowid, index) => [Number(rowid), index]));
        const places = [...wanted].flatMap((rowid) => at.get(rowid) ?? []);
        if (places.length < wanted.length) throw new Error(NUMBERED_ANEW);
        return columns.map((cells) => places.map((place) => cells[place] ?? null));
      }),
    copy: (names, wanted, file) =>
      frugally(COLUMNS_AT_ONCE, () =>
        inLane(async (lane, isOwn) => {
          const isLines = file.format.isLines === true;
          const rows = rowsSql(relation, names, wanted, isLines);
          try {
            await lists.keep(lane, file.format.lists);
            const { rowsChanged } = await lane.run(copySql(rows, file), [...rows.values]);
            const counts = await countRows(lane, relation, names, wanted, file.format.counted);
            return { rows: rowsChanged, order: isLines ? rows.order : undefined, counts };
          } catch (cause) {
            // DuckDB ends the transaction of a statement that fails, here mostly because the disk is full: the rows as
            // they stood can no longer be read, and others must not take their place.
            isLost ||= isOwn;
            if (isDamage(cause)) throw cause;
            throw new RailbirdError('FILE_FAILED', { path: file.path }, { cause });
          }
        }),
      ),
    copying: (use) =>
      inOneThread(async () => {
        const second = await read(another);
        // A slow disk may keep the export from reading for a while.
        rowsWanted(1);
        exports += 1;
        try {
          return await (second === undefined ? use(1) : lanes.with(second, () => use(lanes.count)));
        } finally {
          exports -= 1;
          rowsWanted(-1);
          // The second connection is closed, and a transaction that has ended knows none any more.
          if (exports === 0) await read(() => lanes.run((lane) => lists.drop(lane))).catch(() => undefined);
        }
      }),
    distinct: (names, most) =>
      frugally(names.length, () => inLane((lane) => distinctTexts(lane, relation, where, names, most))),
    ends: (names) => frugally(names.length, () => inLane((lane) => textEnds(lane, relation, where, names))),
    blank: (names) => read(() => blankColumns(connection, relation, where, names)),
    isLost: () => isLost,
    isOver,
    wanted: (users = 0) => rowsWanted(users),
    shown,
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

/** The distinct texts of some columns; undefined if they are more than `most`. */
async function distinctTexts(
  connection: DuckDBConnection,
  relation: Relation,
  where: SqlFilter,
  names: readonly string[],
  most: number,
): Promise<readonly string[] | undefined> {
  const columns = names.map((name) => relation.select([name], `where ${where.sql}`));
  const texts = columns.map(({ from, list }) => `select ${list.join(', ')} as c from ${from}`);
  const distinct = `select distinct c from (${texts.join(' union all ')}) where c is not null limit ${most + 1}`;
  // As bytes: of a text that begins with a byte order mark, the binding leaves the mark out.
  const result = await connection.run(
    `select encode(c) from (${distinct})`,
    columns.flatMap(({ pointers }) => [...pointers, ...where.values]),
  );
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const found: string[] = [];
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const text of chunk.getColumnVector(0).toArray())
      if (text instanceof DuckDBBlobValue) found.push(decoder.decode(text.bytes));
  return found.length > most ? undefined : found;
}

async function orderedRowids(
  connection: DuckDBConnection,
  { table, order }: Relation,
  where: SqlFilter,
): Promise<Int32Array> {
  const result = await connection.run(
    `select rowid::INTEGER from ${table} where ${where.sql} order by ${order}`,
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

/** Cells of these rows as text, `cells[c][r]`, in any order; the first column has the rows' numbers. */
async function readCells(
  connection: DuckDBConnection,
  relation: Relation,
  names: readonly string[],
  rowids: Int32Array,
): Promise<(string | null)[][]> {
  const wanted = rowids.length > 0 ? rowids.join(', ') : 'null';
  const { from, rowid, list, pointers } = relation.select(names, `where rowid in (${wanted})`);
  const selected = [rowid, ...list];
  const result = await connection.run(`select ${selected.join(', ')} from ${from}`, [...pointers]);
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
  relation: Relation,
  where: SqlFilter,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const { from, list, pointers } = relation.select(names, `where ${where.sql}`);
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
    const firsts = some.map((name) => {
      const one = relation.select([name], `where ${where.sql}`);
      return {
        sql: `(select 1 from (select ${one.list.join('')} as c from ${one.from}) where trim(c, ${SPACES}) <> '' limit 1)`,
        values: [...one.pointers, ...where.values],
      };
    });
    const read = await connection.runAndReadAll(
      `select ${firsts.map(({ sql }) => sql).join(', ')}`,
      firsts.flatMap(({ values }) => values),
    );
    blank.push(...some.filter((_, index) => read.getRows()[0]?.[index] === null));
  }
  return blank;
}
