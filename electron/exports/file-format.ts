// What the writer of a format does: begins a file, takes its pages, and ends it or leaves nothing.

import type { JsonField } from './json.ts';

/** Cells by column, `page[c][r]`. */
export type CellPage = readonly (readonly (string | null)[])[];

export interface FileHead {
  readonly fields: readonly JsonField[];
  /** A text for each field, for formats that name them in their own way. */
  readonly header: readonly string[];
  /** Where a format may keep what it needs until the end; a folder that can be written. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Resolves when there is room for more. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
}

/** A file being written. */
export interface FileBody {
  page(cells: CellPage): Promise<void>;
  end(): Promise<void>;
  /** Leaves nothing behind; needed after `end` as well. */
  release(): Promise<void>;
}

export interface FileFormat {
  /** Errors: FILE_FAILED and CANCELLED of its own work, and those of `write`. Where it fails nothing is left. */
  readonly begin: (head: FileHead) => Promise<FileBody>;
}
