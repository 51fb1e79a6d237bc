// What stands in a query around the cursor: its tables with their aliases, and the name at a place. Pure, and forgiving,
// because a query is read while it is written.

import { tableNamed, type KnownTable } from './sql-tables.ts';

/** A table that the query names, under the name by which the query calls it. */
export interface NamedTable {
  readonly alias: string;
  readonly table: KnownTable;
}

/** The text with everything in quotes and comments as blanks, so that places stay. */
export const withoutQuoted = (sql: string): string =>
  sql.replaceAll(/'(?:[^']|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) => ' '.repeat(part.length));

const NAMED = /\b(from|join)\s+|,\s*/gi;
const TABLE = /^((?:typed\s*\.\s*)?[a-z_]\w*)(?:\s+(?:as\s+)?([a-z_]\w*))?/i;

/** Words that follow a table and are no alias of it. */
const FOLLOWING = new Set([
  'where', 'join', 'left', 'right', 'inner', 'outer', 'full', 'cross', 'semi', 'anti', 'asof', 'natural', 'positional',
  'on', 'using', 'group', 'order', 'having', 'limit', 'offset', 'qualify', 'window', 'union', 'except', 'intersect',
  'select', 'as', 'tablesample', 'pivot', 'unpivot', 'lateral',
]); // prettier-ignore

/** The known tables that the query names after FROM, JOIN or a comma, in order. */
export function tablesIn(sql: string): readonly NamedTable[] {
  const plain = withoutQuoted(sql);
  const found: NamedTable[] = [];
  for (const { 0: mark, index } of plain.matchAll(NAMED)) {
    const [, name = '', alias] = TABLE.exec(plain.slice(index + mark.length)) ?? [];
    const table = tableNamed(name.replaceAll(/\s/g, ''));
    if (table === undefined) continue;
    const own = alias === undefined || FOLLOWING.has(alias.toLowerCase()) ? undefined : alias.toLowerCase();
    found.push({ alias: own ?? table.code, table });
  }
  return found;
}

export interface WordAt {
  /** What stands before its last dot: an alias, a table or a schema. */
  readonly before?: string;
  readonly word: string;
  /** Where the word after the dot begins. */
  readonly from: number;
}

/** The name that ends at the place, as far as it is written; undefined in quotes and comments. */
export function wordBefore(sql: string, place: number): WordAt | undefined {
  const plain = withoutQuoted(sql);
  // A blank that is none in the text is quoted.
  if (place > 0 && plain[place - 1] === ' ' && !/\s/.test(sql[place - 1] ?? ' ')) return undefined;
  const from = nameStart(plain, place);
  return wordOf(plain.slice(from, place), from);
}

/** Where the name that ends at the place begins: words with points between them, and blanks around those. */
function nameStart(text: string, place: number): number {
  const back = (from: number, over: RegExp): number => {
    let at = from;
    while (at > 0 && over.test(text[at - 1] ?? '')) at -= 1;
    return at;
  };
  let start = back(place, /\w/);
  for (;;) {
    const point = back(start, /\s/) - 1;
    if (text[point] !== '.') return start;
    const end = back(point, /\s/);
    const word = back(end, /\w/);
    if (word === end) return start;
    start = word;
  }
}

/** The whole name that the place lies in or beside. */
export function wordAround(sql: string, place: number): WordAt | undefined {
  const plain = withoutQuoted(sql);
  const [rest = ''] = /^\w*/.exec(plain.slice(place)) ?? [];
  const found = wordBefore(sql, place + rest.length);
  return found === undefined || found.word === '' ? undefined : found;
}

function wordOf(written: string, from: number): WordAt {
  const dot = written.lastIndexOf('.');
  if (dot < 0) return { word: written, from };
  const after = written.slice(dot + 1);
  const word = after.trimStart();
  return {
    before: written.slice(0, dot).replaceAll(/\s/g, '').toLowerCase(),
    word,
    from: from + dot + 1 + (after.length - word.length),
  };
}

/** Whether a table is expected at the place: after FROM or JOIN, or a comma that follows a table there. */
export const expectsTable = (sql: string, from: number): boolean =>
  /\b(?:from|join)\s+(?:[\w.]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*$/i.test(withoutQuoted(sql).slice(0, from));
