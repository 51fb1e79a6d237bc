// A small result: its cells are all here as text, and each column is coded when a question needs it. No thread is
// asked, so that a race's tab is there at once.

import type { Column } from '#shared/catalogue/column.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import type { CodedColumn } from './coded-column.ts';
import { fromCells } from './coded-column.ts';
import { HeldView } from './engine.ts';
import type { Holder } from './column-store.ts';
import { Pace } from './yielder.ts';

/** Whole columns as text, in the order of the answer. */
export type ReadCells = (names: readonly string[]) => readonly (readonly (string | null)[])[];

export function smallHolder(records: number, definitions: readonly Column[], read: ReadCells): Holder {
  const view = new HeldView(records, definitions);
  const coded = new Map<string, CodedColumn>();
  return {
    // In the order of the answer nothing needs to be coded.
    unheld: (names, { arranged }) => (arranged ? [] : names),
    hold: (names) => {
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
    cellsUnheld: (names, { from, count }) =>
      Promise.resolve(read(names).map((cells) => cells.slice(from, from + count))),
    blankEverywhere: (names) => {
      const columns = read(names);
      return Promise.resolve(names.filter((_, index) => columns[index]?.every(isBlank)));
    },
    ask: (name, question, signal) => view.ask(name, question, new Pace(() => signal.aborted)),
    held: () => ({
      columns: [...coded.keys()],
      bytes: [...coded.values()].reduce((total, { bytes }) => total + bytes, 0),
    }),
    release: () => coded.clear(),
  };
}
