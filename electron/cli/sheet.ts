// A small table of the command line's own making: aligned text for a person, or any of the files' formats.

import type { FieldType } from '#shared/catalogue/column.ts';
import { EXPORT_FORMATS } from '#shared/bridge/exports.ts';
import { FILE_FORMATS } from '../exports/file-formats.ts';
import type { Context, Option, Values } from './command.ts';
import { oneOf } from './selection.ts';
import { alignText } from './text-table.ts';

export interface SheetField {
  readonly name: string;
  /** Numbers stand right in text, and are numbers in JSON. */
  readonly type: FieldType;
}

export const SHEET_FORMATS = ['text', ...EXPORT_FORMATS] as const;

export const SHEET_OPTION: Option = {
  name: 'format',
  value: 'FORMAT',
  help: `${SHEET_FORMATS.join(', ')}; text unless given`,
};

/** A row is a value for each field; numbers as text. Errors: UsageError, OutputError. */
export async function writeSheet(
  { terminal }: Pick<Context, 'terminal'>,
  values: Values,
  fields: readonly SheetField[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const format = sheetFormat(values);
  const names = fields.map((field) => field.name);
  if (format === 'text') {
    const shown = rows.map((row) => row.map((cell) => cell ?? ''));
    await terminal.write(
      `${alignText(
        [names, ...shown],
        fields.map(({ type }) => (type.startsWith('S') ? 'left' : 'right')),
      )}\n`,
    );
    return;
  }
  const { head, page, tail } = FILE_FORMATS[format];
  const cells = fields.map((_, column) => rows.map((row) => row[column] ?? null));
  await terminal.write(
    head(names) + (rows.length > 0 ? page(cells, fields, true) : '') + tail(rows.length === 0),
  );
}

export const sheetFormat = (values: Values) => oneOf('format', values['format'], SHEET_FORMATS, 'text');
