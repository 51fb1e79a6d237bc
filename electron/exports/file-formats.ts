// The writer of each format (shared/bridge/export-formats.ts has everything else about them).

import { DuckDBBlobValue } from '@duckdb/node-api';
import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { CSV, csvLine, csvPage, TSV, tsvLine, tsvPage } from './csv.ts';
import type { CellPage, FileField, FileFormat, SelectedRows, Selection } from './file-format.ts';
import { jsonLines, jsonRecords } from './json.ts';
import { linesSql, separatedLines, type LineWriter } from './lines-sql.ts';
import { openParquet } from './parquet.ts';
import { openXlsx } from './xlsx.ts';

interface TextFormat {
  readonly head: (header: readonly string[]) => string;
  readonly page: (page: CellPage, fields: readonly FileField[]) => string;
  /** Stands before the first page, and between two. */
  readonly first?: string;
  readonly between?: string;
  readonly tail: (isEmpty: boolean) => string;
  /** The archive's own way to write the lines. */
  readonly lines: LineWriter;
}

const nothing = (): string => '';

const text = (format: TextFormat): FileFormat => ({
  begin: async ({ fields, header, write }) => {
    let isEmpty = true;
    const put = async (lines: string | Uint8Array) => {
      await write((isEmpty ? format.first : format.between) ?? '');
      isEmpty = false;
      await write(lines);
    };
    await write(format.head(header));
    return {
      select: (selection) => selectedLines(fields, selection, format.lines, put),
      page: (cells) => put(format.page(cells, fields)),
      end: () => write(format.tail(isEmpty)),
      release: () => Promise.resolve(),
    };
  },
});

const selectedLines = (
  fields: readonly FileField[],
  selection: Selection,
  lines: LineWriter,
  put: (chunk: Uint8Array) => Promise<void>,
): SelectedRows => ({
  sql: linesSql(fields, selection, lines),
  take: async (answer) => {
    const [written, rows, ...counts] = (await answer.getRows())[0] ?? [];
    if (written instanceof DuckDBBlobValue) await put(written.bytes);
    return { rows: Number(rows), formulas: counts.map(Number) };
  },
});

export const FILE_FORMATS: { readonly [format in ExportFormat]: FileFormat } = {
  csv: text({ head: csvLine, page: csvPage, tail: nothing, lines: separatedLines(CSV) }),
  tsv: text({ head: tsvLine, page: tsvPage, tail: nothing, lines: separatedLines(TSV) }),
  ndjson: text({
    head: nothing,
    page: (page, fields) =>
      jsonRecords(fields, page)
        .map((record) => `${record}\n`)
        .join(''),

    tail: nothing,
    lines: jsonLines('\n', ''),
  }),
  // One record a line, so that readers of lines can split it as well.
  json: text({
    head: () => '[',
    page: (page, fields) => jsonRecords(fields, page).join(',\n'),
    first: '\n',
    between: ',\n',
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
    lines: jsonLines('', ',\n'),
  }),
  xlsx: { begin: openXlsx },
  parquet: { begin: openParquet },
};
