// The formula of a column that is calculated from others, as text.

import type { Column } from '#shared/catalogue/column.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Language } from '#shared/text.ts';

/** Columns of one name are labeled alike in all tables that have what others are reckoned from. */
const LABELS = new Map(
  Object.values(TABLES).flatMap(({ columns }) => columns.map(({ name, label }) => [name, label] as const)),
);

/** "Adjusted IDM + Jockey index + ..."; undefined if the column is not calculated from others. */
export const formulaOf = ({ sumOf }: Column, language: Language): string | undefined =>
  sumOf?.map((name) => LABELS.get(name)?.[language] ?? name).join(' + ');
