// The columns of a SQL query in files that the command line writes: the same types as in those of the window, whose rule
// (shared/exports/typed-value.ts) leaves a value empty that its type does not hold. Here it keeps its text.

import { DuckDBTypeId } from '@duckdb/node-api';
import { sqlRule, valueIn } from '#shared/exports/typed-value.ts';
import type { CellPage, FileField } from '../exports/file-format.ts';
import { sqlTypeOf } from './query-text.ts';

/**
 * Numbers that BIGINT or a double may not hold. A file then has the type that fits all of the column's values, or else
 * their text.
 */
const WIDE: { readonly [type in DuckDBTypeId]?: FileField['type'] } = {
  [DuckDBTypeId.UBIGINT]: 'I?',
  [DuckDBTypeId.HUGEINT]: 'I?',
  [DuckDBTypeId.UHUGEINT]: 'I?',
  [DuckDBTypeId.DECIMAL]: 'N?',
};

/** A column of the query as a column of a file. */
export function fieldOf({ name, type }: { readonly name: string; readonly type: DuckDBTypeId }): FileField {
  const wide = WIDE[type];
  if (wide !== undefined) return { name, type: wide };
  const read = sqlTypeOf(type);
  if (read === 'integer') return { name, type: 'I?', value: 'whole' };
  if (read === 'decimal') return { name, type: 'N?', value: 'number' };
  return { name, type: 'S?', value: read };
}

/** The cells for a format that has types; `cells`: the text that DuckDB writes. */
export const typedCells = (fields: readonly FileField[], cells: CellPage): CellPage =>
  cells.map((column, at) => {
    const { value } = fields[at] ?? {};
    if (value !== 'boolean' && value !== 'timestamp') return column;
    const rule = sqlRule(value);
    return column.map((cell) => (typeof cell === 'string' ? (valueIn(rule, cell) ?? cell) : cell));
  });
