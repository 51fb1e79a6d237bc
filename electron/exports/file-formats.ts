// The writer of each format (shared/bridge/export-formats.ts has everything else about them).

import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { copiedLines, separated, texts, type CopiedLines } from './copied-lines.ts';
import { CSV, csvLine, csvPage, TSV, tsvLine, tsvPage } from './csv.ts';
import type { CellPage, Dialect, FileField, FileFormat } from './file-format.ts';
import { jsonRecords, jsonSql } from './json.ts';
import { openParquet } from './parquet.ts';
import { openXlsx } from './xlsx/xlsx.ts';

interface TextFormat {
  readonly head: (header: readonly string[]) => string;
  readonly page: (page: CellPage, fields: readonly FileField[]) => string;
  /** Stands before the first page, and between two. */
  readonly first?: string;
  readonly between?: string;
  readonly tail: (isEmpty: boolean) => string;
  /** How the archive writes the rows. */
  readonly copy: (fields: readonly FileField[]) => CopiedLines;
}

const nothing = (): string => '';

const text = (format: TextFormat): FileFormat => ({
  begin: async ({ fields, header, work, write }) => {
    let isEmpty = true;
    const next = async () => {
      await write((isEmpty ? format.first : format.between) ?? '');
      isEmpty = false;
    };
    await write(format.head(header));
    return {
      copy: () => copiedLines(fields, format.copy(fields), { next, write, work }),
      page: async (cells) => {
        await next();
        await write(format.page(cells, fields));
      },
      end: () => write(format.tail(isEmpty)),
      release: () => work.release(),
    };
  },
});

/** As spreadsheets may open it, its formulas are counted. */
const counted =
  (dialect: Dialect) =>
  (fields: readonly FileField[]): CopiedLines => ({
    ...separated(fields, dialect),
    dialect,
  });

export const FILE_FORMATS: { readonly [format in ExportFormat]: FileFormat } = {
  csv: text({ head: csvLine, page: csvPage, tail: nothing, copy: counted(CSV) }),
  tsv: text({ head: tsvLine, page: tsvPage, tail: nothing, copy: counted(TSV) }),
  ndjson: text({
    head: nothing,
    page: (page, fields) =>
      jsonRecords(fields, page)
        .map((record) => `${record}\n`)
        .join(''),

    tail: nothing,
    copy: (fields) => ({ ...texts(jsonSql(fields)), takesBlanks: true }),
  }),
  // One record a line, so that readers of lines can split it as well.
  json: text({
    head: () => '[',
    page: (page, fields) => jsonRecords(fields, page).join(',\n'),
    first: '\n',
    between: ',\n',
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
    copy: (fields) => ({ ...texts(`${jsonSql(fields)} || ','`), takesBlanks: true, excess: 2 }),
  }),
  xlsx: { begin: openXlsx },
  parquet: { begin: openParquet },
};
