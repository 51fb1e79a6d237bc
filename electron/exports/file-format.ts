// The interface of a format's writer: it begins a file, takes its pages, and ends it or leaves nothing.

import type { Column, FieldType } from '#shared/catalogue/column.ts';
import type { Cell, ValueType } from '#shared/exports/typed-value.ts';
import type { CopiedCounts, CopyFormat } from '../query-engine/column-store.ts';
import type { WorkFolder } from './work-folder.ts';

/** Cells by column, `page[c][r]`. */
export type CellPage = readonly (readonly Cell[])[];

export interface FileField {
  readonly name: string;
  /** For a numeric type, JSON writes a text that is a number as a number. */
  readonly type: FieldType;
  /** The type of its cells; absent for texts whose common type is found from all of them. */
  readonly value?: ValueType;
  /** Whether its cells are texts of which a blank one is none. */
  readonly isFilled?: boolean;
  /** What its values are, for the number format of a spreadsheet. */
  readonly column?: Pick<Column, 'kind' | 'unit'>;
}

export interface FileHead {
  readonly fields: readonly FileField[];
  /** A text for each field, for formats with a header of their own. */
  readonly header: readonly string[];
  /** The name of the sheet, for formats that have one. */
  readonly title?: string;
  /** For what is stored until the end; the file releases it. */
  readonly work: WorkFolder;
  readonly signal: AbortSignal;
  /** Resolves when there is room for more. Bytes are overwritten after that. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
}

/** How texts are separated. */
export interface Dialect {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly needsQuotes: RegExp;
  /** A record of one null. */
  readonly loneNull: '""' | '';
}

/** A file of rows that the archive wrote. */
export interface CopiedFile extends Pick<CopiedCounts, 'rows' | 'order'> {
  readonly path: string;
  /** Cells that a spreadsheet would read as a formula, by column, if they are counted already. */
  readonly formulas?: readonly number[];
}

/** Rows that the archive writes to files of its own, so that no string is made of each cell. */
export interface CopiedRows extends CopyFormat {
  /** Whether each line repeats the names of its columns, so that the archive takes more memory for as many cells. */
  readonly areLong?: boolean;
  /** How cells are separated, if SQL may make one text of each record. */
  readonly dialect?: Dialect;
  /** Whether the list takes texts of which blank ones are no cell (`FileField.isFilled`) as they are. */
  readonly takesBlanks?: boolean;
  /** Takes the file of the next rows, which it may remove. */
  take(file: CopiedFile): Promise<TakenRows>;
}

export interface TakenRows {
  /** How many cells a spreadsheet would read as a formula, by column; none for a format that spreadsheets do not open. */
  readonly formulas: readonly number[];
  /** How many bytes of the file had to be in memory at a time, so that its lines could be put in order. */
  readonly waiting: number;
}

/** A file being written. */
export interface FileBody {
  page(cells: CellPage): Promise<void>;
  /** Takes copied rows instead of pages, if the format supports it. */
  readonly copy?: (() => CopiedRows) | undefined;
  end(): Promise<void>;
  /** Leaves nothing behind; needed after `end` as well. */
  release(): Promise<void>;
}

export interface FileFormat {
  /** Leaves nothing behind if it fails. Errors: FILE_FAILED and CANCELLED of its own work, and those of `write`. */
  readonly begin: (head: FileHead) => Promise<FileBody>;
}
