// The writer of each format (shared/bridge/export-formats.ts has everything else about them).

import type { ExportFormat } from '#shared/bridge/export-formats.ts';
import { CSV, csvLine, csvPage, TSV, tsvLine, tsvPage, type Dialect } from './csv.ts';
import type { CellPage, CopiedRows, FileField, FileFormat, FileHead } from './file-format.ts';
import { FormulaScan } from './formula-scan.ts';
import { jsonRecords, jsonSql } from './json.ts';
import { LineSorter } from './numbered-lines.ts';
import { openParquet } from './parquet.ts';
import { openXlsx } from './xlsx.ts';

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

interface CopiedLines {
  readonly list: string;
  readonly options: string;
  /** How many bytes at the end of a file to leave out. */
  readonly excess?: number;
  /** What separates cells, if spreadsheets open the file; cells with a line end are then quoted. */
  readonly delimiter?: string;
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

interface CopiedTo extends Pick<FileHead, 'write' | 'work'> {
  /** Begins the next rows. */
  readonly next: () => Promise<void>;
}

const copiedLines = (
  fields: readonly FileField[],
  { list, options, excess = 0, delimiter }: CopiedLines,
  { next, write, work }: CopiedTo,
): CopiedRows => {
  const sorter = new LineSorter();
  return {
    list,
    options,
    isLines: true,
    take: async ({ path, rows, order, formulas }) => {
      await next();
      const isQuoted = delimiter !== undefined;
      const scan = isQuoted && formulas === undefined ? new FormulaScan(delimiter, fields.length) : undefined;
      const lines =
        order === undefined
          ? work.read(path, { excess })
          : sorter.inOrder(work.read(path), { ...order, rows, isQuoted, excess });
      for await (const bytes of lines) {
        scan?.add(bytes);
        await write(bytes);
      }
      return {
        formulas: formulas ?? scan?.counts ?? [],
        waiting: order === undefined ? 0 : sorter.mostWaiting,
      };
    },
  };
};

/** DuckDB quotes as csv.ts does. */
const separated =
  ({ delimiter, lineEnd }: Dialect) =>
  (fields: readonly FileField[]): CopiedLines => ({
    list: fields.map((_, at) => `c${at}`).join(', '),
    options: `format csv, header false, delimiter '${delimiter}', new_line '${JSON.stringify(lineEnd).slice(1, -1)}'`,
    delimiter,
  });

/** Lines as they are: without quotes and with a delimiter that none of them contains, DuckDB changes nothing. */
const lines = (list: string): CopiedLines => ({
  list,
  options: `format csv, header false, quote '', escape '', delimiter '\u0001'`,
});

export const FILE_FORMATS: { readonly [format in ExportFormat]: FileFormat } = {
  csv: text({ head: csvLine, page: csvPage, tail: nothing, copy: separated(CSV) }),
  tsv: text({ head: tsvLine, page: tsvPage, tail: nothing, copy: separated(TSV) }),
  ndjson: text({
    head: nothing,
    page: (page, fields) =>
      jsonRecords(fields, page)
        .map((record) => `${record}\n`)
        .join(''),

    tail: nothing,
    copy: (fields) => lines(jsonSql(fields)),
  }),
  // One record a line, so that readers of lines can split it as well.
  json: text({
    head: () => '[',
    page: (page, fields) => jsonRecords(fields, page).join(',\n'),
    first: '\n',
    between: ',\n',
    tail: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
    copy: (fields) => ({ ...lines(`${jsonSql(fields)} || ','`), excess: 2 }),
  }),
  xlsx: { begin: openXlsx },
  parquet: { begin: openParquet },
};
