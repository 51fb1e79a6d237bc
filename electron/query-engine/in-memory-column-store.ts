// The columns of a small result: the cells are in memory as text, and a column is coded when a query first needs it. No
// worker is involved, so a race's tab appears at once.

import { isBlank } from '#shared/catalogue/reading.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { fromCells, type CodedColumn } from './coded-column.ts';
import type { ColumnStore, LoadedColumns, RowRange } from './column-store.ts';
import { Engine } from './engine.ts';
import type { QueryInputs, QueryName, QueryResults } from './queries.ts';
import { Yielder } from './yielder.ts';

/** Reads whole columns as text, in the order of the answer. */
export type ReadCells = (names: readonly string[]) => readonly (readonly (string | null)[])[];

export class InMemoryColumnStore implements ColumnStore {
  readonly #engine: Engine;
  readonly #read: ReadCells;
  readonly #coded = new Map<string, CodedColumn>();

  constructor(records: number, definitions: readonly Column[], read: ReadCells) {
    this.#engine = new Engine(records, definitions);
    this.#read = read;
  }

  async cells(names: readonly string[], range: RowRange, signal: AbortSignal): Promise<(string | null)[][]> {
    const { from, count } = range;
    const { records } = await this.query([], 'cells', { columns: [], from, count }, signal);
    return this.#read(names).map((cells) => Array.from(records, (record) => cells[record] ?? null));
  }

  async query<Name extends QueryName>(
    columns: readonly string[],
    name: Name,
    input: QueryInputs[Name],
    signal: AbortSignal,
  ): Promise<QueryResults[Name]> {
    this.#code(columns);
    return this.#engine.query(name, input, new Yielder(() => signal.aborted));
  }

  async blankEverywhere(names: readonly string[]): Promise<readonly string[]> {
    const columns = this.#read(names);
    return names.filter((_, index) => columns[index]?.every(isBlank));
  }

  loaded(): LoadedColumns {
    const bytes = [...this.#coded.values()].reduce((total, column) => total + column.bytes, 0);
    return { columns: [...this.#coded.keys()], bytes };
  }

  release(): void {
    this.#coded.clear();
  }

  #code(names: readonly string[]): void {
    const missing = names.filter((name) => !this.#coded.has(name) && this.#engine.definition(name));
    for (const [index, cells] of this.#read(missing).entries()) {
      const definition = this.#engine.definition(missing[index] ?? '');
      if (!definition) continue;
      const column = fromCells(definition, cells);
      this.#coded.set(definition.name, column);
      this.#engine.put(column);
    }
  }
}
