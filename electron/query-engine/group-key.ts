// Which raw values form one group: those that the same filter finds. "7" and "07" are one number, "Ａ" and "a" one text,
// and all blanks one group.

import { isBlank } from '#shared/catalogue/reading.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Item } from '#shared/filters/condition.ts';
import { fold } from '#shared/filters/fold.ts';
import { formatCondition } from '#shared/filters/format-condition.ts';
import { measureOf } from '#shared/filters/measure.ts';

/** Returns a key that all raw values of a group share. */
export function groupKeyOf(column: Column): (raw: string | null) => string {
  const measure = measureOf(column);
  return (raw) => {
    if (raw === null || isBlank(raw)) return '';
    const value = measure?.exclusive ? measure.read(raw) : undefined;
    if (value !== undefined) return `=${value}`;
    if (column.kind === 'key' || column.kind === 'race') return `key ${raw.normalize('NFKC').trim()}`;
    if (column.kind === 'code' || column.kind === 'mark') return `code ${fold(raw).replace(/^0+(?=\d)/, '')}`;
    return `text ${fold(raw)}`;
  };
}

/** The filter that finds the group of a raw value. */
export function groupFilter(column: Column, raw: string | null): string {
  return formatCondition({ anyOf: [{ allOf: [{ oneOf: [itemOf(column, raw)] }] }] }, column);
}

function itemOf(column: Column, raw: string | null): Item {
  if (raw === null || isBlank(raw)) return { is: 'empty' };
  const measure = measureOf(column);
  const value = measure?.exclusive ? measure.read(raw) : undefined;
  if (value !== undefined) return { is: 'range', from: value, to: value };
  return { is: 'whole', text: raw };
}
