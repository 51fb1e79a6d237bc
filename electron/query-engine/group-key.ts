// Which raw values form one group: those that the same filter finds. "7" and "07" are one number, "Ａ" and "a" one text,
// and all blanks one group.

import { isBeyondDouble, isBlank, NUMERIC_KINDS } from '#shared/catalogue/reading.ts';
import type { Column } from '#shared/catalogue/column.ts';
import type { Item } from '#shared/filters/condition.ts';
import { fold } from '#shared/filters/fold.ts';
import { formatCondition } from '#shared/filters/format-condition.ts';
import { measureOf } from '#shared/filters/measure.ts';
import type { CodedColumn } from './coded-column.ts';
import type { Yielder } from './yielder.ts';

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

export interface Spellings {
  /** By code that occurs: the first one of its group. */
  readonly firstOf: Uint32Array;
  /** By first code: how often the group occurs. */
  readonly counts: Uint32Array;
}

/**
 * Adds up how often the spellings of one number or code occur. Names, texts and keys stay as they are spelled: the keys of
 * 60,000 names take ten times as long as counting them. Errors: CANCELLED.
 */
export async function addedUp(
  column: CodedColumn,
  counts: Uint32Array,
  yielder: Yielder,
): Promise<Spellings> {
  const { numbers, filled, kinds } = column;
  const keyOf = groupKeyOf(column.definition);
  const { kind } = column.definition;
  const isAdded = NUMERIC_KINDS.has(kind) || kind === 'code';
  const isNumber = isAdded && measureOf(column.definition)?.exclusive === true;
  const firsts = new Map<string | number, number>();
  const firstOf = new Uint32Array(kinds);
  const added = new Uint32Array(kinds);
  for (let code = 0; code < kinds; code += 1) {
    if (code % 256 === 0 && yielder.isDue) await yielder.rest();
    const count = counts[code] ?? 0;
    if (count === 0) continue;
    // All blanks are one value, that of null.
    let first = kinds - 1;
    if (code < filled && !isAdded) first = code;
    else if (code < filled) {
      const number = isNumber ? (numbers?.[code] ?? NaN) : NaN;
      const isExact = !Number.isNaN(number) && !isBeyondDouble(number);
      const key = isExact ? number : keyOf(column.text(code));
      first = firsts.get(key) ?? code;
      if (first === code) firsts.set(key, code);
    }
    firstOf[code] = first;
    added[first] = (added[first] ?? 0) + count;
  }
  return { firstOf, counts: added };
}
