// Replaces the records of a window with those of its answer.

import type { Table } from '#shared/catalogue/table.ts';
import { EXTRA, PLACE } from '../service-client/record-line.ts';
import type { Connection } from './connection.ts';
import { inList, quoted, whereOf, type SqlFilter } from './filter-sql.ts';
import { linesOf } from './ndjson.ts';
import type { StoredAnswer } from './stored-answer.ts';

/**
 * Within the caller's transaction. `staying`: days that the answer has nothing of; their records stay. Returns whether
 * there is or was any record. Errors: those of DuckDB.
 */
export async function replaceRows(
  connection: Connection,
  table: Table,
  window: StoredAnswer,
  staying: readonly string[] = [],
): Promise<boolean> {
  const { sql, values } = replaced(table, window, staying);
  const name = quoted(table.code);
  const { rowsChanged } = await connection.run(`delete from ${name} where ${sql}`, [...values]);
  const { kept } = window.answer.spooled;
  if (!kept) return rowsChanged > 0;
  const columns = [...table.columns.map((column) => column.name), EXTRA, PLACE];
  const source = linesOf(kept, columns);
  // A master record belongs to one horse, whichever identifier the request used.
  if (table.grain === 'master') {
    await connection.run(`delete from ${name} where horse_id in (select horse_id from ${source})`, [
      kept.path,
    ]);
  }
  const list = columns.map(quoted).join(', ');
  await connection.run(
    `insert into ${name} (${list}, __fetched_at) select ${list}, ?::BIGINT from ${source}`,
    [String(window.answer.fetchedAt), kept.path],
  );
  return true;
}

function replaced(table: Table, { filter }: StoredAnswer, staying: readonly string[]): SqlFilter {
  const { sql, values } = whereOf(table, filter);
  if (staying.length === 0) return { sql, values };
  const days = inList(staying);
  return { sql: `${sql} and racedate not in (${days.marks})`, values: [...values, ...days.values] };
}
