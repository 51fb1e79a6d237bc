// The formula of a column that is calculated from others, as text.

import type { Column } from '#shared/catalogue/column.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import type { Language } from '#shared/text.ts';

/** Labels by column name: a name has the same label in every table with calculated columns. */
const LABELS = new Map(
  Object.values(TABLES).flatMap(({ columns }) => columns.map(({ name, label }) => [name, label] as const)),
);

/** "Adjusted IDM + Jockey index + ..."; undefined if the column is not calculated from others. */
export const formulaOf = ({ sumOf }: Column, language: Language): string | undefined =>
  sumOf?.map((name) => LABELS.get(name)?.[language] ?? name).join(' + ');
