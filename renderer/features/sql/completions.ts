// What can stand at a place of a query: tables and subjects after FROM, columns of the query's tables with type and unit,
// functions and keywords. Pure.

import { BROWSABLES } from '#shared/catalogue/browsable.ts';
import type { Language } from '#shared/text.ts';
import { expectsTable, tablesIn, wordBefore } from './reading-query.ts';
import {
  columnsOf,
  KNOWN_TABLES,
  tableNamed,
  TYPED,
  type KnownColumn,
  type KnownTable,
} from './sql-tables.ts';

export interface Completion {
  readonly label: string;
  readonly kind: 'table' | 'column' | 'function' | 'keyword';
  /** Beside it: the label in the user's language, or the type with its unit. */
  readonly detail?: string;
  /** One sentence on what it is. */
  readonly info?: string;
}

export interface Completions {
  /** Where the text begins that a completion replaces. */
  readonly from: number;
  readonly list: readonly Completion[];
}

const FUNCTIONS = [
  'avg', 'coalesce', 'corr', 'count', 'date_diff', 'date_part', 'date_trunc', 'dense_rank', 'first_value', 'greatest',
  'lag', 'last_value', 'lead', 'least', 'lower', 'max', 'median', 'min', 'mode', 'month', 'nullif', 'ntile',
  'percent_rank', 'quantile_cont', 'rank', 'regexp_extract', 'regr_slope', 'replace', 'round', 'row_number', 'stddev',
  'strftime', 'string_agg', 'substr', 'sum', 'trim', 'try_cast', 'upper', 'year',
]; // prettier-ignore

const KEYWORDS = [
  'and', 'as', 'asc', 'between', 'by', 'case', 'cast', 'desc', 'distinct', 'else', 'end', 'except', 'exists', 'filter',
  'from', 'full', 'group', 'group by all', 'having', 'in', 'inner', 'intersect', 'is', 'is not null', 'is null', 'join',
  'left join', 'like', 'limit', 'not', 'null', 'nulls last', 'offset', 'on', 'or', 'order by', 'over', 'partition by',
  'qualify', 'select', 'then', 'union all', 'using', 'values', 'when', 'where', 'with',
]; // prettier-ignore

const OTHERS: readonly Completion[] = [
  ...FUNCTIONS.map((label): Completion => ({ label, kind: 'function' })),
  ...KEYWORDS.map((label): Completion => ({ label, kind: 'keyword' })),
];

/** "DOUBLE, kg" */
export const typeText = ({ type, unit }: KnownColumn): string =>
  unit === undefined ? type : `${type}, ${unit}`;

const ofColumn = (known: KnownColumn, language: Language): Completion => ({
  label: known.column.name,
  kind: 'column',
  detail: typeText(known),
  info: `${known.column.label[language]}: ${known.column.meaning[language]}`,
});

const ofTable = (table: KnownTable, language: Language, isShort = false): Completion => {
  const { label, purpose } = BROWSABLES[table.code];
  return {
    label: isShort ? table.code : table.name,
    kind: 'table',
    detail: label[language],
    info: purpose[language],
  };
};

/** Undefined in quotes and comments, and after a dot that no known name precedes. */
export function completionsAt(sql: string, place: number, language: Language): Completions | undefined {
  const at = wordBefore(sql, place);
  if (at === undefined) return undefined;
  const { before, from } = at;
  const named = tablesIn(sql);
  if (before === TYPED) {
    const typed = KNOWN_TABLES.filter(({ isTyped }) => isTyped);
    return { from, list: typed.map((table) => ofTable(table, language, true)) };
  }
  if (before !== undefined) {
    const table = named.find(({ alias }) => alias === before)?.table ?? tableNamed(before);
    return table === undefined
      ? undefined
      : { from, list: columnsOf(table).map((column) => ofColumn(column, language)) };
  }
  const tables = KNOWN_TABLES.map((table) => ofTable(table, language));
  if (expectsTable(sql, from)) return { from, list: tables };
  const columns = new Map(
    named.flatMap(({ table }) => columnsOf(table)).map((known) => [known.column.name, known] as const),
  );
  return {
    from,
    list: [
      ...[...columns.values()].map((column) => ofColumn(column, language)),
      ...OTHERS,
      // Before there is a FROM, its tables say what can be asked at all.
      ...(named.length === 0 ? tables : []),
    ],
  };
}
