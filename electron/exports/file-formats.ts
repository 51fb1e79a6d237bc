// What a file looks like in each format. How to add one: its name in shared/bridge/exports.ts, and a row here.

import type { ExportFormat } from '#shared/bridge/exports.ts';
import { csvLine, csvPage, tsvLine, tsvPage } from './csv.ts';
import type { FileFormat, CellPage } from './file-format.ts';
import { jsonRecords, type JsonField } from './json.ts';
import { openParquet } from './parquet.ts';

interface TextFormat {
  readonly head: (header: readonly string[]) => string;
  readonly page: (page: CellPage, fields: readonly JsonField[], isFirst: boolean) => string;
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
