// The interface of a format's writer: it begins a file, takes its pages, and ends it or leaves nothing.

import type { DuckDBResult } from '@duckdb/node-api';
import type { JsonField } from './json.ts';

/** Cells by column, `page[c][r]`. */
export type CellPage = readonly (readonly (string | null)[])[];

export interface FileHead {
  readonly fields: readonly JsonField[];
  /** A text for each field, for formats with a header of their own. */
  readonly header: readonly string[];
  /** A writable folder for what a format has to store until the end. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Resolves when there is room for more. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
}

/** Rows that the archive selects by SQL, so that no string is made of each cell. */
export interface SelectedRows {
  /** Selects from PICKED_ROWS (query-engine/column-store.ts), whose columns are those of the file. */
  readonly sql: string;
  /** Takes the result for the next rows of the file. */
  take(answer: DuckDBResult): Promise<TakenRows>;
}

export interface TakenRows {
  readonly rows: number;
  /** Cells that a spreadsheet would read as a formula, by column; none for a format that spreadsheets do not open. */
  readonly formulas: readonly number[];
}

/** A file being written. */
export interface FileBody {
  page(cells: CellPage): Promise<void>;
  /** Takes rows instead of pages, if the format supports it. */
  readonly selected?: SelectedRows;
  end(): Promise<void>;
  /** Leaves nothing behind; needed after `end` as well. */
  release(): Promise<void>;
}

export interface FileFormat {
  /** Leaves nothing behind if it fails. Errors: FILE_FAILED and CANCELLED of its own work, and those of `write`. */
  readonly begin: (head: FileHead) => Promise<FileBody>;
}
