// One view where its columns are: what it holds, which of its rows pass in which order, and the answers. It runs in
// the thread of views, or in the main process for what is small; columns that a question needs are put in before.

import type { Arranged, FilterProblem, RowArrangement } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { CodedColumn } from './coded-column.ts';
import { countingSort } from './counting-sort.ts';
import { FINISH_COLUMNS, groupsOf } from './groups.ts';
import type { Pace } from './yielder.ts';
import { isBlankIn, profileOf, statisticsOf, valueList } from './profile.ts';
import type { Answers, QuestionName, Questions } from './queries.ts';
import {
  addPassing,
  containsTest,
  decide,
  isSearch,
  keepPassing,
  rowsKept,
  testOf,
  type Decided,
} from './row-filter.ts';

/** What was decided of an arrangement: kept, since the values of one column pass the filters of the others. */
interface Standing {
  /** Which arrangement it is of. */
  readonly key: string;
  readonly filters: readonly Decided[];
  readonly quick: readonly Decided[] | undefined;
  /** In their order. */
  readonly rows: Uint32Array;
  readonly problems: readonly FilterProblem[];
}

type Answering = {
  readonly [name in QuestionName]: (question: Questions[name], pace: Pace) => Promise<Answers[name]>;
};

export class HeldView {
  readonly #records: number;
  readonly #definitions: ReadonlyMap<string, Column>;
  readonly #columns = new Map<string, CodedColumn>();
  #standing: Standing;
  /** One more that is ready to stand: what may be wanted next, or what stood before. */
  #beside: Standing | undefined;

  constructor(records: number, definitions: readonly Column[]) {
    this.#records = records;
    this.#definitions = new Map(definitions.map((column) => [column.name, column]));
    const rows = inOrder(records);
    this.#standing = {
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
  async ask<Name extends QuestionName>(
    name: Name,
    question: Questions[Name],
    pace: Pace,
  ): Promise<Answers[Name]> {
    pace.check();
    return this.#answering[name](question, pace);
  }

  readonly #answering: Answering = {
    arrange: async ({ arrangement }, pace) => {
      const next = await this.#arrange(arrangement, pace);
      if (next !== this.#standing) this.#beside = this.#standing;
      this.#standing = next;
      return this.#told(next);
    },
    preview: async ({ arrangement }, pace) => {
      const next = await this.#arrange(arrangement, pace);
      if (next !== this.#standing) this.#beside = next;
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
    values: async (question, pace) => {
      const column = this.#columns.get(question.column);
      if (!column) return { values: [], distinct: 0, more: false };
      return valueList(column, await this.#otherRows(question.column, pace), question, pace);
    },
    profile: async ({ column: name, others }, pace) => {
      const column = this.#columns.get(name);
      if (!column) return { records: this.#standing.rows.length, filled: 0, distinct: 0, top: [] };
      return profileOf(column, others ? await this.#otherRows(name, pace) : this.#standing.rows);
    },
    groups: (question, pace) => {
      const [finish, trouble] = FINISH_COLUMNS.map((name) => this.#columns.get(name));
      const columns = {
        by: this.#known(question.by),
        measures: this.#known(question.measures ?? []),
        finish,
        trouble,
      };
      return groupsOf(columns, this.#standing.rows, question, pace);
    },
    statistics: ({ columns, from, to }) =>
      Promise.resolve(
        statisticsOf(this.#known(columns), this.#standing.rows.subarray(from, Math.max(from, to))),
      ),
    blank: ({ columns }) => {
      const blank = this.#known(columns).filter((column) => isBlankIn(column, this.#standing.rows));
      return Promise.resolve(blank.map((column) => column.definition.name));
    },
  };

  #known(names: readonly string[]): CodedColumn[] {
    return names.flatMap((name) => this.#columns.get(name) ?? []);
  }

  #find(key: string): Standing | undefined {
    return [this.#standing, this.#beside].find((each) => each?.key === key);
  }

  #told({ rows, problems }: Standing): Arranged {
    return { rows: rows.length, total: this.#records, problems: [...problems] };
  }

  /** Errors: CANCELLED where another arrangement was previewed since. */
  #rowsOf(of: RowArrangement | undefined): Uint32Array {
    const standing = of === undefined ? this.#standing : this.#find(keyOf(of));
    if (standing === undefined) throw new RailbirdError('CANCELLED');
    return standing.rows;
  }

  async #arrange(arrangement: RowArrangement, pace: Pace): Promise<Standing> {
    const key = keyOf(arrangement);
    const ready = this.#find(key);
    if (ready) return ready;
    const { sort, filters, quick } = arrangement;
    const problems: FilterProblem[] = [];
    const decided: Decided[] = [];
    for (const filter of filters) {
      const column = this.#columns.get(filter.column);
      const test = column && testOf(filter, column.definition);
      if (!column || test === undefined) continue;
      if (typeof test === 'function') decided.push(await decide(column, test, pace));
      else problems.push(test);
    }
    const searched = isSearch(quick) ? await this.#search(quick.text, quick.columns, pace) : undefined;
    let rows = await this.#passing(decided, searched, pace);
    // The least of the keys first: each pass keeps what the passes before it made.
    for (const { column: name, direction } of sort.toReversed()) {
      const column = this.#columns.get(name);
      if (!column) continue;
      if (pace.isDue) await pace.rest();
      rows = countingSort(rows, column, direction === 'descending');
    }
    pace.check();
    return { key, filters: decided, quick: searched, rows, problems };
  }

  async #search(text: string, names: readonly string[], pace: Pace): Promise<Decided[]> {
    const decided: Decided[] = [];
    for (const column of this.#known(names)) {
      decided.push(await decide(column, containsTest(column.definition, text), pace));
    }
    return decided;
  }

  /** Ascending. */
  async #passing(
    filters: readonly Decided[],
    quick: readonly Decided[] | undefined,
    pace: Pace,
  ): Promise<Uint32Array> {
    if (filters.length === 0 && !quick) return inOrder(this.#records);
    const keep = new Uint8Array(this.#records).fill(1);
    if (quick) {
      keep.fill(0);
      for (const { column: name, passes } of quick) {
        const column = this.#columns.get(name);
        if (column) addPassing(keep, column, passes);
        if (pace.isDue) await pace.rest();
      }
    }
    for (const { column: name, passes } of filters) {
      const column = this.#columns.get(name);
      if (column) keepPassing(keep, column, passes);
      if (pace.isDue) await pace.rest();
    }
    return rowsKept(keep);
  }

  /** The rows that pass the filters of every other column. */
  async #otherRows(column: string, pace: Pace): Promise<Uint32Array> {
    const { filters, quick, rows } = this.#standing;
    const others = filters.filter((filter) => filter.column !== column);
    return others.length === filters.length ? rows : this.#passing(others, quick, pace);
  }

  #place(names: readonly string[], cells: readonly (string | null)[]): number | undefined {
    const keys = names.flatMap((name, index) => {
      const column = this.#columns.get(name);
      return column ? [{ codes: column.codes, code: column.codeOf(cells[index] ?? null) }] : [];
    });
    const row = this.#standing.rows.findIndex((place) =>
      keys.every(({ codes, code }) => codes[place] === code),
    );
    return row < 0 ? undefined : row;
  }
}

const keyOf = ({ sort, filters, quick }: RowArrangement): string => JSON.stringify([sort, filters, quick]);

function inOrder(records: number): Uint32Array {
  const rows = new Uint32Array(records);
  for (let row = 0; row < records; row += 1) rows[row] = row;
  return rows;
}
