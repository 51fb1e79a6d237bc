// The same rows as a small result, which is held at once, and as a large one, whose columns a worker holds.

import type { Column } from '#shared/catalogue/column.ts';
import { MemoryBudget } from '../query-engine/memory-budget.ts';
import { QueryEngine } from '../query-engine/query-engine.ts';
import { RowSet } from '../query-engine/row-set.ts';
import { WorkerColumnStore } from '../query-engine/worker-column-store.ts';
import { inProcessEngine, readerOf } from './in-process-engine.ts';

type Rows = Parameters<typeof readerOf>[0];

/** For `describe.each`: the size, and what opens the rows. */
export const inBothSizes = (columns: readonly Column[], rows: Rows) =>
  [
    [
      'small',
      (): RowSet =>
        new QueryEngine().open(columns, {
          size: 'small',
          records: rows.length,
          cells: (names) => names.map((name) => rows.map((row) => row[name] ?? null)),
        }),
    ],
    [
      'large',
      (): RowSet =>
        new RowSet(
          rows.length,
          columns,
          new WorkerColumnStore({
            rowSet: 1,
            columns,
            reader: readerOf(rows),
            engine: inProcessEngine(),
            memory: new MemoryBudget(),
            onShown: () => undefined,
          }),
        ),
    ],
  ] as const;
