// The cells of a grid whose rows are all in the window, for a file that has what the screen shows.

import type { ComposedCells } from '#shared/bridge/exports.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { MISSING, unitOf } from '#shared/catalogue/format.ts';
import { shownText } from '#shared/catalogue/shown-text.ts';
import type { RecordValues } from '#shared/racing/race-rows.ts';
import { CHANGED_SIGN, isSinceCard } from '#shared/racing/riders.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language, Text } from '#shared/text.ts';

const cellOf = (text: string): string | null => (text === MISSING ? null : text);

const labelOf = (column: Column): Text => {
  const inLanguage = (language: Language): string => {
    const unit = unitOf(column, language);
    return unit === undefined ? column.label[language] : `${column.label[language]} (${unit})`;
  };
  return { en: inLanguage('en'), ja: inLanguage('ja') };
};

/** `rows` in the order on screen. */
export const composedCells = (
  columns: readonly Column[],
  rows: readonly RecordValues[],
  language: Language,
  names: NameStyle = 'kana',
): ComposedCells => ({
  columns: columns.map((column) => ({ name: column.name, label: labelOf(column) })),
  rows: rows.map((row) =>
    columns.map((column) => {
      const beside = column.beside === undefined ? null : (row[column.beside] ?? null);
      const text = shownText(column, row[column.name] ?? null, language, names, beside);
      return cellOf(isSinceCard(column, row) ? `${CHANGED_SIGN[language]} ${text}` : text);
    }),
  ),
});

/** A column of a table that is not a grid: its header, and its text in a row. */
export interface ShownColumn {
  readonly name: string;
  readonly label: string;
  readonly text: (row: RecordValues) => string;
}

export const composedTable = (
  columns: readonly ShownColumn[],
  rows: readonly RecordValues[],
): ComposedCells => ({
  columns: columns.map(({ name, label }) => ({ name, label: { en: label, ja: label } })),
  rows: rows.map((row) => columns.map(({ text }) => cellOf(text(row)))),
});
