// Rows that the archive writes as lines: how it writes them, and their way into the file.

import type { CopiedRows, Dialect, FileField, FileHead } from './file-format.ts';
import { FormulaScan } from './formula-scan.ts';
import { LineSorter } from './numbered-lines.ts';

export interface CopiedLines {
  readonly list: string;
  readonly options: string;
  /** Whether cells with a line end are quoted; otherwise there are none. */
  readonly isQuoted: boolean;
  /** How many bytes at the end of a file to leave out. */
  readonly excess?: number;
  /** How cells are separated, if formulas are to be counted among them. */
  readonly dialect?: Dialect;
  /** Whether the list takes texts of which blank ones are no cell (`FileField.isFilled`) as they are. */
  readonly takesBlanks?: boolean;
}

interface CopiedTo extends Pick<FileHead, 'write' | 'work'> {
  /** Begins the next rows. */
  readonly next?: () => Promise<void>;
}

export function copiedLines(
  fields: readonly FileField[],
  { list, options, isQuoted, excess = 0, dialect, takesBlanks = false }: CopiedLines,
  { next, write, work }: CopiedTo,
): CopiedRows {
  const sorter = new LineSorter();
  return {
    list,
    options,
    isLines: true,
    areLong: !isQuoted,
    takesBlanks,
    ...(dialect === undefined ? {} : { dialect }),
    take: async ({ path, rows, order, formulas }) => {
      await next?.();
      const scan =
        dialect !== undefined && formulas === undefined
          ? new FormulaScan(dialect.delimiter, fields.length)
          : undefined;
      const pieces =
        order === undefined
          ? work.read(path, { excess })
          : sorter.inOrder(work.read(path), { ...order, rows, isQuoted, excess });
      for await (const bytes of pieces) {
        scan?.add(bytes);
        await write(bytes);
      }
      return {
        formulas: formulas ?? scan?.counts ?? [],
        waiting: order === undefined ? 0 : sorter.mostWaiting,
      };
    },
  };
}

const newLine = (lineEnd: string): string => `new_line '${JSON.stringify(lineEnd).slice(1, -1)}'`;

/** Cells between delimiters. DuckDB quotes as csv.ts does. */
export const separated = (
  fields: readonly FileField[],
  { delimiter, lineEnd, loneNull }: Dialect,
): CopiedLines => ({
  list:
    fields.length === 1 && loneNull !== '' ? "coalesce(c0, '')" : fields.map((_, at) => `c${at}`).join(', '),
  options: `format csv, header false, delimiter '${delimiter}', ${newLine(lineEnd)}`,
  isQuoted: true,
});

/**
 * One text for each record, without quotes and with a delimiter that none of them contains: DuckDB changes nothing. Were
 * quotes, of which there are none, not forced, it would look for what needs them in each text: up to a sixth of the time.
 */
export const texts = (list: string, lineEnd = '\n'): CopiedLines => ({
  list,
  options: `format csv, header false, quote '', escape '', force_quote *, delimiter '\u0001', ${newLine(lineEnd)}`,
  isQuoted: false,
});
