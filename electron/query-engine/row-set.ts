// The records of a result as rows that can be filtered, sorted, read in ranges and summarized. Row queries, value
// lists, profiles and statistics cancel the previous one of their kind.

import type { RowQuery, RowQueryResult } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { ColumnStore, CopiedCounts, CopiedRange, LoadedColumns, TextEnds } from './column-store.ts';
import { columnsRead, type QueryInputs, type QueryName, type QueryResults } from './queries.ts';

/** The most columns that a sort may have. */
export const MOST_SORT_COLUMNS = 4;

/** The records in the order of the answer, not filtered. */
const UNARRANGED: RowQuery = { sort: [], filters: [] };

export class RowSet {
  readonly records: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #store: ColumnStore;
  /** Cancels the newest query of each kind. */
  readonly #newest = new Map<string, AbortController>();
  #rowQuery = UNARRANGED;
  #rows: number;
  #uses = 0;
  #isReleased = false;

  constructor(records: number, columns: readonly Column[], store: ColumnStore) {
    this.records = records;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#store = store;
    this.#rows = records;
  }

  /** The current filters, search and sort. */
  get rowQuery(): RowQuery {
    return this.#rowQuery;
  }

  /** How many rows pass the filters. */
  get rows(): number {
    return this.#rows;
  }

  loaded(): LoadedColumns {
    return this.#store.loaded();
  }

  /** Columns without a value in any record, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]> {
    return this.#store.blankEverywhere(names);
  }

  /**
   * Filters and sorts the rows: blanks last in either direction, ties in the order of the answer. A filter of an unknown
   * column is a problem; a sort or search by one is ignored.
   */
  async arrange(rowQuery: RowQuery, signal?: AbortSignal): Promise<RowQueryResult> {
    const result = await this.query('arrange', { query: rowQuery }, signal);
    this.#rowQuery = isPlain(rowQuery) ? UNARRANGED : rowQuery;
    this.#rows = result.rows;
    return result;
  }

  /** `cells[c][r]`: column c of `names`, row `from + r`. Unknown columns are all null. */
  async cells(
    names: readonly string[],
    from: number,
    count: number,
    signal: AbortSignal = NEVER,
  ): Promise<(string | null)[][]> {
    const known = names.filter((name) => this.#columns.has(name));
    const range = { from, count, isArranged: this.#rowQuery !== UNARRANGED };
    const cells = await this.#using(() => this.#store.cells(known, range, signal));
    if (known.length === names.length) return cells;
    const byName = new Map(known.map((name, index) => [name, cells[index]]));
    const blank = new Array<null>(Math.max(0, Math.min(count, this.#rows - from))).fill(null);
    return names.map((name) => byName.get(name) ?? blank);
  }

  /** Has the archive write rows, as ColumnStore.copy does; undefined if they are not there. Unknown columns are null. */
  copy(
    names: readonly string[],
    { from, count, ...file }: CopiedRange,
    signal: AbortSignal = NEVER,
  ): Promise<CopiedCounts> | undefined {
    const copied = this.#store.copy?.bind(this.#store);
    if (!copied) return undefined;
    const known = names.map((name) => (this.#columns.has(name) ? name : undefined));
    const range = { from, count, isArranged: this.#rowQuery !== UNARRANGED };
    return this.#using(() => copied(known, range, file, signal));
  }

  /** Writes several files of rows at a time, as ColumnStore.copying does. */
  async copying<T>(use: (atOnce: number) => Promise<T>): Promise<T> {
    const copying = this.#store.copying?.bind(this.#store);
    return this.#using(() => (copying ? copying(use) : use(1)));
  }

  /** The distinct values of some columns, as ColumnStore.distinct has them; undefined also if the rows are not there. */
  async distinct(names: readonly string[], most: number): Promise<readonly string[] | undefined> {
    const distinct = this.#store.distinct?.bind(this.#store);
    return distinct && this.#using(() => distinct(names, most));
  }

  /** The ends of the texts of some columns, as ColumnStore.ends has them; undefined if the rows are not there. */
  async ends(names: readonly string[]): Promise<readonly TextEnds[] | undefined> {
    const ends = this.#store.ends?.bind(this.#store);
    return ends && this.#using(() => ends(names));
  }

  /** Errors: CANCELLED by `signal` or by a newer query of its kind; RESULT_CLOSED; those of reading. */
  async query<Name extends QueryName>(
    name: Name,
    input: QueryInputs[Name],
    signal?: AbortSignal,
  ): Promise<QueryResults[Name]> {
    const newest = this.#newestOf(kindOf(name, input), signal);
    const columns = columnsRead(name, input, this.#rowQuery, this.#columns);
    try {
      return await this.#using(() => this.#store.query(columns, name, input, newest.signal));
    } finally {
      newest.over();
    }
  }

  /** Cancels the newest queries, and frees everything once no query runs. */
  release(): void {
    for (const rowQuery of this.#newest.values()) rowQuery.abort();
    this.#isReleased = true;
    if (this.#uses === 0) this.#store.release();
  }

  /**
   * Cancels an older query of the kind. The returned `signal` is aborted by the caller's signal, or by a newer query
   * before `over` is called.
   */
  #newestOf(
    kind: string | undefined,
    signal: AbortSignal | undefined,
  ): { signal: AbortSignal; over: () => void } {
    const controller = new AbortController();
    const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    if (kind === undefined) return { signal: either, over: () => undefined };
    this.#newest.get(kind)?.abort();
    this.#newest.set(kind, controller);
    const over = () => {
      if (this.#newest.get(kind) === controller) this.#newest.delete(kind);
    };
    return { signal: either, over };
  }

  /** Keeps the store until the use has ended. Errors: RESULT_CLOSED if the store was released. */
  async #using<T>(use: () => Promise<T>): Promise<T> {
    if (this.#isReleased && this.#uses === 0) throw new RailbirdError('RESULT_CLOSED');
    this.#uses += 1;
    try {
      return await use();
    } finally {
      this.#uses -= 1;
      if (this.#isReleased && this.#uses === 0) this.#store.release();
    }
  }
}

const NEVER = new AbortController().signal;

const isPlain = ({ sort, filters, quick }: RowQuery): boolean =>
  sort.length === 0 && filters.length === 0 && quick === undefined;

/** Queries of the same kind, of which only the newest counts; undefined for queries that run side by side. */
function kindOf<Name extends QueryName>(name: Name, input: QueryInputs[Name]): string | undefined {
  if (name === 'arrange' || name === 'statistics') return name;
  if (name !== 'values' && name !== 'profile') return undefined;
  return `${name} ${'column' in input ? input.column : ''} ${'others' in input}`;
}
