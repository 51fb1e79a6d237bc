// railbird tables: the subjects and the tables of the service, from the catalogue.

import { BROWSABLE_CODES, BROWSABLES } from '#shared/catalogue/browsable.ts';
import type { CliCommand } from '../command.ts';
import { SHEET_OPTION, sheetFields, writeSheet } from '../sheet.ts';

export const tables: CliCommand = {
  name: 'tables',
  usage: '[--format FORMAT]',
  summary: 'list the subjects and the tables of the service',
  examples: ['tables', 'tables --format json'],
  options: [SHEET_OPTION],
  run: async ({ values }, context) => {
    await writeSheet(
      context,
      values,
      sheetFields({ table: 'S', columns: 'I', filters: 'S', label: 'S', record: 'S' }),
      BROWSABLE_CODES.map((code) => {
        const { columns, filters, label, purpose } = BROWSABLES[code];
        return [code, String(columns.length), filters.join(' '), label.en, purpose.en];
      }),
    );
    return undefined;
  },
};
