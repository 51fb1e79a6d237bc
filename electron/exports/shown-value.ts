// A cell as an export "with labels" writes it: codes in words, everything else as it came.

import type { Column } from '#shared/catalogue/column.ts';
import { decode, glyphOf } from '#shared/catalogue/decode.ts';
import type { Language } from '#shared/text.ts';

/** Numbers, dates and times stay plain, so that a program can still read them; an unknown code stays raw. */
export function shownValue(column: Column, value: string | null, language: Language): string | null {
  if (value === null || value === '') return value;
  const glyph = column.kind === 'mark' ? glyphOf(column, value) : undefined;
  return glyph ?? decode(column, value, language) ?? value;
}
