// What the help beside the query explains: the column or table at the cursor. Pure.

import { BROWSABLE_CODES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import { tablesIn, wordAround } from './reading-query.ts';
import { columnNamed, tableNamed, TYPED, type KnownColumn, type KnownTable } from './sql-tables.ts';

export type Help =
  | { readonly kind: 'table'; readonly table: KnownTable }
  | { readonly kind: 'column'; readonly table: KnownTable; readonly column: KnownColumn };

/** Of a column, as its query's tables have it, or else the first table that has it. Undefined for any other word. */
export function helpAt(sql: string, place: number): Help | undefined {
  const at = wordAround(sql, place);
  if (at === undefined) return undefined;
  const { before, word } = at;
  const named = tablesIn(sql);
  const table =
    before === undefined ? tableNamed(word) : before === TYPED ? tableNamed(`${TYPED}.${word}`) : undefined;
  if (table !== undefined) return { kind: 'table', table };
  const own = before === undefined ? undefined : named.find(({ alias }) => alias === before)?.table;
  const alias = named.find((each) => each.alias === word.toLowerCase())?.table;
  if (before === undefined && alias !== undefined) return { kind: 'table', table: alias };
  const candidates = own === undefined ? [...named.map((each) => each.table), ...OTHERS] : [own];
  for (const candidate of candidates) {
    const column = columnNamed(candidate, word);
    if (column !== undefined) return { kind: 'column', table: candidate, column };
  }
  return undefined;
}

const OTHERS: readonly KnownTable[] = BROWSABLE_CODES.map((code: BrowsableCode) => ({
  name: code,
  code,
  isTyped: false,
}));
