// Selected cells as text for the clipboard: TSV, CSV, JSON or Markdown. Pure.

import { z } from 'zod';
import type { Column } from '#shared/catalogue/column.ts';
import { formatBare, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';

export const COPY_FORMATS = ['tsv', 'csv', 'json', 'markdown'] as const;

export const copyChoiceSchema = z.object({
  format: z.enum(COPY_FORMATS),
  withHeads: z.boolean(),
  /** Codes and numbers as shown on screen; otherwise as in the records. */
  values: z.enum(['label', 'raw']),
});

export type CopyChoice = Readonly<z.infer<typeof copyChoiceSchema>>;

/** The default of Ctrl+C, as spreadsheets expect it. */
export const USUAL_COPY: CopyChoice = { format: 'tsv', withHeads: false, values: 'label' };

export interface CopiedCells {
  readonly columns: readonly Column[];
  /** `cells[c][r]`. */
  readonly cells: readonly (readonly (string | null)[])[];
  /** By column, the values that its texts are made with, if there are any (`Column.beside`). */
  readonly besides?: readonly (readonly (string | null)[] | undefined)[];
  readonly language: Language;
  readonly names: NameStyle;
}

type CopiedTable = readonly (readonly string[])[];

/** In every spreadsheet a quoted field may contain tabs, line ends and quotes. */
const quoted = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const separated =
  (separator: string) =>
  (rows: CopiedTable): string =>
    rows.map((row) => row.map((text) => quoted(text, separator)).join(separator)).join('\r\n');

const cellOfMarkdown = (text: string): string =>
  text.replaceAll('|', '\\|').replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap));

function markdown(rows: CopiedTable, heads: readonly string[], columns: readonly Column[]): string {
  const line = (texts: readonly string[]): string => `| ${texts.map(cellOfMarkdown).join(' | ')} |`;
  const rule = columns.map(({ kind }) => (RIGHT.has(kind) ? '--:' : '---'));
  // A Markdown table must have heads; without names they are empty.
  return [line(heads), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

const RIGHT: ReadonlySet<string> = new Set([
  'decimal', 'integer', 'money', 'odds', 'rate', 'tenths', 'gap', 'weight', 'length', 'rank', 'number',
]); // prettier-ignore

/**
 * A list in JSON, an item a line. Records are written member by member: an object would put names that are digits before
 * all others.
 */
const listed = (open: string, items: readonly string[], close: string, indent: string): string =>
  items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${indent} ${item}`).join(',\n')}\n${indent}${close}`;

/** The text for the clipboard. Missing cells are empty, in JSON null. */
export function copyText(copied: CopiedCells, choice: CopyChoice): string {
  const { columns, cells, besides = [], language, names } = copied;
  const { format, withHeads, values } = choice;
  /** Null for a cell that is blank, or has a dash for its value: a zero that means none. */
  const write = (column: Column, at: number, row: number): string | null => {
    const raw = cells[at]?.[row] ?? null;
    if (raw === null || isBlank(raw)) return null;
    if (values === 'raw') return raw.trim();
    const text = formatBare(column, raw, language, names, besides[at]?.[row] ?? null);
    return text === MISSING ? null : text;
  };
  const count = Math.max(0, ...cells.map((column) => column.length));
  const heads = columns.map((column) => (values === 'raw' ? column.name : column.label[language]));
  if (format === 'json') {
    const records = Array.from({ length: count }, (_, row) => {
      const members = columns.map((column, at) => {
        const value = JSON.stringify(write(column, at, row));
        return withHeads ? `${JSON.stringify(column.name)}: ${value}` : value;
      });
      return withHeads ? listed('{', members, '}', ' ') : listed('[', members, ']', ' ');
    });
    return listed('[', records, ']', '');
  }
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map((column, at) => write(column, at, row) ?? ''),
  );
  if (format === 'markdown') return markdown(rows, withHeads ? heads : heads.map(() => ''), columns);
  return separated(format === 'tsv' ? '\t' : ',')(withHeads ? [heads, ...rows] : rows);
}
