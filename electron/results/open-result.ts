// One open result: its summary, and the view that orders and cuts its rows.

import type { Summary } from '#shared/bridge/results.ts';
import type { Sort, Source } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { View, type ReadColumns } from '../archive/view/view.ts';
import type { Result } from './result.ts';

/** What a source comes to, whichever kind it is: its rows behind a reader, and the account of them. */
export interface Contents {
  readonly columns: readonly Column[];
  /** Names of `columns` that the catalogue does not know. */
  readonly unknown: ReadonlySet<string>;
  readonly records: number;
  readonly read: ReadColumns;
  /** Lets go of what the reader holds. */
  readonly release: () => void;
  readonly account: Omit<Summary, 'resultId' | 'records' | 'columns' | 'complete'>;
}

export class OpenResult implements Result {
  readonly source: Source;
  readonly summary: Summary;
  readonly columns: readonly Column[];
  readonly #view: View;
  readonly #release: () => void;

  constructor(resultId: string, source: Source, contents: Contents) {
    this.source = source;
    this.columns = contents.columns;
    this.summary = {
      resultId,
      records: contents.records,
      columns: contents.columns.map(({ name }) => ({ name, known: !contents.unknown.has(name) })),
      complete: contents.account.reasons.length === 0,
      ...contents.account,
    };
    this.#view = new View(contents.records, contents.columns, contents.read);
    this.#release = contents.release;
  }

  sort(sort: Sort): Promise<void> {
    return this.#view.sort(sort);
  }

  cells(columns: readonly string[], from: number, count: number): Promise<(string | null)[][]> {
    return this.#view.cells(columns, from, count);
  }

  release(): void {
    this.#release();
  }
}
