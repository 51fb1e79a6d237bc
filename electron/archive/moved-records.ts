// Records of a race that are stored under another day than its newest answer has: it was postponed, or an answer for the
// race alone had no date. The key of a race stays the same, so each would be there twice.

import type { Table } from '#shared/catalogue/table.ts';
import { addDays } from '#shared/racing/racedate.ts';
import { outdateBlocks } from './blocks/stored-blocks.ts';
import { outdateHorses } from './blocks/stored-horses.ts';
import type { Connection } from './connection.ts';
import { dayOf, unitsOf } from './coverage.ts';
import { inList, quoted, whereOf } from './filter-sql.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { outdate } from './subjects/outdated-rows.ts';

/**
 * After the records of a window were written, in its transaction: deletes records that have the key of one of them, and
 * no day, or another one within two months, unless they were fetched later. `staying`: days of the window that the answer has nothing of.
 * Returns the days that lost records. Errors: those of DuckDB.
 */
export async function removeMoved(
  connection: Connection,
  table: Table,
  { filter, answer }: StoredAnswer,
  staying: readonly string[],
): Promise<readonly string[]> {
  const key = ['racekey', 'holdingkey'].find((name) => table.columns.some((column) => column.name === name));
  // An answer for a race or a horse replaces all its records, whatever their day.
  const requested = unitsOf(filter).flatMap((unit) => dayOf(unit) ?? []);
  if (key === undefined || requested.length === 0 || answer.records === 0) return [];
  const name = quoted(table.code);
  const period = whereOf(table, filter);
  const stayed = inList(staying);
  const came = `${period.sql} and racedate not in (${stayed.marks})`;
  const cameValues = [...period.values, ...stayed.values];
  const ofCame = `${key} in (select ${key} from ${name} where ${came} and coalesce(trim(${key}), '') <> '')`;
  const [from, to] = reachOf(requested);
  // Apart, so that DuckDB answers each from the few groups of rows that can have such records.
  const undated = { sql: `racedate is null and ${ofCame}`, values: cameValues };
  const elsewhere = {
    sql: `racedate between ? and ? and not (${came}) and __fetched_at <= ?::BIGINT and ${ofCame}`,
    values: [from, to, ...cameValues, String(answer.fetchedAt), ...cameValues],
  };
  const others = await connection.runAndReadAll(
    `select distinct racedate from ${name} where ${elsewhere.sql}`,
    elsewhere.values,
  );
  const days = others.getRows().map(([day]) => String(day));
  for (const racedate of days) {
    await outdateBlocks(connection, table.code, { racedate });
    await outdateHorses(connection, table.code, { racedate });
    await outdate(connection, table.code, { racedate });
  }
  // Hardly ever is there one: a search that finds none takes a tenth of the time of a deletion that deletes none.
  const found = await connection.runAndReadAll(`select 1 from ${name} where racedate is null limit 1`);
  if (found.currentRowCount > 0)
    await connection.run(`delete from ${name} where ${undated.sql}`, undated.values);
  if (days.length > 0) await connection.run(`delete from ${name} where ${elsewhere.sql}`, elsewhere.values);
  return days;
}

/** No race is postponed further, in days. */
const LONGEST_POSTPONEMENT = 60;

/** The days that records of a race on these days, in order, may be stored under. */
function reachOf(days: readonly string[]): readonly [string, string] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return [addDays(first, -LONGEST_POSTPONEMENT), addDays(last, LONGEST_POSTPONEMENT)];
}
