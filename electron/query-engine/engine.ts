// Filters, sorts and summarizes the records of one row set over its coded columns. It runs in the worker, or in the
// main process for a small result. The caller must `put` the columns that a query reads before it runs the query.

import type { FilterProblem, RowQuery } from '#shared/bridge/row-query.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { OF_THE_PAYOFF } from '#shared/catalogue/subjects/payoffs.ts';
import type { CodedColumn } from './coded-column.ts';
import { countingSort } from './counting-sort.ts';
import { columnBeside, valuesBeside } from './beside.ts';
import { groupsOf } from './groups.ts';
import { BET_COLUMNS, payoffFiguresOf, payoffsOfBet, PAYOFF_COLUMNS } from './payoff-figures.ts';
import { payoffRanksOf, RANK_COLUMNS } from './payoff-ranks.ts';
import { RACE_KEY, rankRecordsOf } from './rank-records.ts';
import { FINISH_COLUMNS, RETURN_COLUMNS } from './run-tallies.ts';
import { answerRule } from './rules/rule-query.ts';
import type { Yielder } from './yielder.ts';
import { isBlankIn, profileOf, statisticsOf, valueList } from './profile.ts';
import { sortKeys, type QueryResults, type QueryName, type QueryInputs } from './queries.ts';
import {
  addPassing,
  containsTest,
  decide,
  decidePairs,
  isSearch,
  keepPassing,
  rowsKept,
  testOf,
  type Decided,
  type RowMask,
  type Test,
} from './row-filter.ts';

/**
 * The rows of a row query. The masks are kept for value lists, whose rows pass the filters of the other columns only.
 */
interface SortedRows {
  /** Identifies the row query. */
  readonly key: string;
  readonly filters: readonly RowMask[];
  readonly quick: readonly RowMask[] | undefined;
  /** The records that pass, in sort order. */
  readonly rows: Uint32Array;
  readonly problems: readonly FilterProblem[];
}

type Answers = {
  readonly [name in QueryName]: (input: QueryInputs[name], yielder: Yielder) => Promise<QueryResults[name]>;
};

export class Engine {
  readonly #records: number;
  readonly #definitions: ReadonlyMap<string, Column>;
  readonly #columns = new Map<string, CodedColumn>();
  readonly #besides = new WeakMap<CodedColumn, { readonly beside: CodedColumn; readonly decided: Decided }>();
  #sorted: SortedRows;
  /** The rows of the previous row query: returning to it costs nothing. */
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

  /** Errors: CANCELLED. */
  async query<Name extends QueryName>(
    name: Name,
    input: QueryInputs[Name],
    yielder: Yielder,
  ): Promise<QueryResults[Name]> {
    yielder.check();
    return this.#answers[name](input, yielder);
  }

  readonly #answers: Answers = {
    arrange: async ({ query }, yielder) => {
      const next = await this.#applyQuery(query, yielder);
      if (next !== this.#sorted) this.#sortCache = this.#sorted;
      this.#sorted = next;
      const { rows, problems } = next;
      return { rows: rows.length, total: this.#records, problems: [...problems] };
    },
    cells: async ({ columns, from, count }) => {
      const records = this.#sorted.rows.slice(from, from + count);
      const cells = columns.map((name) => {
        const column = this.#columns.get(name);
        return column && Array.from(records, (record) => column.at(record));
      });
      return { cells, records };
    },
    find: ({ columns, cells }) => Promise.resolve(this.#place(columns, cells)),
    values: async (input, yielder) => {
      const column = this.#columns.get(input.column);
      if (!column) return { values: [], distinct: 0, more: false };
      return valueList(this.#decided(column), await this.#otherRows(input.column, yielder), input, yielder);
    },
    profile: async ({ column: name, others }, yielder) => {
      const column = this.#columns.get(name);
      if (!column) return { records: this.#sorted.rows.length, filled: 0, distinct: 0, top: [] };
      const rows = others ? await this.#otherRows(name, yielder) : this.#sorted.rows;
      return profileOf(this.#decided(column), rows, yielder);
    },
    groups: (input, yielder) => {
      const [finish, trouble] = FINISH_COLUMNS.map((name) => this.#columns.get(name));
      const [win, place] = RETURN_COLUMNS.map((name) => this.#columns.get(name));
      const columns = {
        by: this.#known(input.by).map((column) => this.#decided(column)),
        measures: this.#known(input.measures ?? []),
        finish,
        trouble,
        runner: this.#known(finish?.definition.perRunner ?? []),
        returned: win && place && ([win, place] as const),
      };
      return groupsOf(columns, this.#sorted.rows, input, yielder);
    },
    rankRecords: async ({ columns }, yielder) => {
      const [finish, trouble] = FINISH_COLUMNS.map((name) => this.#columns.get(name));
      const [win, place] = RETURN_COLUMNS.map((name) => this.#columns.get(name));
      const race = this.#known(RACE_KEY);
      if (!finish || !win || !place || race.length < RACE_KEY.length) return [];
      const read = { ranks: this.#known(columns), race, finish, trouble, returned: [win, place] as const };
      return rankRecordsOf(read, this.#sorted.rows, yielder);
    },
    rule: (input, yielder) =>
      answerRule(
        (name) => this.#columns.get(name),
        this.#sorted.rows,
        this.#sorted.filters,
        this.#records,
        input,
        yielder,
      ),
    statistics: ({ columns, from, to }) =>
      Promise.resolve(
        statisticsOf(this.#known(columns), this.#sorted.rows.subarray(from, Math.max(from, to))),
      ),
    payoffs: ({ above }, yielder) =>
      payoffFiguresOf(this.#required(PAYOFF_COLUMNS), this.#sorted.rows, above, yielder),
    payoffsOfBet: (input, yielder) =>
      payoffsOfBet(this.#required([...PAYOFF_COLUMNS, ...BET_COLUMNS]), this.#sorted.rows, input, yielder),
    payoffRanks: async ({ bet }, yielder) => {
      const columns = this.#required([...PAYOFF_COLUMNS, ...RANK_COLUMNS]);
      const { filters, quick } = this.#sorted;
      const ofRaces = filters.filter(({ column }) => !OF_THE_PAYOFF.includes(column));
      return {
        ...(await payoffRanksOf(columns, await this.#passing(ofRaces, undefined, yielder), bet, yielder)),
        // The bet is the question itself.
        withoutFilters: filters
          .map(({ column }) => column)
          .filter((name) => name !== 'bet' && OF_THE_PAYOFF.includes(name)),
        withoutSearch: quick !== undefined,
      };
    },
    blank: ({ columns }) => {
      const blank = this.#known(columns).filter((column) => isBlankIn(column, this.#sorted.rows));
      return Promise.resolve(blank.map((column) => column.definition.name));
    },
  };

  #known(names: readonly string[]): CodedColumn[] {
    return names.flatMap((name) => this.#columns.get(name) ?? []);
  }

  /** The columns by name. Errors: one that the row set lacks. */
  #required<Name extends string>(names: readonly Name[]): Readonly<Record<Name, CodedColumn>> {
    return Object.fromEntries(
      names.map((name) => {
        const column = this.#columns.get(name);
        if (column === undefined) throw new Error(`the rows have no ${name}`);
        return [name, column];
      }),
    ) as Record<Name, CodedColumn>;
  }

  /** A column as queries test and list its values: races have their names beside them, combinations their bets. */
  #decided(column: CodedColumn): Decided {
    const name = columnBeside(column.definition);
    const beside = name === undefined ? undefined : this.#columns.get(name);
    if (beside === undefined) return { column };
    // A race has one name; the same digits are paid by several bets.
    if (column.definition.kind !== 'race') return { column, pairedWith: beside };
    const known = this.#besides.get(column);
    if (known?.beside === beside) return known.decided;
    const decided = { column, besideOf: valuesBeside(column, beside) };
    this.#besides.set(column, { beside, decided });
    return decided;
  }

  async #applyQuery(query: RowQuery, yielder: Yielder): Promise<SortedRows> {
    const key = keyOf(query);
    const cached = [this.#sorted, this.#sortCache].find((each) => each?.key === key);
    if (cached) return cached;
    const { sort, filters, quick } = query;
    const problems: FilterProblem[] = [];
    const masks: RowMask[] = [];
    for (const filter of filters) {
      const column = this.#columns.get(filter.column);
      const test = testOf(filter, column?.definition);
      if (typeof test === 'object') problems.push(test);
      else if (column && test) masks.push(await this.#mask(column, test, yielder));
    }
    const searched = isSearch(quick) ? await this.#search(quick.text, quick.columns, yielder) : undefined;
    let rows = await this.#passing(masks, searched, yielder);
    // The least significant column first: each pass is stable.
    for (const { column: name, direction } of sortKeys(sort, this.#definitions).toReversed()) {
      const column = this.#columns.get(name);
      if (!column) continue;
      if (yielder.isDue) await yielder.rest();
      rows = countingSort(rows, column, direction === 'descending');
    }
    yielder.check();
    return { key, filters: masks, quick: searched, rows, problems };
  }

  async #search(text: string, names: readonly string[], yielder: Yielder): Promise<RowMask[]> {
    const masks: RowMask[] = [];
    for (const column of this.#known(names)) {
      masks.push(await this.#mask(column, containsTest(column.definition, text), yielder));
    }
    return masks;
  }

  /** Which rows pass a test, by what they have in the column, and beside it if it is read with another. */
  #mask(column: CodedColumn, test: Test, yielder: Yielder): Promise<RowMask> {
    const { pairedWith, ...decided } = this.#decided(column);
    return pairedWith ? decidePairs(column, pairedWith, test, yielder) : decide(decided, test, yielder);
  }

  /** The records that pass, in the order of the answer. */
  async #passing(
    filters: readonly RowMask[],
    quick: readonly RowMask[] | undefined,
    yielder: Yielder,
  ): Promise<Uint32Array> {
    if (filters.length === 0 && !quick) return inOrder(this.#records);
    const keep = new Uint8Array(this.#records).fill(1);
    if (quick) {
      keep.fill(0);
      for (const { column, passes, codes = this.#columns.get(column)?.codes } of quick) {
        if (codes) addPassing(keep, codes, passes);
        if (yielder.isDue) await yielder.rest();
      }
    }
    for (const { column, passes, codes = this.#columns.get(column)?.codes } of filters) {
      if (codes) keepPassing(keep, codes, passes);
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
