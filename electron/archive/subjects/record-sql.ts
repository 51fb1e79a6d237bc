// SQL over one kind of record: both tables of a pair as one, and the values of their raw fields.

import { tablesOfDay, type DayRecord } from '#shared/catalogue/day-tables.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { NOT_STARTED } from '#shared/racing/starts.ts';
import { quoted } from '../filter-sql.ts';

/** The number of a record within the archive, whichever of its tables it is in. */
export const ID = '__id';

const FULL_WIDTH = '０１２３４５６７８９';

/**
 * The number of a horse with two digits, however a record pads it; text that is no number stays as it is. `format` names the
 * number once: a `case` that names it four times took DuckDB 1.9 ms to plan instead of 0.1, and a row has dozens (measured).
 */
export const horseNumberSql = (field: string): string =>
  `coalesce(${twoDigits(numberSql(field, 'UINTEGER'))}, ${field})`;

/** The number of a record's runner as `horseNumberSql` has it; null until there is one, which is also written as "00". */
export const runnerNumberSql = (field: string): string =>
  `coalesce(${twoDigits(`nullif(${numberSql(field, 'UINTEGER')}, 0)`)}, case when ${isStatedSql(field)} then ${field} end)`;

const twoDigits = (number: string): string => `format('{:02d}', ${number})`;

/**
 * What tells a runner without a number from the others of its race: its horse, or `other` if that is not stated. Neither
 * is ever the number of another runner.
 */
export const unnumberedSql = (horseId: string, other: string): string =>
  `case when ${isStatedSql(horseId)} then 'horse ' || trim(${horseId}) else ${other} end`;

/** A whole number in plain or full-width digits; null for anything else. */
export const wholeSql = (field: string): string => numberSql(field, 'INTEGER');

/** Blanks become null first: DuckDB takes twenty times as long to fail at reading a number from them (measured). */
const numberSql = (field: string, type: 'INTEGER' | 'UINTEGER'): string =>
  `try_cast(translate(nullif(trim(${field}), ''), '${FULL_WIDTH}', '0123456789') as ${type})`;

/** Whether a flag is set, as `isSet` in shared/catalogue/reading.ts reads it; a test holds the two together. */
export const isSetSql = (field: string): string =>
  `(coalesce(${wholeSql(field)}, 0) > 0 or coalesce(lower(trim(${field})), '') in ('true', 'yes'))`;

/** Whether a field is neither blank nor padded with zeros. */
export const isStatedSql = (field: string): string =>
  `coalesce(regexp_full_match(${field}, '[\\s\\v\\x{3000}\\x{a0}0０]*'), true) = false`;

/**
 * Whether a runner took part, as a boolean (shared/racing/starts.ts; a test holds the two together); null before the
 * result. `finish` and `trouble`: expressions of the position and of what befell the horse.
 */
export const tookPartSql = (finish: string, trouble: string): string =>
  `case when ${wholeSql(finish)} > 0 then true
    when ${isStatedSql(trouble)} then coalesce(${wholeSql(trouble)} not in (${NOT_STARTED.join(', ')}), true) end`;

/** `field` of the table; null if the table lacks it. */
const fieldOf = (code: TableCode, field: string): string =>
  columnOf(code, field) === undefined && !field.startsWith('__')
    ? `null::VARCHAR as ${quoted(field)}`
    : quoted(field);

/** The records of a kind with these fields and their number, as a subquery; `where` is a condition on each table. */
export const recordsSql = (record: DayRecord, fields: readonly string[], where: string): string =>
  `(${tablesOfDay(record)
    .map(
      (code) =>
        `select ${[ID, ...fields].map((field) => fieldOf(code, field)).join(', ')} from ${quoted(code)} where ${where}`,
    )
    .join(' union all ')})`;

/**
 * The number of the record that counts for each key: the past table's before the present one's, because it has more
 * fields; of two in one table the one fetched later. `key`: expressions with their names.
 */
export function chosenSql(record: DayRecord, key: readonly string[], where: string): string {
  const tables = tablesOfDay(record);
  const rows = tables.map(
    (code, at) =>
      `select ${key.join(', ')}, ${ID}, row(${tables.length - at}, __fetched_at, __seq) as priority
         from ${quoted(code)} where ${where}`,
  );
  return `(select * exclude (${ID}, priority), arg_max(${ID}, priority) as id from (${rows.join(' union all ')}) group by all)`;
}
