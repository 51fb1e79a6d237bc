// The characters that the texts of columns begin and end with. Most columns have no text with spaces around
// it, and knowing that of a column saves a look at each of its cells; DuckDB reads one character in a few nanoseconds.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Characters, TextEnds } from '../query-engine/column-store.ts';
import type { SqlFilter } from './filter-sql.ts';
import type { Relation } from './relation.ts';

/** More than any code point, and all of its bits are set: -1, which DuckDB returns for an empty text, becomes this. */
const EMPTY = 0x1f_ffff;

/** Errors: those of DuckDB. */
export async function textEnds(
  connection: DuckDBConnection,
  relation: Relation,
  where: SqlFilter,
  names: readonly string[],
): Promise<readonly TextEnds[]> {
  const { from, list, pointers } = relation.select(names, `where ${where.sql}`);
  const columns = list.map((expression, at) => `${expression} as c${at}`);
  const ends = list.flatMap((_, at) => [`unicode(c${at})`, `unicode(c${at}[-1:])`]);
  const bounds = ends.map((end) => `min(${end}), min(${end} & ${EMPTY}), max(${end})`);
  const read = await connection.runAndReadAll(
    `select ${bounds.join(', ')} from (select ${columns.join(', ')} from ${from})`,
    [...pointers, ...where.values],
  );
  const found = (read.getRows()[0] ?? []).map((bound) => (bound === null ? undefined : Number(bound)));
  return names.map((_, at) => {
    const [leastOfAll, first, mostFirst, , last, mostLast] = found.slice(6 * at);
    return {
      hasEmpty: leastOfAll === -1,
      ...named('first', first, mostFirst),
      ...named('last', last, mostLast),
    };
  });
}

const named = (
  end: 'first' | 'last',
  least = EMPTY,
  most = 0,
): { readonly [end in 'first' | 'last']?: Characters } => (least > most ? {} : { [end]: [least, most] });
