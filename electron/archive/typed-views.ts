// The tables with parsed values: `typed.d_se` beside `d_se`, for SQL queries. The original text stays in the tables; a
// view only presents it differently.

import type { Column, Kind } from '#shared/catalogue/column.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { measureOf } from '#shared/filters/measure.ts';
import { quoted } from './filter-sql.ts';

/** A schema of its own, so that it cannot clash with a table name of the service. */
export const TYPED = 'typed';

/** Full-width digits and signs as plain ones, blanks removed. */
const FOLDED = `regexp_replace(translate(raw, '０１２３４５６７８９．，＋－−‐–　', '0123456789.,+---- '),
  '[\\s\\v\\xa0]+', '', 'g')`;

/**
 * Numbers in any of the forms the data uses, parsed as `readNumber` of shared/catalogue/reading.ts does: "+ 4", "07",
 * full-width digits. Blanks and non-numeric text are NULL and never 0.
 */
const NUMBER = `create or replace macro ${TYPED}.number_in(raw) as try_cast(replace(regexp_extract(${FOLDED},
  '^[+-]?(([0-9]{1,3}(,[0-9]{3})+|[0-9]+)([.][0-9]*)?|[.][0-9]+)$'), ',', '') as DOUBLE) + 0.0`;

/** A count or a finishing position is a whole number, or NULL. */
const WHOLE = `create or replace macro ${TYPED}.whole_in(raw) as try_cast(replace(regexp_extract(${FOLDED},
  '^([+-]?([0-9]{1,3}(,[0-9]{3})+|[0-9]+))([.]0*)?$', 1), ',', '') as BIGINT)`;

const DAY = `create or replace macro ${TYPED}.date_in(raw) as
  case when regexp_full_match(raw, '[0-9]{8}') then try_strptime(raw, '%Y%m%d')::DATE end`;

const CLOCK = `create or replace macro ${TYPED}.time_in(raw) as
  case when regexp_full_match(raw, '[0-9]{4}') then try_strptime(raw, '%H%M')::TIME end`;

/** In UTC, as the specification writes them; timestamps of another zone are NULL. */
const MOMENT = `create or replace macro ${TYPED}.timestamp_in(raw) as
  coalesce(${TYPED}.date_in(raw)::TIMESTAMP,
    case when regexp_full_match(raw, '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?') then try_cast(raw as TIMESTAMP) end)`;

/** The SQL type of each kind of value; kinds that are absent here stay text. */
const READ_BY: { readonly [kind in Kind]?: string } = {
  integer: 'whole_in',
  money: 'whole_in',
  number: 'whole_in',
  rank: 'whole_in',
  mark: 'whole_in',
  tenths: 'whole_in',
  gap: 'whole_in',
  decimal: 'number_in',
  odds: 'number_in',
  rate: 'number_in',
  weight: 'number_in',
  length: 'number_in',
  date: 'date_in',
  clock: 'time_in',
  timestamp: 'timestamp_in',
};

/**
 * Zero becomes NULL if it means "none", such as the weight of a horse that was not weighed, so that a mean leaves it
 * out.
 */
function expressionOf(definition: Column): string {
  const macro = READ_BY[definition.kind];
  const column = quoted(definition.name);
  if (macro === undefined) return column;
  const value = `${TYPED}.${macro}(${column})`;
  return `${measureOf(definition)?.zeroIsNone === true ? `nullif(${value}, 0)` : value} as ${column}`;
}

/** `name`: of a table or view in the main schema with these columns. */
export const typedViewOf = (name: string, columns: readonly Column[]): string =>
  `create or replace view ${TYPED}.${quoted(name)} as
     select ${columns.map(expressionOf).join(', ')} from main.${quoted(name)}`;

/** The statements that create the views, in order. */
export const TYPED_VIEWS: readonly string[] = [
  `create schema if not exists ${TYPED}`,
  NUMBER,
  WHOLE,
  DAY,
  CLOCK,
  MOMENT,
  ...TABLE_CODES.map((code) => typedViewOf(code, TABLES[code].columns)),
];
