// The writer of each format (shared/bridge/export-formats.ts has everything else about them).

import type { ExportFormat } from '#shared/bridge/export-formats.ts';
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

const text = ({ head, page, tail }: TextFormat): FileFormat => ({
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
  csv: text({ head: csvLine, page: csvPage, tail: nothing }),
  tsv: text({ head: tsvLine, page: tsvPage, tail: nothing }),
  ndjson: text({
    head: nothing,
    page: (page, fields) =>
      jsonRecords(fields, page)
        .map((record) => `${record}\n`)
        .join(''),
    tail: nothing,
  }),
  // One record a line, so that readers of lines can split it as well.
  json: text({
    head: () => '[',
    page: (page, fields, isFirst) => (isFirst ? '\n' : ',\n') + jsonRecords(fields, page).join(',\n'),
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  }),
  parquet: { begin: openParquet },
};
