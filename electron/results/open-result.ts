// One open result: its summary, and the row set that sorts and filters its rows.

import type { RowQueryResult, RowQuery } from '#shared/bridge/row-query.ts';
import type { LoadedInMemory, Renewed, Summary } from '#shared/bridge/results.ts';
import type { ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { SqlField } from '#shared/catalogue/sql-column.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Archive } from '../archive/archive.ts';
import { overlap, type Change, type Changes } from '../archive/changes.ts';
import type { CopiedCounts, CopiedRange, TextEnds } from '../query-engine/column-store.ts';
import type { ColumnReader } from '../query-engine/worker-column-store.ts';
import type { QueryResults, QueryInputs } from '../query-engine/queries.ts';
import { emptyColumns } from '../query-engine/empty-columns.ts';
import type { RowSet } from '../query-engine/row-set.ts';
import type { RowsSource, QueryEngine } from '../query-engine/query-engine.ts';
import { Latest } from '../latest-value.ts';
import type { Anchor, Arranged, ResultCopy, Analysis } from './result.ts';

/** What was read from the archive, and when: `changes` reports later writes. */
export interface Origin {
  readonly reads: readonly Change[];
  /** What only names of races are read from: it does not make the result an older one, but its rows are found by them. */
  readonly beside?: readonly Change[];
  readonly changes: Changes;
  readonly asOf: number;
}

/** The contents of a source of any kind: its rows, and the report on them. */
export interface Contents {
  readonly columns: readonly Column[];
  /** Columns that the others are shown with, found and sorted by, but that are not the result's own: names of races. */
  readonly beside?: readonly Column[];
  /** Names of `columns` that the catalogue does not know. */
  readonly unknown: ReadonlySet<string>;
  /** Of a SQL query: what `columns` were made of, in the same order. */
  readonly sqlFields?: readonly SqlField[];
  readonly records: number;
  readonly rows: RowsSource;
  readonly origin: Origin;
  /** Releases what the rows are read from, if no row set was opened over them; a row set does so itself. */
  readonly release: () => void;
  readonly account: Omit<Summary, 'resultId' | 'records' | 'columns' | 'complete'>;
}

export class OpenResult implements ResultCopy {
  readonly source: ResultSource;
  readonly #resultId: string;
  readonly #engine: QueryEngine;
  #contents: Contents;
  #rows: SharedRows;
  #rowSet: RowSet;
  #rowOrder = 0;
  #writes = 0;
  /** Writes to what `beside` is read from. */
  #writesBeside = 0;
  /** On how many screens it is. */
  #screens = 0;
  #stopListening: () => void;
  #isReleased = false;
  /** Lets the archive stop holding the rows of a copy. */
  #stopUsing: (() => void) | undefined;
  /** One renewal after another. */
  #renewing: Promise<unknown> = Promise.resolve();
  readonly #changes = new Latest({ writes: 0 });

  constructor(resultId: string, source: ResultSource, contents: Contents, views: QueryEngine) {
    this.source = source;
    this.#resultId = resultId;
    this.#contents = contents;
    this.#engine = views;
    this.#rows = new SharedRows(contents.rows);
    this.#rowSet = views.open(readColumns(contents), this.#rows.lend());
    this.#stopListening = this.#listen();
  }

  get columns(): readonly Column[] {
    return this.#contents.columns;
  }

  get summary(): Summary {
    const { columns, unknown, sqlFields = [], records, account } = this.#contents;
    return {
      resultId: this.#resultId,
      records,
      columns: columns.map(({ name }, at) => ({
        name,
        known: !unknown.has(name),
        ...sqlOf(sqlFields[at]),
      })),
      complete: account.reasons.length === 0,
      ...account,
    };
  }

  get rows(): number {
    return this.#rowSet.rows;
  }

  /** How many cells are in memory as long as it is open; those of a large result can be read again. */
  get cellsInMemory(): number {
    const { rows, records } = this.#contents;
    return rows.size === 'small' ? records * readColumns(this.#contents).length : 0;
  }

  /** Whether the archive can no longer read its rows as they stood. */
  get isLost(): boolean {
    return this.#reader?.isLost() === true;
  }

  /**
   * Whether the archive has stopped holding its rows while nobody wanted them. They can be read again, and are the same
   * unless they were written since.
   */
  get isAsleep(): boolean {
    return this.#reader?.isOver() === true;
  }

  get hasChanged(): boolean {
    return this.#writes + this.#writesBeside > 0;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Whether it was read from this archive: after a switch of services the same source is that of another. */
  isOf({ changes }: Pick<Archive, 'changes'>): boolean {
    return changes === this.#contents.origin.changes;
  }

  /** Its rows are wanted, so the archive holds them for a while longer. */
  wanted(): void {
    this.#reader?.wanted();
  }

  get #reader(): ColumnReader | undefined {
    const { rows } = this.#contents;
    return rows.size === 'large' ? rows.reader : undefined;
  }

  get rowQuery(): RowQuery {
    return this.#rowSet.rowQuery;
  }

  get rowOrder(): number {
    return this.#rowOrder;
  }

  async arrange(rowQuery: RowQuery, signal?: AbortSignal): Promise<Arranged> {
    // Before it runs: what is read meanwhile may be in either order.
    this.#rowOrder += 1;
    const rowOrder = this.#rowOrder;
    return { ...(await this.#rowSet.arrange(rowQuery, signal)), rowOrder };
  }

  cells(
    columns: readonly string[],
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<(string | null)[][]> {
    return this.#rowSet.cells(columns, from, count, signal);
  }

  copyRows(
    columns: readonly string[],
    rows: CopiedRange,
    signal?: AbortSignal,
  ): Promise<CopiedCounts> | undefined {
    return this.#rowSet.copy(columns, rows, signal);
  }

  copying<T>(use: (atOnce: number) => Promise<T>): Promise<T> {
    return this.#rowSet.copying(use);
  }

  distinctValues(columns: readonly string[], most: number): Promise<readonly string[] | undefined> {
    return this.#rowSet.distinct(columns, most);
  }

  textEnds(columns: readonly string[]): Promise<readonly TextEnds[] | undefined> {
    return this.#rowSet.ends(columns);
  }

  query<Name extends Analysis>(
    name: Name,
    question: QueryInputs[Name],
    signal?: AbortSignal,
  ): Promise<QueryResults[Name]> {
    return this.#rowSet.query(name, question, signal);
  }

  emptyColumns(signal?: AbortSignal): Promise<string[]> {
    return emptyColumns(
      this.#rowSet,
      this.columns.map(({ name }) => name),
      signal,
    );
  }

  /** To be read as long as the result is on a screen. Errors: RESULT_CLOSED if it is closed while the app goes on. */
  async *changed(signal?: AbortSignal): AsyncGenerator<{ writes: number }, void, void> {
    this.#screens += 1;
    this.#reader?.shown(1);
    try {
      yield* this.#changes.values(signal);
    } finally {
      this.#screens -= 1;
      this.#reader?.shown(-1);
    }
  }

  /**
   * Replaces the contents with newer ones of the same source, under the same row query; `anchor` is a row of the old ones.
   * Takes the contents over. Errors: RESULT_CLOSED if it was released meanwhile, those of reading, after which the result
   * is unchanged.
   */
  renew(contents: Contents, anchor: Anchor | undefined): Promise<Renewed> {
    return this.#inTurn(() => this.#renew(contents, anchor, 'new'));
  }

  /** Like `renew`, with the very rows that the archive stopped holding: their places are the same as before. */
  async wake(contents: Contents): Promise<void> {
    await this.#inTurn(() => this.#renew(contents, undefined, 'kept'));
  }

  #inTurn(renew: () => Promise<Renewed>): Promise<Renewed> {
    const renewing = this.#renewing.then(renew);
    this.#renewing = renewing.catch(() => undefined);
    return renewing;
  }

  async #renew(contents: Contents, anchor: Anchor | undefined, places: 'new' | 'kept'): Promise<Renewed> {
    const before = this.#rowSet;
    const rows = new SharedRows(contents.rows);
    const view = this.#engine.open(readColumns(contents), rows.lend());
    const keys = keysOf(this.source, contents.columns);
    let kept: (string | null)[] | undefined;
    let arranged: RowQueryResult;
    try {
      // Which record stood there cannot be read any more once the rows were let go: the same place is shown then.
      if (anchor && !this.isAsleep)
        kept = (await before.cells(keys, anchor.row, 1)).map(([cell]) => cell ?? null);
      arranged = await view.arrange(this.rowQuery);
      if (this.#isReleased) throw new RailbirdError('RESULT_CLOSED');
    } catch (error) {
      view.release();
      throw error;
    }
    if (places === 'new') this.#rowOrder += 1;
    this.#reader?.shown(-this.#screens);
    this.#contents = contents;
    this.#reader?.shown(this.#screens);
    this.#rows = rows;
    this.#rowSet = view;
    this.#stopListening();
    this.#writes = 0;
    this.#writesBeside = 0;
    this.#changes.set({ writes: 0 });
    this.#stopListening = this.#listen();
    before.release();
    const row = anchor && kept && (await rowOf(view, keys, kept, anchor.row));
    return { summary: this.summary, arranged, ...(row === undefined ? {} : { row }) };
  }

  /** Counts the writes to records that this result shows. */
  #listen(): () => void {
    const { changes, asOf, reads, beside = [] } = this.#contents.origin;
    return changes.since(asOf, ({ table, filter }) => {
      const isIn = (read: readonly Change[]): boolean =>
        read.some((each) => each.table === table && overlap(each.filter, filter));
      if (isIn(beside)) this.#writesBeside += 1;
      if (!isIn(reads)) return;
      this.#writes += 1;
      this.#changes.set({ writes: this.#writes });
    });
  }

  copy(): OpenResult {
    const contents = { ...this.#contents, rows: this.#rows.lend() };
    const copy = new OpenResult(this.#resultId, this.source, contents, this.#engine);
    // A person may take minutes to choose a place for the file.
    const reader = copy.#reader;
    reader?.wanted(1);
    copy.#stopUsing = () => reader?.wanted(-1);
    return copy;
  }

  /** `error`: what its readers are told. */
  release(error?: RailbirdError): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#stopUsing?.();
    this.#stopListening();
    this.#changes.end(error === undefined ? {} : { error });
    this.#rowSet.release();
  }

  /** The memory that it uses. */
  stored(): LoadedInMemory['results'][number] {
    const { columns, bytes } = this.#rowSet.loaded();
    return { resultId: this.#resultId, records: this.#contents.records, columns: [...columns], bytes };
  }
}

const sqlOf = (field: SqlField | undefined) =>
  field === undefined ? {} : { sql: { type: field.type, ...(field.of ? { of: field.of } : {}) } };

const readColumns = ({ columns, beside = [] }: Contents): readonly Column[] => [...columns, ...beside];

/** Rows that several row sets read: they are closed with the last row set. */
class SharedRows {
  readonly #rows: RowsSource;
  #readers = 0;

  constructor(rows: RowsSource) {
    this.#rows = rows;
  }

  lend(): RowsSource {
    const rows = this.#rows;
    if (rows.size === 'small') return rows;
    this.#readers += 1;
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#readers -= 1;
      if (this.#readers === 0) rows.reader.close();
    };
    return { size: 'large', reader: { ...rows.reader, close } };
  }
}

/** The columns that identify a record. */
function keysOf(source: ResultSource, columns: readonly Column[]): string[] {
  const names = primaryKeyOf(source);
  return columns.map(({ name }) => name).filter((name) => names.includes(name));
}

/** Rows of a SQL query have no key: after a renewal the same place is shown. */
function primaryKeyOf(source: ResultSource): readonly string[] {
  if (source.kind === 'sql') return [];
  return source.kind === 'table' ? TABLES[source.table].primaryKey : SUBJECTS[source.subject].primaryKey;
}

/** The row with these keys, or the nearest one if it is gone; undefined if no row is left. */
async function rowOf(
  view: RowSet,
  keys: readonly string[],
  kept: readonly (string | null)[],
  before: number,
): Promise<number | undefined> {
  if (view.rows === 0) return undefined;
  if (keys.length === 0) return Math.min(before, view.rows - 1);
  return (await view.query('find', { columns: keys, cells: kept })) ?? Math.min(before, view.rows - 1);
}
