// The order, filters and search of a table in its address, as saved views describe them: `where.idm=>=50` for a filter,
// `off.idm=>=50` for one that is switched off, `sort=idm-,horse_number` (a minus for descending), `search=tokyo`; `rows=all`
// for all rows as they come, where a view of the table may have other ones. Pure.

import type { z } from 'zod';
import type { Sort } from '#shared/bridge/source.ts';
import { BROWSABLES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { viewContentSchema } from '#shared/saved-views/view.ts';
import { ALL_ROWS, LAID_MEMORY, ROWS_MEMORY, type RowsWanted } from './table-state.ts';

const rowsSchema = viewContentSchema.pick({ sort: true, filters: true, quick: true });

const ON = 'where.';
const OFF = 'off.';
const ALL = ['rows', 'all'] as const;

type Memory = Readonly<Record<string, unknown>>;

/** What the address of a step says of its rows: what the user wants, or else what the table's own view has. */
function rowsOf(memory: Memory): z.infer<typeof rowsSchema> | undefined {
  const { data } = rowsSchema.safeParse(memory[ROWS_MEMORY] ?? memory[LAID_MEMORY] ?? ALL_ROWS);
  return data;
}

/** The parameters for what a step remembers of its rows, each with its value; none if nobody asked for other ones. */
export function rowsParams(memory: Memory): readonly (readonly [name: string, text: string])[] {
  const rows = rowsOf(memory);
  if (rows === undefined) return [];
  const { sort, filters, quick } = rows;
  const params = [
    ...filters.map(({ column, text, on }) => [(on ? ON : OFF) + column, text] as const),
    ...(sort.length === 0 ? [] : [['sort', sort.map(sortText).join(',')] as const]),
    ...(quick.trim() === '' ? [] : [['search', quick] as const]),
  ];
  return params.length === 0 && memory[ROWS_MEMORY] !== undefined ? [ALL] : params;
}

const sortText = ({ column, direction }: Sort[number]): string =>
  direction === 'descending' ? `${column}-` : column;

const sortIn = (text: string): Sort =>
  text.split(',').map((each) => ({
    column: each.replace(/-$/, ''),
    direction: each.endsWith('-') ? 'descending' : 'ascending',
  }));

export const isRowsParam = (name: string): boolean =>
  name === ALL[0] || name === 'sort' || name === 'search' || name.startsWith(ON) || name.startsWith(OFF);

/**
 * What a step with these parameters remembers; undefined if they are malformed, or name a column that the table does not
 * have. Without parameters it remembers nothing, so that the table opens as it does by itself.
 */
export function rowsInParams(
  table: BrowsableCode,
  params: ReadonlyMap<string, string>,
): { readonly [ROWS_MEMORY]: RowsWanted | undefined } | undefined {
  if (params.size === 0) return { [ROWS_MEMORY]: undefined };
  const [all, value] = ALL;
  if (params.has(all))
    return params.size === 1 && params.get(all) === value ? { [ROWS_MEMORY]: ALL_ROWS } : undefined;
  const sort = params.get('sort');
  const filters = [...params].flatMap(([name, text]) => {
    const start = [ON, OFF].find((each) => name.startsWith(each));
    return start === undefined ? [] : [{ column: name.slice(start.length), text, on: start === ON }];
  });
  const { data } = rowsSchema.safeParse({
    sort: sort === undefined ? [] : sortIn(sort),
    filters,
    quick: params.get('search') ?? '',
  });
  if (data === undefined) return undefined;
  const known = new Set(BROWSABLES[table].columns.map(({ name }) => name));
  const named = [...data.sort, ...data.filters].map(({ column }) => column);
  const filtered = new Set(data.filters.map(({ column }) => column));
  // A column has one filter, and a view no filter without a text.
  if (!named.every((name) => known.has(name)) || filtered.size < data.filters.length) return undefined;
  return data.filters.some(({ text }) => text.trim() === '') ? undefined : { [ROWS_MEMORY]: data };
}
