// Summaries of a column: its values with their counts, quartiles and histogram; and the figures of a selection.

import type { CountedValue, Profile, Statistics, ValueList } from '#shared/bridge/row-query.ts';
import { sharedBeside } from './beside.ts';
import type { CodedColumn } from './coded-column.ts';
import {
  byFrequency,
  countCodes,
  weightedNumbers,
  weightedQuantile,
  weightedSum,
  type Weighted,
} from './counts.ts';
import { addedUp } from './group-key.ts';
import type { Yielder } from './yielder.ts';
import type { QueryInputs } from './queries.ts';
import { containsTest, decide, type Decided } from './row-filter.ts';

const MOST_TOP = 20;
const MOST_BINS = 24;

/** Errors: CANCELLED. */
export async function valueList(
  decided: Decided,
  rows: Uint32Array,
  { contains = '', limit, order = 'count' }: QueryInputs['values'],
  yielder: Yielder,
): Promise<ValueList> {
  const { column } = decided;
  const spelled = countCodes(column, rows);
  const { firstOf, counts } = await addedUp(column, spelled, yielder);
  const besideOf = besideIn(decided, rows, firstOf);
  const isSearch = contains.trim() !== '';
  const found = isSearch
    ? await decide({ column, besideOf }, containsTest(column.definition, contains), yielder)
    : undefined;
  // A value that is found by one of its spellings counts with all of them, as its filter finds them.
  const isFound = new Uint8Array(column.kinds);
  for (const [code, count] of spelled.entries())
    if (count > 0 && (found?.passes[code] ?? 1)) isFound[firstOf[code] ?? code] = 1;
  const occurring = codesThat(column.kinds, (code) => isFound[code] === 1);
  const ordered = order === 'count' ? byFrequency(occurring, counts) : occurring;
  return {
    values: ordered.slice(0, limit).map((code) => countedValue({ column, besideOf }, counts, code)),
    distinct: occurring.length,
    more: occurring.length > limit,
  };
}

const countedValue = ({ column, besideOf }: Decided, counts: Uint32Array, code: number): CountedValue => ({
  raw: column.text(code),
  count: counts[code] ?? 0,
  ...(besideOf === undefined ? {} : { beside: besideOf(code) }),
});

/** What is beside the values among these rows: a combination is written for a bet only if all of its rows have that bet. */
function besideIn(
  { column, besideOf, pairedWith }: Decided,
  rows: Uint32Array,
  firstOf: Uint32Array,
): Decided['besideOf'] {
  if (pairedWith === undefined) return besideOf;
  const groupOf = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) groupOf[at] = firstOf[column.codes[rows[at] ?? 0] ?? 0] ?? 0;
  const shared = sharedBeside(pairedWith, { rows, groupOf, count: column.kinds });
  return (code) => shared(firstOf[code] ?? code);
}

/** Errors: CANCELLED. */
export async function profileOf(decided: Decided, rows: Uint32Array, yielder: Yielder): Promise<Profile> {
  const { column } = decided;
  const spelled = countCodes(column, rows);
  const { firstOf, counts } = await addedUp(column, spelled, yielder);
  const occurring = codesThat(column.filled, (code) => Boolean(counts[code]));
  const filled = occurring.reduce((sum, code) => sum + (counts[code] ?? 0), 0);
  const [first, last] = [occurring[0], occurring.at(-1)];
  const weighted = weightedNumbers(column, spelled);
  const besideOf = besideIn(decided, rows, firstOf);
  return {
    records: rows.length,
    filled,
    distinct: occurring.length,
    top: byFrequency(occurring, counts)
      .slice(0, MOST_TOP)
      .map((code) => countedValue({ column, besideOf }, counts, code)),
    ...(first === undefined ? {} : { first: column.text(first) ?? '' }),
    ...(last === undefined ? {} : { last: column.text(last) ?? '' }),
    ...(weighted.total === 0 ? {} : { numeric: numericProfile(weighted) }),
  };
}

function numericProfile(weighted: Weighted): NonNullable<Profile['numeric']> {
  const at = (share: number) => weightedQuantile(weighted, share);
  return {
    numbers: weighted.total,
    min: at(0),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    max: at(1),
    mean: weightedSum(weighted) / weighted.total,
    histogram: histogramOf(weighted),
  };
}

function histogramOf({ numbers, counts, total }: Weighted): { from: number; to: number; count: number }[] {
  const [min = 0, max = 0] = [numbers[0], numbers.at(-1)];
  // Several texts may mean the same number.
  if (min === max) return [{ from: min, to: max, count: total }];
  const isWhole = numbers.every((number) => Number.isInteger(number));
  // Bins of whole numbers hold equally many of them.
  const width = isWhole ? Math.ceil((max - min + 1) / MOST_BINS) : (max - min) / MOST_BINS;
  const bins = isWhole ? Math.ceil((max - min + 1) / width) : MOST_BINS;
  const histogram = Array.from({ length: bins }, (_, bin) => ({
    from: min + bin * width,
    to: !isWhole && bin === bins - 1 ? max : min + (bin + 1) * width,
    count: 0,
  }));
  let at = 0;
  for (const [index, number] of numbers.entries()) {
    // Compare with the edges as reported, because a click on a bar filters by them; a quotient may round past them.
    while (at < bins - 1 && number >= (histogram[at]?.to ?? Infinity)) at += 1;
    const bin = histogram[at];
    if (bin) bin.count += counts[index] ?? 0;
  }
  return histogram;
}

/** The figures of a selection: each column counted over the same rows. */
export function statisticsOf(columns: readonly CodedColumn[], rows: Uint32Array): Statistics {
  const all: [number, number][] = [];
  let count = 0;
  for (const column of columns) {
    const counts = countCodes(column, rows);
    for (let code = 0; code < column.filled; code += 1) count += counts[code] ?? 0;
    const { numbers, counts: times } = weightedNumbers(column, counts);
    for (const [index, number] of numbers.entries()) all.push([number, times[index] ?? 0]);
  }
  const cells = columns.length * rows.length;
  if (all.length === 0) return { cells, count, numbers: 0 };
  all.sort(([a], [b]) => a - b);
  const weighted = {
    numbers: all.map(([number]) => number),
    counts: all.map(([, times]) => times),
    total: all.reduce((total, [, times]) => total + times, 0),
  };
  const sum = weightedSum(weighted);
  return {
    cells,
    count,
    numbers: weighted.total,
    sum,
    mean: sum / weighted.total,
    median: weightedQuantile(weighted, 0.5),
    min: weighted.numbers[0] ?? 0,
    max: weighted.numbers.at(-1) ?? 0,
  };
}

/** Whether no row has a value. */
export function isBlankIn(column: CodedColumn, rows: Uint32Array): boolean {
  const { codes, filled } = column;
  for (let at = 0; at < rows.length; at += 1) if ((codes[rows[at] ?? 0] ?? 0) < filled) return false;
  return true;
}

function codesThat(kinds: number, holds: (code: number) => boolean): number[] {
  const codes: number[] = [];
  for (let code = 0; code < kinds; code += 1) if (holds(code)) codes.push(code);
  return codes;
}
