// Reads a small result completely: rows as raw text by column name, and the report on them.

import type { ColumnFilter } from '#shared/bridge/row-query.ts';
import type { RecordSource, ResultSource } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { CommandCore } from '../data-core.ts';
import type { Row } from '../results/row.ts';
import { outcomeOf, type Context, type CommandOutcome } from './command.ts';

export interface ReadRows {
  readonly rows: readonly Row[];
  readonly columns: ReadonlyMap<string, Column>;
  readonly outcome: CommandOutcome;
  /** Results whose indices are still to come. */
  readonly provisional: number;
}

/** The records that pass the filters. Errors: those of opening a result and of `filtersOf`. */
export async function readRows(
  core: CommandCore,
  source: ResultSource | RecordSource,
  context: Context,
  filtersOf: (columns: readonly Column[]) => ColumnFilter[] = () => [],
): Promise<ReadRows> {
  const { signal, progress: onProgress } = context;
  const result = await core.results.open(source, { signal, onProgress, alone: true, isSheet: true });
  try {
    const filters = filtersOf(result.columns);
    if (filters.length > 0) await result.arrange({ sort: [], filters }, signal);
    const names = result.summary.columns.map(({ name }) => name);
    const cells = await result.cells(names, 0, result.rows);
    return {
      rows: Array.from({ length: result.rows }, (_, row) =>
        Object.fromEntries(names.map((name, at) => [name, cells[at]?.[row] ?? null])),
      ),
      columns: new Map(result.columns.map((column) => [column.name, column])),
      outcome: { ...outcomeOf(result.summary), records: result.rows },
      provisional: result.summary.provisional,
    };
  } finally {
    core.results.close(result.summary.resultId);
  }
}
