// Writes a small table as aligned text or in any export format.

import type { OptionRow, OptionValues } from '#shared/command-line/command-line.ts';
import type { FieldType } from '#shared/catalogue/column.ts';
import { EXPORT_FORMATS } from '#shared/bridge/export-formats.ts';
import type { Context } from './command.ts';
import { oneOf } from './selection.ts';
import { alignText } from './text-table.ts';
import { writeRows } from './write-rows.ts';

export interface SheetField {
  readonly name: string;
  /** Numbers are right-aligned in text, and numbers in JSON. */
  readonly type: FieldType;
}

/** Names with their types, in the order of the columns. */
export const sheetFields = (types: Readonly<Record<string, FieldType>>): readonly SheetField[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

export const SHEET_FORMATS = ['text', ...EXPORT_FORMATS] as const;

export const SHEET_OPTION: OptionRow = {
  name: 'format',
  value: 'FORMAT',
  help: `${SHEET_FORMATS.join(', ')}; text unless given`,
};

/** A row has a value for each field; numbers as text. Errors: UsageError, OutputError. */
export async function writeSheet(
  context: Pick<Context, 'terminal' | 'signal'>,
  values: OptionValues,
  fields: readonly SheetField[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const format = sheetFormat(values);
  const names = fields.map((field) => field.name);
  if (format === 'text') {
    const shown = rows.map((row) => row.map((cell) => cell ?? ''));
    await context.terminal.write(
      `${alignText(
        [names, ...shown],
        fields.map(({ type }) => (type.startsWith('S') ? 'left' : 'right')),
      )}\n`,
    );
    return;
  }
  await writeRows(context, format, fields, async (page) => {
    const cells = fields.map((_, column) => rows.map((row) => row[column] ?? null));
    if (rows.length > 0) await page(cells);
  });
}

export const sheetFormat = (values: OptionValues) => oneOf('format', values['format'], SHEET_FORMATS, 'text');
