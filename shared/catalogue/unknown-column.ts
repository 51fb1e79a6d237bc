// A field that a service sends and the catalogue does not know: stored, shown and exported, marked as new.

import type { Column } from '#shared/catalogue/column.ts';

/** Its column: text, under its own name in both languages. */
export const unknownColumn = (name: string): Column => ({
  name,
  type: 'S?',
  kind: 'text',
  label: { en: name, ja: name },
  short: { en: name, ja: name },
  group: 'data',
  meaning: { en: 'A field that this version does not know yet.', ja: 'この版がまだ知らない項目です。' },
  shown: true,
});
