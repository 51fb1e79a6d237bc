// The interface of a format's writer: it begins a file, takes its pages, and ends it or leaves nothing.

import type { DuckDBResult } from '@duckdb/node-api';
import type { Column, FieldType } from '#shared/catalogue/column.ts';
import type { Cell, ValueType } from '#shared/exports/typed-value.ts';

/** Cells by column, `page[c][r]`. */
export type CellPage = readonly (readonly Cell[])[];

export interface FileField {
  readonly name: string;
  /** For a numeric type, JSON writes a text that is a number as a number. */
  readonly type: FieldType;
  /** The type of its cells; absent for texts whose common type is found from all of them. */
  readonly value?: ValueType;
  /** What its values are, for the number format of a spreadsheet. */
  readonly column?: Pick<Column, 'kind' | 'unit'>;
}

export interface FileHead {
  readonly fields: readonly FileField[];
  /** A text for each field, for formats with a header of their own. */
  readonly header: readonly string[];
  /** The name of the sheet, for formats that have one. */
  readonly title?: string;
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
  readonly select?: (selection: Selection) => SelectedRows;
  end(): Promise<void>;
  /** Leaves nothing behind; needed after `end` as well. */
  release(): Promise<void>;
}

/** What the archive changes of its text for a file. */
export interface Selection {
  /** Whether cells that read as formulas get an apostrophe. */
  readonly neutralize: boolean;
}

export interface FileFormat {
  /** Leaves nothing behind if it fails. Errors: FILE_FAILED and CANCELLED of its own work, and those of `write`. */
  readonly begin: (head: FileHead) => Promise<FileBody>;
}
