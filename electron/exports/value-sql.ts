// Values with their types in SQL, read by the rule of shared/exports/typed-value.ts with the macros of the archive's
// typed views. An error in SQL would end the transaction that an open result reads in, so every conversion is one that
// cannot fail.

import type { ValueRule, ValueType } from '#shared/exports/typed-value.ts';
import { isBlankSql, SPACES } from '../archive/blank-sql.ts';
import { TYPED } from '../archive/typed-views.ts';
import { PICKED_ROWS } from '../query-engine/column-store.ts';

export type SqlType = 'varchar' | 'bigint' | 'double' | 'boolean' | 'date' | 'time' | 'timestamp';

export const SQL_TYPES: { readonly [type in ValueType]: SqlType } = {
  text: 'varchar',
  whole: 'bigint',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

/** Beyond it a number is not exact. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** Nearly all numbers are plain digits, which a cast reads ten times as fast as the macro. */
const numberSql = (column: string): string =>
  `coalesce(case when translate(${column}, '0123456789.', '') in ('', '-', '+') then try_cast(${column} as DOUBLE) + 0.0 end,
     ${TYPED}.number_in(${column}))`;

const MOMENT = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?Z?';

/** The text of a column as a number, day or time; numbers are in their unit. NULL if it cannot be read. */
function readSql({ type, times, over }: ValueRule, column: string): string {
  switch (type) {
    case 'text':
      return column;
    case 'whole':
    case 'number': {
      const number = numberSql(column);
      return times !== undefined
        ? `round(${number} * ${times})`
        : over !== undefined
          ? `${number} / ${over}`
          : number;
    }
    case 'boolean':
      return `case trim(${column}, ${SPACES}) when '0' then false when '1' then true end`;
    case 'date':
      return `${TYPED}.date_in(${column})`;
    case 'time':
      return `${TYPED}.time_in(${column})`;
    case 'timestamp':
      return `coalesce(${TYPED}.date_in(${column})::TIMESTAMP,
        case when regexp_full_match(${column}, '${MOMENT}') then try_cast(${column} as TIMESTAMP) end)`;
  }
}

/** The value of what was read. */
function valueSql({ type, zeroIsNone }: ValueRule, read: string): string {
  const value =
    type === 'whole'
      ? `case when ${read} = trunc(${read}) and abs(${read}) <= ${LARGEST} then try_cast(${read} as BIGINT) end`
      : read;
  return zeroIsNone ? `nullif(${value}, 0)` : value;
}

/**
 * A subquery of PICKED_ROWS with a column `v0`, `v1` ... beside `c0`, `c1` ... for each rule. Each step is a query of its
 * own, so that no expression is written, planned and run twice.
 */
export function valuesSql(rules: readonly (ValueRule | undefined)[]): string {
  const each = (sql: (rule: ValueRule, at: number) => string): string =>
    rules.map((rule, at) => (rule === undefined ? '' : `, ${sql(rule, at)}`)).join('');
  if (rules.every((rule) => rule === undefined)) return PICKED_ROWS;
  const read = each(
    (rule, at) =>
      `case when c${at} is not null and not ${isBlankSql(`c${at}`)} then ${readSql(rule, `c${at}`)} end as r${at}`,
  );
  return `(select *${each((rule, at) => `${valueSql(rule, `r${at}`)} as v${at}`)} from (select *${read} from ${PICKED_ROWS}))`;
}

/** Whether the text of column `at` of `valuesSql` has a value that could not be read. */
export function isUnreadableSql({ zeroIsNone }: ValueRule, at: number): string {
  const isNone = zeroIsNone ? ` and coalesce(r${at}, 1) <> 0` : '';
  return `(v${at} is null and c${at} is not null${isNone} and not ${isBlankSql(`c${at}`)})`;
}

/** A value as the text of a file, the same that JavaScript writes. */
export function valueTextSql(type: ValueType, value: string): string {
  switch (type) {
    case 'text':
      return value;
    case 'number':
      return `case when ${value} = trunc(${value}) and abs(${value}) <= ${LARGEST} then cast(try_cast(${value} as BIGINT) as VARCHAR)
        else cast(${value} as VARCHAR) end`;
    case 'timestamp':
      return `strftime(${value}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
    case 'whole':
    case 'boolean':
    case 'date':
    case 'time':
      return `cast(${value} as VARCHAR)`;
  }
}
