// What the parts around a grid need to know of its table: one of the catalogue's, or the result of a SQL query.

import type { Browsable, BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Text } from '#shared/text.ts';

/** A query has neither saved views nor built-in ones, and its columns are stored with its own step of the trail. */
export type ResultCode = BrowsableCode | 'sql';

export interface ResultTable {
  readonly code: ResultCode;
  readonly label: Text;
  readonly grain: Browsable['grain'] | 'query';
  readonly columns: readonly Column[];
}

export const SQL_TABLE: ResultTable = {
  code: 'sql',
  label: { en: 'Result of the query', ja: 'クエリの結果' },
  grain: 'query',
  columns: [],
};
