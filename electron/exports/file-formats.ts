// What a file looks like in each format. How to add one: its name in shared/bridge/exports.ts, and a row here.

import type { ExportFormat } from '#shared/bridge/exports.ts';
import { csvLine, csvPage, tsvLine, tsvPage } from './csv.ts';
import { jsonRecords, type JsonField } from './json.ts';
import { openParquet } from './parquet.ts';

/** Cells by column, `page[c][r]`. */
export type Page = readonly (readonly (string | null)[])[];

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
  page(cells: Page): Promise<void>;
  end(): Promise<void>;
  /** Leaves nothing behind; needed after `end` as well. */
  release(): Promise<void>;
}

export interface FileFormat {
  /** Bytes that a terminal cannot show. */
  readonly isBinary: boolean;
  /** Spreadsheets open it by themselves, and take some texts for formulas. */
  readonly isForSpreadsheets: boolean;
  readonly mediaType: string;
  /** Errors: FILE_FAILED and CANCELLED of its own work, and those of `write`. Where it fails nothing is left. */
  readonly begin: (head: FileHead) => Promise<FileBody>;
}

interface TextFormat {
  readonly head: (header: readonly string[]) => string;
  readonly page: (page: Page, fields: readonly JsonField[], isFirst: boolean) => string;
  readonly tail: (isEmpty: boolean) => string;
}

const nothing = (): string => '';

const text = (mediaType: string, { head, page, tail }: TextFormat): FileFormat => ({
  isBinary: false,
  isForSpreadsheets: mediaType.startsWith('text/'),
  mediaType: `${mediaType}; charset=utf-8`,
  begin: async ({ fields, header, write }) => {
    let isEmpty = true;
    await write(head(header));
    return {
      page: async (cells) => {
        const written = page(cells, fields, isEmpty);
        isEmpty = false;
        await write(written);
      },
      end: () => write(tail(isEmpty)),
      release: () => Promise.resolve(),
    };
  },
});

export const FILE_FORMATS: { readonly [format in ExportFormat]: FileFormat } = {
  csv: text('text/csv', { head: csvLine, page: csvPage, tail: nothing }),
  tsv: text('text/tab-separated-values', { head: tsvLine, page: tsvPage, tail: nothing }),
  ndjson: text('application/x-ndjson', {
    head: nothing,
    page: (page, fields) =>
      jsonRecords(fields, page)
        .map((record) => `${record}\n`)
        .join(''),
    tail: nothing,
  }),
  // A record a line, so that a reader of lines can take it apart as well.
  json: text('application/json', {
    head: () => '[',
    page: (page, fields, isFirst) => (isFirst ? '\n' : ',\n') + jsonRecords(fields, page).join(',\n'),
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  }),
  parquet: {
    isBinary: true,
    isForSpreadsheets: false,
    mediaType: 'application/vnd.apache.parquet',
    begin: openParquet,
  },
};
