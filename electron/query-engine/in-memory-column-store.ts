// A small result: its cells are all here as text, and each column is coded when a question needs it. No thread is
// asked, so that a race's tab is there at once.

import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import type { CodedColumn } from './coded-column.ts';
import { fromCells } from './coded-column.ts';
import { Engine } from './engine.ts';
import type { ColumnStore } from './column-store.ts';
import { Yielder } from './yielder.ts';

/** Whole columns as text, in the order of the answer. */
export type ReadCells = (names: readonly string[]) => readonly (readonly (string | null)[])[];

export function inMemoryColumnStore(
  records: number,
  definitions: readonly Column[],
  read: ReadCells,
): ColumnStore {
  const view = new Engine(records, definitions);
  const coded = new Map<string, CodedColumn>();
  return {
    // In the order of the answer nothing needs to be coded.
    missing: (names, { result }) => (result ? [] : names),
    load: (names) => {
      const missing = [...new Set(names)].filter((name) => !coded.has(name) && view.definition(name));
      for (const [index, cells] of read(missing).entries()) {
        const definition = view.definition(missing[index] ?? '');
        if (!definition) continue;
        const column = fromCells(definition, cells);
        coded.set(definition.name, column);
        view.put(column);
      }
      return Promise.resolve(() => undefined);
    },
    prepare: () => undefined,
    readMissingCells: (names, { from, count }) =>
      Promise.resolve(read(names).map((cells) => cells.slice(from, from + count))),
    blankEverywhere: (names) => {
      const columns = read(names);
      return Promise.resolve(names.filter((_, index) => columns[index]?.every(isBlank)));
    },
    ask: (name, question, signal) => view.ask(name, question, new Yielder(() => signal.aborted)),
    loaded: () => ({
      columns: [...coded.keys()],
      bytes: [...coded.values()].reduce((total, { bytes }) => total + bytes, 0),
    }),
    release: () => coded.clear(),
  };
}
