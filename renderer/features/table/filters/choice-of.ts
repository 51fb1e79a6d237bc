// What a column's filter offers to choose from: a list of its values, a range of numbers, or a range of dates.

import type { Column, Kind } from '#shared/catalogue/column.ts';

export type Choice = 'values' | 'numbers' | 'dates';

const BY_KIND: { readonly [kind in Kind]: Choice } = {
  code: 'values', codes: 'values', mark: 'values', name: 'values', text: 'values', key: 'values', race: 'values',
  number: 'values', numbers: 'values', rank: 'values', clock: 'values', timestamp: 'values', date: 'dates',
  decimal: 'numbers', integer: 'numbers', money: 'numbers', odds: 'numbers', rate: 'numbers', tenths: 'numbers',
  gap: 'numbers', weight: 'numbers', length: 'numbers',
}; // prettier-ignore

export const choiceOf = ({ kind }: Pick<Column, 'kind'>): Choice => BY_KIND[kind];

/** An example of the grammar that fits the kind, for an empty field. */
export const EXAMPLE: { readonly [choice in Choice]: string } = {
  values: '=1,2  !3',
  numbers: '>=3 <5',
  dates: '2026-11-01..2026-11-15',
};

const WORDED: ReadonlySet<Kind> = new Set(['name', 'text', 'key', 'race']);

export const exampleOf = (column: Pick<Column, 'kind' | 'codeTable'>): string =>
  WORDED.has(column.kind) ? 'abc  !xyz  "abc"' : EXAMPLE[choiceOf(column)];
