// railbird columns TABLE: the names and meanings of a table's columns, from the catalogue.

import type { CliCommand } from '../command.ts';
import { LANGUAGE_OPTION, languageFrom, browsableNamed } from '../selection.ts';
import { SHEET_OPTION, writeSheet } from '../sheet.ts';

export const columns: CliCommand = {
  name: 'columns',
  usage: 'TABLE [--format FORMAT] [--language en|ja]',
  summary: 'list the columns of a table: type, unit, codes, meaning',
  examples: ['columns d_ra', 'columns d_ky --format csv --language ja'],
  options: [SHEET_OPTION, LANGUAGE_OPTION],
  words: '<TABLE>',
  run: async ({ words: [word = ''], values }, context) => {
    const language = languageFrom(values);
    await writeSheet(
      context,
      values,
      ['column', 'type', 'kind', 'unit', 'codes', 'label', 'meaning'].map((name) => ({ name, type: 'S?' })),
      browsableNamed(word).columns.map(({ name, type, kind, unit, codeTable, label, meaning }) => [
        name,
        type,
        kind,
        unit ?? null,
        codeTable ?? null,
        label[language],
        meaning[language],
      ]),
    );
    return undefined;
  },
};
