// Records of a race that are stored under another day than its newest answer has: it was postponed, or an answer for the
// race alone had no date. The key of a race stays the same, so each would be there twice.

import type { Table } from '#shared/catalogue/table.ts';
import { outdateBlocks } from './blocks/stored-blocks.ts';
import { outdateHorses } from './blocks/stored-horses.ts';
import type { Connection } from './connection.ts';
import { inList, quoted, whereOf } from './filter-sql.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { outdate } from './subjects/outdated-rows.ts';

/**
 * After the records of a window were written, in its transaction: deletes records that have the key of one of them, and
 * no day or another one, unless they were fetched later. `staying`: days of the window that the answer has nothing of.
 * Returns the days that lost records. Errors: those of DuckDB.
 */
export async function removeMoved(
  connection: Connection,
  table: Table,
  { filter, answer }: StoredAnswer,
  staying: readonly string[],
): Promise<readonly string[]> {
  const key = ['racekey', 'holdingkey'].find((name) => table.columns.some((column) => column.name === name));
  // An answer for a race replaces all its records, whatever their day.
  const isOfDays = (filter.racedate ?? filter.start_racedate) !== undefined && filter.racekey === undefined;
  if (key === undefined || !isOfDays || answer.records === 0) return [];
  const name = quoted(table.code);
  const { sql, values } = whereOf(table, filter);
  const stayed = inList(staying);
  const came = `${sql} and racedate not in (${stayed.marks})`;
  const where = `(racedate is null or (not (${came}) and __fetched_at <= ?::BIGINT))
    and ${key} in (select ${key} from ${name} where ${came} and coalesce(trim(${key}), '') <> '')`;
  const given = [...values, ...stayed.values, String(answer.fetchedAt), ...values, ...stayed.values];
  const found = await connection.runAndReadAll(`select distinct racedate from ${name} where ${where}`, given);
  if (found.currentRowCount === 0) return [];
  const days = found.getRows().flatMap(([day]) => (typeof day === 'string' ? [day] : []));
  for (const racedate of days) {
    await outdateBlocks(connection, table.code, { racedate });
    await outdateHorses(connection, table.code, { racedate });
    await outdate(connection, table.code, { racedate });
  }
  await connection.run(`delete from ${name} where ${where}`, given);
  return days;
}
