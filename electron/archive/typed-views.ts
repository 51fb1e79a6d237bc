// The tables with typed values: `typed.d_se` beside `d_se`, for SQL queries, by the rule that files in values follow
// (shared/exports/typed-value.ts). The original text stays in the tables; a view only presents it differently.

import type { Column } from '#shared/catalogue/column.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { valueRuleOf, type ValueRule, type ValueType } from '#shared/exports/typed-value.ts';
import { isFilledSql, quoted } from './filter-sql.ts';

/** A schema of its own, so that it cannot clash with a table name of the service. */
export const TYPED = 'typed';

/**
 * The digits and the sign of a number, as text. Nearly all are plain ones, which a match finds in a tenth of the time of
 * `translate`; that is left to the others that have a digit.
 */
const digitsOf = (plain: string, others: string): string => `case
  when regexp_full_match(raw, ' *[+-]? *${plain}') then replace(raw, ' ', '')
  when regexp_matches(raw, '[0-9０-９]') then replace(${others}, ',', '') end`;

/** Full-width digits and signs as plain ones, blanks removed: the characters without a counterpart. */
const FOLDED = `translate(raw, '０１２３４５６７８９．，＋－−‐–　 \t\n\v\f\r\u00a0', '0123456789.,+----')`;

/**
 * Numbers in any of the forms the data uses, parsed as `readNumber` of shared/catalogue/reading.ts does: "+ 4", "07",
 * full-width digits. Blanks and non-numeric text are NULL and never 0.
 */
const NUMBER = `create or replace macro ${TYPED}.number_in(raw) as try_cast(${digitsOf(
  '[0-9]+([.][0-9]+)?',
  `regexp_extract(${FOLDED}, '^[+-]?(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)([.][0-9]*)?|[.][0-9]+)$')`,
)} as DOUBLE) + 0.0`;

/** A count or a finishing position is a whole number, or NULL. */
const WHOLE = `create or replace macro ${TYPED}.whole_in(raw) as try_cast(${digitsOf(
  '[0-9]+',
  `regexp_extract(${FOLDED}, '^([+-]?([0-9]{1,3}(,[0-9]{3})+|[0-9]+))([.]0*)?$', 1)`,
)} as BIGINT)`;

const DAY = `create or replace macro ${TYPED}.date_in(raw) as
  case when regexp_full_match(raw, '[0-9]{8}') then try_strptime(raw, '%Y%m%d')::DATE end`;

const CLOCK = `create or replace macro ${TYPED}.time_in(raw) as
  case when regexp_full_match(raw, '[0-9]{4}') then try_strptime(raw, '%H%M')::TIME end`;

const AT = '[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?';
const OFFSET = '[+-]([01][0-9]|2[0-3]):?[0-5][0-9]';

/** "+0900": the offset that a text ends with. */
const OFFSET_IN = `replace(regexp_extract(raw, '${OFFSET}$'), ':', '')`;

/** As `instantOf` of shared/racing/racedate.ts reads it: in UTC if it has no offset. A cast would ignore the offset. */
const MOMENT = `create or replace macro ${TYPED}.timestamp_in(raw) as
  coalesce(${TYPED}.date_in(raw)::TIMESTAMP,
    case when regexp_full_match(raw, '${AT}Z?') then try_cast(rtrim(raw, 'Z') as TIMESTAMP)
      when regexp_full_match(raw, '${AT}${OFFSET}') then try_cast(regexp_extract(raw, '^${AT}') as TIMESTAMP)
        - to_minutes((${OFFSET_IN}[1:3])::BIGINT * 60 + (${OFFSET_IN}[1] || ${OFFSET_IN}[4:5])::BIGINT) end)`;

/** A code of yes or no; anything else is NULL. */
const FLAG = `create or replace macro ${TYPED}.flag_in(raw) as
  case trim(raw) when '0' then false when '1' then true end`;

/** A blank is NULL; other text stays as it is. */
const TEXT = `create or replace macro ${TYPED}.text_in(raw) as
  case when ${isFilledSql('raw')} then raw end`;

const READ_BY: { readonly [type in ValueType]: string } = {
  text: 'text_in',
  whole: 'whole_in',
  number: 'number_in',
  boolean: 'flag_in',
  date: 'date_in',
  time: 'time_in',
  timestamp: 'timestamp_in',
};

/** The value of a column as files have it: in seconds, kilograms and yen. */
function valueOf(definition: Column): string {
  const { type, times, over } = valueRuleOf(definition);
  const macro = READ_BY[type];
  const column = quoted(definition.name);
  return `${scaled(`${TYPED}.${times === undefined ? macro : 'number_in'}(${column})`, { times, over })} as ${column}`;
}

function scaled(value: string, { times, over }: Pick<ValueRule, 'times' | 'over'>): string {
  // A fraction of 10,000 yen is still whole yen. An amount that no BIGINT holds must not fail the query.
  if (times !== undefined) return `try_cast(round(${value} * ${times}) as BIGINT)`;
  return over === undefined ? value : `${value} / ${over}`;
}

/** NULL where zero means that there is none. */
function withoutZero(definition: Column): string {
  const column = quoted(definition.name);
  return valueRuleOf(definition).zeroIsNone ? `nullif(${column}, 0) as ${column}` : column;
}

/**
 * `name`: of a table or view in the main schema with these columns. `nullif` repeats what it is given, so it is given the
 * column of a subquery, or each value would be read twice.
 */
export const typedViewOf = (name: string, columns: readonly Column[]): string =>
  `create or replace view ${TYPED}.${quoted(name)} as select ${columns.map(withoutZero).join(', ')}
     from (select ${columns.map(valueOf).join(', ')} from main.${quoted(name)})`;

/** The statements that create what the views and the subjects read values with, in order. */
export const TYPED_MACROS: readonly string[] = [
  `create schema if not exists ${TYPED}`,
  NUMBER,
  WHOLE,
  DAY,
  CLOCK,
  MOMENT,
  FLAG,
  TEXT,
];

/** The statements that create the views, in order. */
export const TYPED_VIEWS: readonly string[] = [
  ...TYPED_MACROS,
  ...TABLE_CODES.map((code) => typedViewOf(code, TABLES[code].columns)),
];
