// Reads whole columns of a table as bytes: DuckDB joins the values of many rows into one text, so no string is made for
// a cell and the main process only passes arrays on. Half a million cells take about 50 ms.

import { setImmediate } from 'node:timers/promises';
import {
  DuckDBBlobVector,
  DuckDBListVector,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { JoinedText } from '../query-engine/text-coder.ts';

/** The number of rows that are joined into one text. */
const ROWS_AT_ONCE = 65_536;

export interface JoinOptions {
  /** The columns: an expression over the table's row each, with a `?` for each of `values`. */
  readonly expressions: readonly string[];
  /** The number of a row. */
  readonly rowid: string;
  /** The rows, with a `?` for each of `values`. */
  readonly from: string;
  readonly values: readonly string[];
  /** Joins with escapes, for columns in which a value contains the separator. */
  readonly escaped?: boolean;
}

/** The columns in pieces of rows, in whatever order DuckDB read them: each piece states its rows. */
export async function joinedColumns(
  connection: DuckDBConnection,
  { expressions, rowid, from, values, escaped = false }: JoinOptions,
): Promise<readonly JoinedText[]> {
  const written = escaped ? ESCAPED_TEXT : PLAIN_TEXT;
  const list = expressions.map((expression, index) => `${expression} as c${index}`);
  const joined = expressions.map(
    (_, index) => `encode(string_agg(${written(`c${index}`)}, chr(31))), count(c${index})::INTEGER`,
  );
  // All aggregates of a group see its rows in one order.
  const result = await connection.run(
    `select list(__row), ${joined.join(', ')} from (
       select ${rowid}::INTEGER as __row, ${list.join(', ')} from ${from}) group by __row // ${ROWS_AT_ONCE}`,
    [...values],
  );
  const pieces: JoinedText[] = [];
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    for (let group = 0; group < chunk.rowCount; group += 1) {
      // Copying a piece takes a millisecond or two: other tasks get their turn in between.
      await setImmediate();
      pieces.push({
        rowids: integersAt(chunk, 0, group),
        columns: expressions.map((_, index) => ({
          text: bytesAt(chunk, 1 + 2 * index, group),
          filled: Number(chunk.getColumnVector(2 + 2 * index).getItem(group)),
        })),
      });
    }
  }
  return pieces;
}

const PLAIN_TEXT = (name: string): string => `coalesce(${name}, chr(30))`;
const ESCAPED_TEXT = (name: string): string =>
  `coalesce(replace(replace(${name}, chr(27), chr(27) || '0'), chr(31), chr(27) || '1'), chr(27) || '2')`;

/** The numbers of a list of integers. */
function integersAt(chunk: DuckDBDataChunk, column: number, row: number): Int32Array {
  const lists = chunk.getColumnVector(column);
  const list = lists instanceof DuckDBListVector ? lists.getItemVector(row) : null;
  return list ? integersOf(list) : new Int32Array(0);
}

/** A copy of a vector of integers without nulls: a loop takes 2 to 6 ms for half a million, `toArray` ten times that. */
export function integersOf(vector: DuckDBVector): Int32Array {
  const integers = new Int32Array(vector.itemCount);
  for (let index = 0; index < integers.length; index += 1) integers[index] = Number(vector.getItem(index));
  return integers;
}

/**
 * With a buffer of its own, so that it can be transferred to a worker; a short text lies inside the vector's buffer.
 */
function bytesAt(chunk: DuckDBDataChunk, column: number, row: number): Uint8Array {
  const texts = chunk.getColumnVector(column);
  const bytes = texts instanceof DuckDBBlobVector ? texts.getItemBytes(row) : null;
  if (!bytes) return new Uint8Array(0);
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
