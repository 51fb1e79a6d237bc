// Replaces the records of a window with those of its answer.

import type { Table } from '#shared/catalogue/table.ts';
import { EXTRA, PLACE } from '../service-client/record-line.ts';
import type { Connection } from './connection.ts';
import { quoted, whereOf } from './filter-sql.ts';
import { linesOf } from './ndjson.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** Within the caller's transaction. Returns whether there is or was any record. Errors: those of DuckDB. */
export async function replaceRows(
  connection: Connection,
  table: Table,
  window: StoredAnswer,
): Promise<boolean> {
  const { sql, values } = whereOf(table, window.filter);
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
