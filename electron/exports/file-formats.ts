// The writer of each format (shared/bridge/export-formats.ts has everything else about them).

import { DuckDBBlobValue } from '@duckdb/node-api';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { CSV, csvLine, csvPage, linesSql, TSV, tsvLine, tsvPage, type Dialect } from './csv.ts';
import type { FileFormat, CellPage, SelectedRows } from './file-format.ts';
import { jsonRecords, type JsonField } from './json.ts';
import { openParquet } from './parquet.ts';

interface TextFormat {
  readonly head: (header: readonly string[]) => string;
  readonly page: (page: CellPage, fields: readonly JsonField[], isFirst: boolean) => string;
  readonly tail: (isEmpty: boolean) => string;
  /** For a format whose lines the archive can write. */
  readonly dialect?: Dialect;
}

const nothing = (): string => '';

const text = ({ head, page, tail, dialect }: TextFormat): FileFormat => ({
  begin: async ({ fields, header, write }) => {
    let isEmpty = true;
    await write(head(header));
    return {
      ...(dialect ? { selected: selectedLines(dialect, fields.length, write) } : {}),
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

const selectedLines = (
  dialect: Dialect,
  columns: number,
  write: (chunk: Uint8Array) => Promise<void>,
): SelectedRows => ({
  sql: linesSql(columns, dialect),
  take: async (answer) => {
    const [lines, rows, ...formulas] = (await answer.getRows())[0] ?? [];
    if (lines instanceof DuckDBBlobValue) await write(lines.bytes);
    return { rows: Number(rows), formulas: formulas.map(Number) };
  },
});

export const FILE_FORMATS: { readonly [format in ExportFormat]: FileFormat } = {
  csv: text({ head: csvLine, page: csvPage, tail: nothing, dialect: CSV }),
  tsv: text({ head: tsvLine, page: tsvPage, tail: nothing, dialect: TSV }),
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
