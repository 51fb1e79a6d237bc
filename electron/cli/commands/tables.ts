// railbird tables: the tables of the service, from the catalogue.

import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { CliCommand } from '../command.ts';
import { SHEET_OPTION, sheetFields, writeSheet } from '../sheet.ts';

export const tables: CliCommand = {
  name: 'tables',
  usage: '[--format FORMAT]',
  summary: 'list the tables of the service',
  examples: ['tables', 'tables --format json'],
  options: [SHEET_OPTION],
  run: async ({ values }, context) => {
    await writeSheet(
      context,
      values,
      sheetFields({ table: 'S', columns: 'I', filters: 'S', label: 'S', record: 'S' }),
      TABLE_CODES.map((code) => {
        const { columns, filters, label, purpose } = TABLES[code];
        return [code, String(columns.length), filters.join(' '), label.en, purpose.en];
      }),
    );
    return undefined;
  },
};
