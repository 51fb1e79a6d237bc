// Replaces the records of a window with those of its answer.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { EXTRA, PLACE } from '../service-client/record-line.ts';
import type { Connection } from './connection.ts';
import { inList, quoted, whereOf, type SqlFilter } from './filter-sql.ts';
import { linesOf } from './ndjson.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** Records that stay, whatever the answer says of them. */
interface Staying {
  readonly days: readonly string[];
  /** Filters of answers that are newer. */
  readonly later: readonly Filter[];
}

/** Within the caller's transaction. Returns whether there is or was any record. Errors: those of DuckDB. */
export async function replaceRows(
  connection: Connection,
  table: Table,
  window: StoredAnswer,
  staying: Staying = { days: [], later: [] },
): Promise<boolean> {
  const replaced = isReplaced(table, staying);
  const own = whereOf(table, window.filter);
  const name = quoted(table.code);
  const { rowsChanged } = await connection.run(`delete from ${name} where ${own.sql} and ${replaced.sql}`, [
    ...own.values,
    ...replaced.values,
  ]);
  const { kept } = window.answer.spooled;
  if (!kept) return rowsChanged > 0;
  const columns = [...table.columns.map((column) => column.name), EXTRA, PLACE];
  const source = `${linesOf(kept, columns)} where ${replaced.sql}`;
  // A master record belongs to one horse, whichever identifier the request used.
  if (table.grain === 'master') {
    await connection.run(`delete from ${name} where horse_id in (select horse_id from ${source})`, [
      kept.path,
      ...replaced.values,
    ]);
  }
  const list = columns.map(quoted).join(', ');
  await connection.run(
    `insert into ${name} (${list}, __fetched_at) select ${list}, ?::BIGINT from ${source}`,
    [String(window.answer.fetchedAt), kept.path, ...replaced.values],
  );
  return true;
}

/** Whether a record, stored or of the answer, is not one of those that stay. */
function isReplaced(table: Table, { days, later }: Staying): SqlFilter {
  const list = inList(days);
  const stay = [
    ...(days.length === 0 ? [] : [{ sql: `racedate in (${list.marks})`, values: list.values }]),
    ...later.map((filter) => whereOf(table, filter)),
  ];
  if (stay.length === 0) return { sql: 'true', values: [] };
  return {
    // What a record without a day or number is compared with is NULL: it is not one of them.
    sql: `not coalesce(${stay.map(({ sql }) => `(${sql})`).join(' or ')}, false)`,
    values: stay.flatMap(({ values }) => values),
  };
}
