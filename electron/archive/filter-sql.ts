// A filter as an SQL condition on the archive: it matches the same records as the filter does at the service.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { horseNumber, NUMBER_DIGITS } from '../service-client/matches-filter.ts';

export interface SqlFilter {
  /** With a `?` for each value. */
  readonly sql: string;
  readonly values: readonly string[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Text as SQL. DuckDB reads a statement up to its first NUL, which a delivered field may hold, so that is computed. */
export function literal(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || chr(0) || ')})`;
}

/** The condition of all filters that are set (combined with AND); `true` if none are. */
export function whereOf(table: Table, filter: Filter): SqlFilter {
  const conditions: string[] = [];
  const values: string[] = [];
  const add = (sql: string, ...given: string[]) => {
    conditions.push(sql);
    values.push(...given);
  };
  if (filter.racedate !== undefined) add('racedate = ?', filter.racedate);
  if (filter.start_racedate !== undefined) add('racedate >= ?', filter.start_racedate);
  if (filter.end_racedate !== undefined) add('racedate <= ?', filter.end_racedate);
  if (filter.racekey !== undefined) {
    // Holding records have no race key; their holding key is its first six characters.
    const hasRacekey = table.columns.some((column) => column.name === 'racekey');
    if (hasRacekey) add('racekey = ?', filter.racekey);
    else add('holdingkey = ?', filter.racekey.slice(0, 6));
  }
  if (filter.horse_id !== undefined) add('horse_id = ?', filter.horse_id);
  else if (filter.kettonum !== undefined) {
    add(`right(kettonum, ${NUMBER_DIGITS}) = ?`, horseNumber(filter.kettonum));
  }
  return { sql: conditions.length > 0 ? conditions.join(' and ') : 'true', values };
}

/**
 * The values of a list, `column in (${marks})`, the last of them repeated up to a power of two: a statement is kept by its
 * text, and with one for each length those that are used all the time would have no place.
 */
export function inList(values: readonly string[]): {
  readonly marks: string;
  readonly values: readonly string[];
} {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  const filled = Array.from({ length }, (_, at) => values[at] ?? values.at(-1) ?? '');
  return { marks: filled.map(() => '?').join(', '), values: filled };
}

/** The catalogue's order of a table: numbers as numbers, ties in the order of the answers. */
export function orderOf(table: Table): string {
  const keys = table.order.flatMap((name) => {
    const kind = table.columns.find((column) => column.name === name)?.kind;
    const isNumber = kind === 'number' || kind === 'integer' || kind === 'rank';
    return isNumber ? [`try_cast(${quoted(name)} as integer)`, quoted(name)] : [quoted(name)];
  });
  return [...keys, '__fetched_at', '__seq'].map((key) => `${key} nulls last`).join(', ');
}

const BLANKS = [
  0x20,
  9,
  10,
  11,
  12,
  13,
  0xa0,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
  // From EN QUAD to HAIR SPACE.
  ...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
];

/**
 * The characters of a blank value (shared/catalogue/reading.ts), for `trim` in SQL. One literal: views have it for each
 * of their columns, and an expression would be bound as often.
 */
export const SPACES = `'${String.fromCharCode(...BLANKS)}'`;

const SPACE = `[${SPACES.slice(1, -1)}]`;

/** Whether a text is more than a blank: a match takes a tenth of the time of `trim` with these characters. */
export const isFilledSql = (text: string): string => `not regexp_full_match(${text}, '${SPACE}*')`;

const NO_SPACE = `[^${SPACES.slice(1, -1)}]`;

/**
 * Without the spaces at both ends, which few texts have; NULL if nothing is left. DuckDB finds whether a whole text
 * matches once for each value that a block lists, and whether a text contains a match for each row.
 */
export const trimmedSql = (text: string): string =>
  `case when regexp_full_match(${text}, '${NO_SPACE}(?s:.*${NO_SPACE})?') then ${text} else nullif(trim(${text}, ${SPACES}), '') end`;
