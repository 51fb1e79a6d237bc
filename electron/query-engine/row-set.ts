// A view over rows: an arrangement of them, and what is asked of them. A newer question of the same kind ends the
// older one.

import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { LoadedColumns, ColumnStore, RowRange } from './column-store.ts';
import { neededFor } from './needed-columns.ts';
import type { QueryResults, QueryName, QueryInputs } from './queries.ts';

/** Most columns that decide an order. */
export const MOST_SORT_COLUMNS = 4;

/** Of an arrangement that the rows are not in: how many would pass, and cells of them. */
export type RowQueryPreview = RowQueryResult & { readonly cells: (string | null)[][] };

const AS_ANSWERED: RowQuery = { sort: [], filters: [] };

export class RowSet {
  readonly records: number;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #store: ColumnStore;
  /** Ends the newest question of each kind. */
  readonly #newest = new Map<string, AbortController>();
  #query = AS_ANSWERED;
  #rows: number;
  #uses = 0;
  #released = false;

  constructor(records: number, columns: readonly Column[], store: ColumnStore) {
    this.records = records;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#store = store;
    this.#rows = records;
  }

  get query(): RowQuery {
    return this.#query;
  }

  /** How many rows pass. */
  get rows(): number {
    return this.#rows;
  }

  loaded(): LoadedColumns {
    return this.#store.loaded();
  }

  /** Columns without a value in any row, whichever pass. */
  blankEverywhere(names: readonly string[]): Promise<readonly string[]> {
    return this.#store.blankEverywhere(names);
  }

  /** Blanks last in either direction; ties keep the order of the answer. Unknown columns decide nothing. */
  async arrange(query: RowQuery, signal?: AbortSignal): Promise<RowQueryResult> {
    const result = await this.ask('arrange', { query }, signal);
    this.#query = isPlain(query) ? AS_ANSWERED : query;
    this.#rows = result.rows;
    return result;
  }

  /**
   * What an arrangement would come to that may be wanted next, and the cells of a window of it; the rows stay as they
   * are. Arranged so, they are ready. Errors: CANCELLED by a newer preview.
   */
  async preview(
    query: RowQuery,
    { columns, from, count }: { columns: readonly string[]; from: number; count: number },
    signal?: AbortSignal,
  ): Promise<RowQueryPreview> {
    const { until, over } = this.#newestOf('preview', signal);
    try {
      const result = await this.ask('preview', { query }, until);
      const window = { from, count, result: !isPlain(query), of: query };
      const cells = await this.#cells(columns, window, until);
      if (until.aborted) throw new RailbirdError('CANCELLED');
      return { ...result, cells };
    } finally {
      over();
    }
  }

  /** Columns that the next arrangement may look at. */
  prepare(names: readonly string[]): void {
    this.#store.prepare(names);
  }

  /** `cells[c][r]`: column c of `names`, row `from + r` of the arranged rows. Unknown columns are all null. */
  cells(
    names: readonly string[],
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<(string | null)[][]> {
    return this.#cells(names, { from, count, result: this.#query !== AS_ANSWERED }, signal);
  }

  async #cells(
    names: readonly string[],
    window: RowRange,
    signal: AbortSignal | undefined,
  ): Promise<(string | null)[][]> {
    const { from, count, of } = window;
    const known = names.filter((name) => this.#columns.has(name));
    const missing = new Set(this.#store.missing(known, window));
    if (missing.size === 0) return this.ask('cells', { columns: names, from, count, of }, signal);
    const rest = names.filter((name) => !missing.has(name));
    const left = this.#use();
    const [apart, here] = await Promise.all([
      this.#store.readMissingCells([...missing], window, signal),
      rest.length > 0 ? this.ask('cells', { columns: rest, from, count, of }, signal) : [],
    ]).finally(left);
    const byName = new Map([
      ...[...missing].map((name, index) => [name, apart[index] ?? []] as const),
      ...rest.map((name, index) => [name, here[index] ?? []] as const),
    ]);
    return names.map((name) => byName.get(name) ?? []);
  }

  /** Errors: CANCELLED by `signal` or a newer question; RESULT_CLOSED; those of reading. */
  async ask<Name extends QueryName>(
    name: Name,
    question: QueryInputs[Name],
    signal?: AbortSignal,
  ): Promise<QueryResults[Name]> {
    const { until, over } = this.#newestOf(kindOf(name, question), signal);
    const left = this.#use();
    try {
      return await this.#askLoaded(name, question, until);
    } finally {
      left();
      over();
    }
  }

  /** Ends an older question of the kind. `until` is aborted by `signal` or by a newer one, before it is `over`. */
  #newestOf(
    kind: string | undefined,
    signal: AbortSignal | undefined,
  ): { until: AbortSignal; over: () => void } {
    const ends = new AbortController();
    const until = signal ? AbortSignal.any([signal, ends.signal]) : ends.signal;
    if (kind === undefined) return { until, over: () => undefined };
    this.#newest.get(kind)?.abort();
    this.#newest.set(kind, ends);
    const over = () => {
      if (this.#newest.get(kind) === ends) this.#newest.delete(kind);
    };
    return { until, over };
  }

  async #askLoaded<Name extends QueryName>(
    name: Name,
    question: QueryInputs[Name],
    until: AbortSignal,
  ): Promise<QueryResults[Name]> {
    const done = await this.#store.load(this.#needed(name, question));
    try {
      if (until.aborted) throw new RailbirdError('CANCELLED');
      return await this.#store.ask(name, question, until);
    } finally {
      done();
    }
  }

  /** Lets everything go, once what is being answered was answered. */
  release(): void {
    for (const ends of this.#newest.values()) ends.abort();
    this.#released = true;
    if (this.#uses === 0) this.#store.release();
  }

  #use(): () => void {
    this.#uses += 1;
    return () => {
      this.#uses -= 1;
      if (this.#released && this.#uses === 0) this.#store.release();
    };
  }

  #needed<Name extends QueryName>(name: Name, question: QueryInputs[Name]): string[] {
    const needed = neededFor(name, question);
    // Values pass the filters of the other columns.
    if (name !== 'values' && name !== 'profile') return needed;
    return [...needed, ...neededFor('arrange', { query: { ...this.#query, sort: [] } })];
  }
}

const isPlain = ({ sort, filters, quick }: RowQuery): boolean =>
  sort.length === 0 && filters.length === 0 && quick === undefined;

/** Questions of one kind of which only the newest counts; windows are asked for side by side. */
function kindOf<Name extends QueryName>(name: Name, question: QueryInputs[Name]): string | undefined {
  if (name === 'arrange' || name === 'statistics') return name;
  if (name !== 'values' && name !== 'profile') return undefined;
  return `${name} ${'column' in question ? question.column : ''} ${'others' in question}`;
}
