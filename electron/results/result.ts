// An open result as the rest of the main process sees it: the bridge shows it, an export writes it.

import type { Sort, Source } from '#shared/bridge/source.ts';
import type { Summary } from '#shared/bridge/results.ts';
import type { Column } from '#shared/catalogue/column.ts';

export interface Result {
  readonly source: Source;
  readonly summary: Summary;
  /** The catalogue's definition of each column of the summary, in its order; unknown ones read as text. */
  readonly columns: readonly Column[];
  /** Puts the rows in another order; blanks last, ties in the order of the answer. */
  sort(sort: Sort): Promise<void>;
  /** Raw text by column for rows `from` to `from + count`, fewer at the end. `cells[c][r]`. */
  cells(columns: readonly string[], from: number, count: number): Promise<(string | null)[][]>;
}

export interface OpenOptions {
  /** Ask the service again even for what is held. */
  readonly refresh?: boolean;
  /** Nothing else is fetched behind it: nobody goes on to the race's neighbours. */
  readonly alone?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { windowsDone: number; windowsTotal: number; records: number }) => void;
}

export interface Results {
  /** Fetches what the archive lacks, then opens. Errors: coded (shared/errors.ts). */
  open(source: Source, options?: OpenOptions): Promise<Result>;
  /** Errors: RESULT_CLOSED. */
  get(resultId: string): Result;
  close(resultId: string): void;
}
