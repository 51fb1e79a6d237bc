// What an index is the sum of, and whether the parts of a record add up to it. Pure.

import { isBlank, readNumber } from '#shared/catalogue/reading.ts';
import type { TableCode } from '#shared/catalogue/table.ts';
import { columnOf } from '#shared/catalogue/tables.ts';
import { THOUSAND, thousandths } from './decimals.ts';

/** An index that is the sum of other fields of its record. */
export interface IndexSum {
  readonly name: 'overall' | 'idm';
  /** The table that defines the columns; present and past tables have the same. */
  readonly table: TableCode;
  readonly total: string;
  /** In the order in which they are added. */
  readonly parts: readonly string[];
  /** Parts that are left blank where there is nothing to add. Without any of the others there is no sum. */
  readonly optional: ReadonlySet<string>;
  /** A value that is already inside the first part, so that it is named beside the sum and not added. */
  readonly included?: string;
}

/** The catalogue says what the column is the sum of. */
function partsOf(table: TableCode, total: string): readonly string[] {
  const parts = columnOf(table, total)?.sumOf;
  if (parts === undefined) throw new Error(`not a sum: ${total}`);
  return parts;
}

/** The overall index of the card: IDM, jockey index and information index. */
export const OVERALL_INDEX: IndexSum = {
  name: 'overall',
  table: 'd_ky',
  total: 'integration_index',
  parts: partsOf('d_ky', 'integration_index'),
  optional: new Set(),
};

const BASE_SCORE = 'idm_rawscore';
const IDM_PARTS = partsOf('d_se', 'idm');

/** The IDM of a result: base score and corrections. The track variant is already inside the base score. */
export const RESULT_IDM: IndexSum = {
  name: 'idm',
  table: 'd_se',
  total: 'idm',
  parts: IDM_PARTS,
  optional: new Set(IDM_PARTS.filter((field) => field !== BASE_SCORE)),
  included: 'correction_value_track_diff',
};

/** One part and the sum before and after it, in points. */
export interface Step {
  readonly field: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** The record leaves it blank: nothing was added. */
  readonly isBlank: boolean;
}

export type IndexExplanation =
  | { readonly state: 'explained'; readonly steps: readonly Step[]; readonly total: number }
  /** The record has no such index. */
  | { readonly state: 'absent' }
  /** The index is there, but these fields are blank or are no numbers. */
  | { readonly state: 'unreadable'; readonly fields: readonly string[] }
  /** All fields are there, and their sum is another number. */
  | {
      readonly state: 'differs';
      readonly steps: readonly Step[];
      readonly sum: number;
      readonly total: number;
    };

/** Of a record of the sum's table, raw text by field. A part of a damaged record is never taken as zero. */
export function explainIndex(
  { total: totalField, parts, optional }: IndexSum,
  record: Readonly<Record<string, string | null | undefined>>,
): IndexExplanation {
  const rawTotal = record[totalField];
  if (isBlank(rawTotal)) return { state: 'absent' };
  const total = readNumber(rawTotal);
  const unreadable = [totalField, ...parts].filter((field) => {
    const raw = record[field];
    return isBlank(raw) ? !optional.has(field) : readNumber(raw) === undefined;
  });
  if (total === undefined || unreadable.length > 0) return { state: 'unreadable', fields: unreadable };
  let sum = 0;
  const steps = parts.map((field): Step => {
    const raw = record[field];
    const value = thousandths(readNumber(raw) ?? 0);
    const from = sum;
    sum += value;
    return {
      field,
      value: value / THOUSAND,
      from: from / THOUSAND,
      to: sum / THOUSAND,
      isBlank: isBlank(raw),
    };
  });
  return sum === thousandths(total)
    ? { state: 'explained', steps, total }
    : { state: 'differs', steps, sum: sum / THOUSAND, total };
}
