// How the archive can write the rows of an export itself: the columns that it reads, and the SQL of each cell.

import { setImmediate } from 'node:timers/promises';
import { FORMAT_TRAITS } from '#shared/bridge/export-formats.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { FileColumn } from '#shared/exports/file-columns.ts';
import type { FileLayout, WrittenRows } from './cell-pages.ts';
import type { NamedList, TextEnds } from '../query-engine/column-store.ts';
import {
  cellSql,
  isMadeOfValues,
  NEVER,
  plainCellSql,
  type CellSql,
  type ListNames,
  type Written,
} from './cell-sql.ts';
import { recordSql } from './record-sql.ts';
import { isCp932 } from './unwritable.ts';

export interface CopyPlan {
  /** The columns that are read. */
  readonly names: readonly string[];
  /** The SQL of each cell; absent if the cells are the columns. */
  readonly cells?: readonly string[];
  /** The SQL of one text for each record, if that is what is written instead of its cells. */
  readonly record?: string;
  /** What the SQL refers to by name. */
  readonly lists?: readonly NamedList[];
  /** The columns of the file with cells that cannot be read as values, and the condition that they meet. */
  readonly unreadable: readonly Counted[];
  /**
   * The columns with cells that may read as formulas, and the condition that they meet; absent if they are counted in
   * the bytes of the file.
   */
  readonly formulas?: readonly Counted[];
}

/** Cells of a column that are counted. */
export interface Counted {
  readonly column: number;
  readonly condition: string;
}

/** Up to this part of the columns, looking for formulas in those takes less time than in all bytes of the file. */
const MOST_SEARCHED = 1 / 4;

/** More distinct values take longer to look at than the cells take to be written page by page. */
const MOST_DISTINCT = 100_000;

/** Columns whose texts are looked at by one query: what it has read stays in memory until it ends. */
const LOOKED_AT_ONCE = 10;

const partsOf = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / LOOKED_AT_ONCE) }, (_, at) =>
    names.slice(at * LOOKED_AT_ONCE, (at + 1) * LOOKED_AT_ONCE),
  );

/** Whether the archive may be able to write the rows. */
export const isCopied = (result: WrittenRows, layout: FileLayout): boolean =>
  result.copyRows !== undefined && !needsCells(layout);

/**
 * Undefined if some cell has to be made by the app. `atOnce`: how many columns are looked at at a time; `copied`: what
 * takes the cells. Errors: CANCELLED, RESULT_CLOSED, those of reading.
 */
export async function copyPlan(
  result: WrittenRows,
  columns: readonly FileColumn[],
  layout: FileLayout,
  signal: AbortSignal,
  atOnce = 1,
  copied: Written = {},
): Promise<CopyPlan | undefined> {
  if (columns.length === 0) return undefined;
  const own = columns.map(({ column }) => column.name);
  if (layout.form === 'delivered' && layout.labels !== true) return { names: own, unreadable: [] };
  // As delivered, an empty text is a cell. One cell alone is no record that could be told from an empty line.
  const dialect = layout.form === 'delivered' || columns.length === 1 ? undefined : copied.dialect;
  const written: Written = { ...copied, dialect };
  const names = [...new Set([...own, ...columns.flatMap(({ beside }) => beside ?? [])])];
  const inputOf = (name: string): string => `c${names.indexOf(name)}`;
  const present = new Set(result.summary.columns.map(({ name }) => name));
  const ends = await endsOf(
    result,
    columns.filter(({ column }) => present.has(column.name)),
    signal,
  );
  const cells: (CellSql | undefined)[] = columns.map((column) =>
    // A column that the result does not have is empty.
    present.has(column.column.name)
      ? plainCellSql(column, inputOf(column.column.name), ends.get(column.column.name), written)
      : { sql: 'null::VARCHAR', formula: NEVER, isQuoted: true },
  );
  const left = Map.groupBy(
    [...columns.keys()].filter((at) => cells[at] === undefined),
    (at) => columns[at]?.alike ?? at,
  ).values();
  const lists = new NamedLists();
  let isPossible = true;
  const look = async (): Promise<void> => {
    for (const alike of left) {
      // Together they may have too many values.
      const isMade = (await make(alike)) || (alike.length > 1 && (await makeEach(alike)));
      if (!isMade) isPossible = false;
      if (!isPossible) return;
      await setImmediate();
    }
  };
  const distinct = async (some: readonly string[]): Promise<readonly string[] | undefined> => {
    const found = new Set<string>();
    for (const part of partsOf(some)) {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      const values = await result.distinctValues?.(part, MOST_DISTINCT);
      for (const value of values ?? []) found.add(value);
      if (values === undefined || found.size > MOST_DISTINCT) return undefined;
    }
    return [...found];
  };
  const make = async (alike: readonly number[]): Promise<boolean> => {
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const made = alike.flatMap((at) => columns[at] ?? []);
    const [first] = made;
    if (first === undefined || !isMadeOfValues(first)) return false;
    const own = await distinct(made.map(({ column }) => column.name));
    const besides = own && (await distinct(made.flatMap(({ beside }) => beside ?? [])));
    const sqlOf = besides && cellSql(first, { own, besides }, lists, written);
    if (sqlOf === undefined) return false;
    for (const [index, { column, beside }] of made.entries())
      cells[alike[index] ?? 0] = sqlOf(inputOf(column.name), beside && inputOf(beside));
    return true;
  };
  const makeEach = async (alike: readonly number[]): Promise<boolean> => {
    for (const at of alike) if (!(await make([at]))) return false;
    return true;
  };
  await Promise.all(Array.from({ length: atOnce }, look));
  if (!isPossible) return undefined;
  return {
    names,
    cells: cells.map((each) => each?.sql ?? 'null::VARCHAR'),
    ...(dialect === undefined ? {} : { record: recordSql(cells, dialect) }),
    lists: lists.all,
    unreadable: countedOf(cells.map((each) => each?.unreadable)),
    ...(FORMAT_TRAITS[layout.format].isForSpreadsheets ? formulasOf(cells) : {}),
  };
}

/** Counts over all exports: two of one result use its connections at the same time, and must not share a name. */
let named = 0;

/** Names lists, the same one once. */
class NamedLists implements ListNames {
  readonly #bySql = new Map<string, NamedList>();

  get all(): readonly NamedList[] {
    return [...this.#bySql.values()];
  }

  list = (sql: string): string => `getvariable('${this.#name('value', sql)}')`;

  enumeration = (sql: string): string => this.#name('type', sql);

  #name(kind: NamedList['kind'], sql: string): string {
    const known = this.#bySql.get(sql);
    if (known !== undefined) return known.name;
    const name = `listed_${(named += 1)}`;
    this.#bySql.set(sql, { kind, name, sql });
    return name;
  }
}

/** By name, the ends of the texts of columns whose cells are texts without the spaces around them. */
async function endsOf(
  result: WrittenRows,
  columns: readonly FileColumn[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TextEnds>> {
  const texts = columns.filter(({ plain }) => plain === 'trimmed');
  const names = [...new Set(texts.map(({ column }) => column.name))];
  const found = await Promise.all(
    partsOf(names).map(async (part) => {
      if (signal.aborted) throw new RailbirdError('CANCELLED');
      const ends = (await result.textEnds?.(part)) ?? [];
      return ends.map((each, at) => [part[at] ?? '', each] as const);
    }),
  );
  return new Map(found.flat());
}

const countedOf = (conditions: readonly (string | undefined)[]): readonly Counted[] =>
  conditions.flatMap((condition, column) => (condition === undefined ? [] : [{ column, condition }]));

function formulasOf(cells: readonly (CellSql | undefined)[]): Pick<CopyPlan, 'formulas'> {
  const conditions = cells.map((each) => each?.formula);
  const formulas = countedOf(conditions).filter(({ condition }) => condition !== NEVER);
  return conditions.includes(undefined) || formulas.length > cells.length * MOST_SEARCHED ? {} : { formulas };
}

/** Only the app knows CP932, and formulas are hardly ever changed in large files. */
const needsCells = (layout: FileLayout): boolean =>
  layout.composed !== undefined ||
  isCp932(layout) ||
  (layout.neutralize === true && FORMAT_TRAITS[layout.format].isForSpreadsheets);
