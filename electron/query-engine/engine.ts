// One view where its columns are: what it holds, which of its rows pass in which order, and the answers. It runs in
// the thread of views, or in the main process for what is small; columns that a question needs are put in before.

import type { RowQueryResult, FilterProblem, RowQuery } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { CodedColumn } from './coded-column.ts';
import { countingSort } from './counting-sort.ts';
import { FINISH_COLUMNS, groupsOf } from './groups.ts';
import type { Yielder } from './yielder.ts';
import { isBlankIn, profileOf, statisticsOf, valueList } from './profile.ts';
import type { QueryResults, QueryName, QueryInputs } from './queries.ts';
import {
  addPassing,
  containsTest,
  decide,
  isSearch,
  keepPassing,
  rowsKept,
  testOf,
  type RowMask,
} from './row-filter.ts';

/** What was decided of an arrangement: kept, since the values of one column pass the filters of the others. */
interface SortedRows {
  /** Which arrangement it is of. */
  readonly key: string;
  readonly filters: readonly RowMask[];
  readonly quick: readonly RowMask[] | undefined;
  /** In their order. */
  readonly rows: Uint32Array;
  readonly problems: readonly FilterProblem[];
}

type Answering = {
  readonly [name in QueryName]: (
    question: QueryInputs[name],
    yielder: Yielder,
  ) => Promise<QueryResults[name]>;
};

export class Engine {
  readonly #records: number;
  readonly #definitions: ReadonlyMap<string, Column>;
  readonly #columns = new Map<string, CodedColumn>();
  #sorted: SortedRows;
  /** One more that is ready to stand: what may be wanted next, or what stood before. */
  #sortCache: SortedRows | undefined;

  constructor(records: number, definitions: readonly Column[]) {
    this.#records = records;
    this.#definitions = new Map(definitions.map((column) => [column.name, column]));
    const rows = inOrder(records);
    this.#sorted = {
      key: keyOf({ sort: [], filters: [] }),
      filters: [],
      quick: undefined,
      rows,
      problems: [],
    };
  }

  definition(name: string): Column | undefined {
    return this.#definitions.get(name);
  }

  put(column: CodedColumn): void {
    this.#columns.set(column.definition.name, column);
  }

  drop(name: string): void {
    this.#columns.delete(name);
  }

  /** Columns that are needed must have been put in. Errors: CANCELLED. */
  async ask<Name extends QueryName>(
    name: Name,
    question: QueryInputs[Name],
    yielder: Yielder,
  ): Promise<QueryResults[Name]> {
    yielder.check();
    return this.#answering[name](question, yielder);
  }

  readonly #answering: Answering = {
    arrange: async ({ query }, yielder) => {
      const next = await this.#applyQuery(query, yielder);
      if (next !== this.#sorted) this.#sortCache = this.#sorted;
      this.#sorted = next;
      return this.#told(next);
    },
    preview: async ({ query }, yielder) => {
      const next = await this.#applyQuery(query, yielder);
      if (next !== this.#sorted) this.#sortCache = next;
      return this.#told(next);
    },
    cells: async ({ columns, from, count, of }) => {
      const rows = this.#rowsOf(of).subarray(from, from + count);
      return columns.map((name) => {
        const column = this.#columns.get(name);
        return Array.from(rows, (row) => column?.at(row) ?? null);
      });
    },
    places: async ({ from, count, of }) => this.#rowsOf(of).slice(from, from + count),
    find: ({ columns, cells }) => Promise.resolve(this.#place(columns, cells)),
    values: async (question, yielder) => {
      const column = this.#columns.get(question.column);
      if (!column) return { values: [], distinct: 0, more: false };
      return valueList(column, await this.#otherRows(question.column, yielder), question, yielder);
    },
    profile: async ({ column: name, others }, yielder) => {
      const column = this.#columns.get(name);
      if (!column) return { records: this.#sorted.rows.length, filled: 0, distinct: 0, top: [] };
      return profileOf(column, others ? await this.#otherRows(name, yielder) : this.#sorted.rows);
    },
    groups: (question, yielder) => {
      const [finish, trouble] = FINISH_COLUMNS.map((name) => this.#columns.get(name));
      const columns = {
        by: this.#known(question.by),
        measures: this.#known(question.measures ?? []),
        finish,
        trouble,
      };
      return groupsOf(columns, this.#sorted.rows, question, yielder);
    },
    statistics: ({ columns, from, to }) =>
      Promise.resolve(
        statisticsOf(this.#known(columns), this.#sorted.rows.subarray(from, Math.max(from, to))),
      ),
    blank: ({ columns }) => {
      const blank = this.#known(columns).filter((column) => isBlankIn(column, this.#sorted.rows));
      return Promise.resolve(blank.map((column) => column.definition.name));
    },
  };

  #known(names: readonly string[]): CodedColumn[] {
    return names.flatMap((name) => this.#columns.get(name) ?? []);
  }

  #find(key: string): SortedRows | undefined {
    return [this.#sorted, this.#sortCache].find((each) => each?.key === key);
  }

  #told({ rows, problems }: SortedRows): RowQueryResult {
    return { rows: rows.length, total: this.#records, problems: [...problems] };
  }

  /** Errors: CANCELLED where another arrangement was previewed since. */
  #rowsOf(of: RowQuery | undefined): Uint32Array {
    const standing = of === undefined ? this.#sorted : this.#find(keyOf(of));
    if (standing === undefined) throw new RailbirdError('CANCELLED');
    return standing.rows;
  }

  async #applyQuery(query: RowQuery, yielder: Yielder): Promise<SortedRows> {
    const key = keyOf(query);
    const ready = this.#find(key);
    if (ready) return ready;
    const { sort, filters, quick } = query;
    const problems: FilterProblem[] = [];
    const decided: RowMask[] = [];
    for (const filter of filters) {
      const column = this.#columns.get(filter.column);
      const test = column && testOf(filter, column.definition);
      if (!column || test === undefined) continue;
      if (typeof test === 'function') decided.push(await decide(column, test, yielder));
      else problems.push(test);
    }
    const searched = isSearch(quick) ? await this.#search(quick.text, quick.columns, yielder) : undefined;
    let rows = await this.#passing(decided, searched, yielder);
    // The least of the keys first: each pass keeps what the passes before it made.
    for (const { column: name, direction } of sort.toReversed()) {
      const column = this.#columns.get(name);
      if (!column) continue;
      if (yielder.isDue) await yielder.rest();
      rows = countingSort(rows, column, direction === 'descending');
    }
    yielder.check();
    return { key, filters: decided, quick: searched, rows, problems };
  }

  async #search(text: string, names: readonly string[], yielder: Yielder): Promise<RowMask[]> {
    const decided: RowMask[] = [];
    for (const column of this.#known(names)) {
      decided.push(await decide(column, containsTest(column.definition, text), yielder));
    }
    return decided;
  }

  /** Ascending. */
  async #passing(
    filters: readonly RowMask[],
    quick: readonly RowMask[] | undefined,
    yielder: Yielder,
  ): Promise<Uint32Array> {
    if (filters.length === 0 && !quick) return inOrder(this.#records);
    const keep = new Uint8Array(this.#records).fill(1);
    if (quick) {
      keep.fill(0);
      for (const { column: name, passes } of quick) {
        const column = this.#columns.get(name);
        if (column) addPassing(keep, column, passes);
        if (yielder.isDue) await yielder.rest();
      }
    }
    for (const { column: name, passes } of filters) {
      const column = this.#columns.get(name);
      if (column) keepPassing(keep, column, passes);
      if (yielder.isDue) await yielder.rest();
    }
    return rowsKept(keep);
  }

  /** The rows that pass the filters of every other column. */
  async #otherRows(column: string, yielder: Yielder): Promise<Uint32Array> {
    const { filters, quick, rows } = this.#sorted;
    const others = filters.filter((filter) => filter.column !== column);
    return others.length === filters.length ? rows : this.#passing(others, quick, yielder);
  }

  #place(names: readonly string[], cells: readonly (string | null)[]): number | undefined {
    const keys = names.flatMap((name, index) => {
      const column = this.#columns.get(name);
      return column ? [{ codes: column.codes, code: column.codeOf(cells[index] ?? null) }] : [];
    });
    const row = this.#sorted.rows.findIndex((place) =>
      keys.every(({ codes, code }) => codes[place] === code),
    );
    return row < 0 ? undefined : row;
  }
}

const keyOf = ({ sort, filters, quick }: RowQuery): string => JSON.stringify([sort, filters, quick]);

function inOrder(records: number): Uint32Array {
  const rows = new Uint32Array(records);
  for (let row = 0; row < records; row += 1) rows[row] = row;
  return rows;
}
