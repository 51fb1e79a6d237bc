// What a file looks like in each format: its beginning, its pages of cells, its end. How to add one: its name in
// shared/bridge/exports.ts, and a row here.

import type { ExportFormat } from '#shared/bridge/exports.ts';
import { csvLine, csvPage, tsvLine, tsvPage } from './csv.ts';
import { jsonRecords, type JsonField } from './json.ts';

/** Cells by column, `page[c][r]`. */
export type Page = readonly (readonly (string | null)[])[];

export interface FileFormat {
  /** `header`: a text for each field, for formats that have a line of them. */
  readonly head: (header: readonly string[]) => string;
  readonly page: (page: Page, fields: readonly JsonField[], isFirst: boolean) => string;
  readonly tail: (isEmpty: boolean) => string;
}

const nothing = (): string => '';

export const FILE_FORMATS: { readonly [format in ExportFormat]: FileFormat } = {
  csv: { head: csvLine, page: csvPage, tail: nothing },
  tsv: { head: tsvLine, page: tsvPage, tail: nothing },
  ndjson: {
    head: nothing,
    page: (page, fields) =>
      jsonRecords(fields, page)
        .map((record) => `${record}\n`)
        .join(''),
    tail: nothing,
  },
  // A record a line, so that a reader of lines can take it apart as well.
  json: {
    head: () => '[',
    page: (page, fields, isFirst) => (isFirst ? '\n' : ',\n') + jsonRecords(fields, page).join(',\n'),
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  },
};
