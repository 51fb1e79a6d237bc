// The text of a value in a cell of a grid, and so in a file that has what the screen shows.

import { briefLabel } from '#shared/catalogue/brief-label.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { glyphOf } from '#shared/catalogue/decode.ts';
import { formatBare, formatValue, MISSING } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import type { NameStyle } from '#shared/names/latin.ts';
import type { Language } from '#shared/text.ts';

/**
 * A code by its short label, a mark by its glyph, anything else without the unit, which the column's header has.
 * `beside`: the value of the column that the text is made with (`Column.beside`).
 */
export function shownText(
  column: Column,
  raw: string | null,
  language: Language,
  names: NameStyle = 'kana',
  beside: string | null = null,
): string {
  if (raw === null || isBlank(raw)) return MISSING;
  switch (column.kind) {
    case 'mark':
      return glyphOf(column, raw) ?? briefLabel(column, formatValue(column, raw, language), language);
    case 'code':
    case 'codes':
      return briefLabel(column, formatValue(column, raw, language), language);
    default:
      return formatBare(column, raw, language, names, beside);
  }
}
