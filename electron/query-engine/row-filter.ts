// Which rows pass: each filter is evaluated once per distinct value, then looked up for every row.

import type { ColumnFilter, FilterProblem, QuickSearch } from '#shared/bridge/row-query.ts';
import type { Column, Kind } from '#shared/catalogue/column.ts';
import { decode, glyphOf, isDecoded } from '#shared/catalogue/decode.ts';
import { formatValue } from '#shared/catalogue/format.ts';
import { isBlank } from '#shared/catalogue/reading.ts';
import { containing, fold } from '#shared/filters/fold.ts';
import { parseCondition } from '#shared/filters/grammar.ts';
import { matcher, raceContaining } from '#shared/filters/matches.ts';
import { PROBLEMS } from '#shared/filters/problem.ts';
import type { Language } from '#shared/text.ts';
import { codesFor, type CodedColumn, type Codes } from './coded-column.ts';
import type { Yielder } from './yielder.ts';

/** `beside`: the value of the column that the shown text is made with, for races and combinations. */
export type Test = (raw: string | null, beside?: string | null) => boolean;

/** What `decide` tests: the values of a column, and for a column of races the name of each. */
export interface Decided {
  readonly column: CodedColumn;
  readonly besideOf?: ((code: number) => string | null) | undefined;
  /** The column beside it, if rows of one value have several values there: combinations have the bet of their row. */
  readonly pairedWith?: CodedColumn | undefined;
}

/** Whether each code of a column passes: 1 or 0. */
export interface RowMask {
  readonly column: string;
  readonly passes: Uint8Array;
  /** What `passes` is looked up by for each row, if not by the codes of the column. */
  readonly codes?: Codes | undefined;
}

/** The test of a filter, or why it has none: its text, or no such column; undefined if everything passes. */
export function testOf(filter: ColumnFilter, column: Column | undefined): Test | FilterProblem | undefined {
  if (filter.text.trim() === '') return undefined;
  if (column === undefined) return { ...filter, problem: PROBLEMS.absent, at: 0 };
  const parsed = parseCondition(filter.text, column);
  if (parsed.ok) return matcher(parsed.condition, column);
  return { ...filter, problem: parsed.problem, at: parsed.at };
}

/** Digits, and what stands between them in times and combinations. */
const FIGURE = /^[:.→ -]*\d[\d:.→ -]*$/;

const BOTH: readonly Language[] = ['en', 'ja'];
const ONE: readonly Language[] = ['en'];

/**
 * Kinds whose values are written otherwise than they are stored, in one way or in one for each language. `parts`: the texts
 * that can be part of what is written. No value is written for any other text, such as a name, since that takes time. A
 * weekday alone is none: it would find most days.
 */
const WRITTEN: {
  readonly [kind in Kind]?: { readonly parts: RegExp; readonly languages: readonly Language[] };
} = {
  date: { parts: /\d/, languages: BOTH },
  timestamp: { parts: FIGURE, languages: ONE },
  clock: { parts: FIGURE, languages: ONE },
  tenths: { parts: FIGURE, languages: ONE },
  numbers: { parts: FIGURE, languages: ONE },
  weight: { parts: /^\d+\.\d*$/, languages: ONE },
  money: { parts: /^\d[\d,]*,\d*$/, languages: BOTH },
};

/** Whether a value contains the text as it is written; undefined if none of the column's can. */
function writtenContaining(column: Column, text: string) {
  const wanted = fold(text);
  const written = WRITTEN[column.kind];
  if (written?.parts.test(wanted) !== true) return undefined;
  const { languages } = written;
  // What is written has letters in its weekday only: folding it in full takes longer than writing it.
  return (raw: string, beside: string | null = null): boolean =>
    languages.some((language) =>
      formatValue(column, raw, language, 'kana', beside).toLowerCase().includes(wanted),
    );
}

/**
 * Whether a value contains the text, raw or as it is written: a day, time or combination, the label of a code, the title of
 * a race, in either language.
 */
export function containsTest(column: Column, text: string): Test {
  const contains = containing(text, column.kind === 'name');
  const holds = (shown: string | undefined): boolean => shown !== undefined && contains(shown);
  const hasMeanings = isDecoded(column);
  const isRace = column.kind === 'race' ? raceContaining(column, text) : undefined;
  const isWritten = writtenContaining(column, text);
  return (raw, beside) => {
    if (raw === null) return false;
    if (holds(raw)) return true;
    if (isWritten !== undefined) return !isBlank(raw) && isWritten(raw, beside);
    if (isRace !== undefined) return isRace(raw, beside);
    if (!hasMeanings) return false;
    return (
      holds(decode(column, raw, 'en')) || holds(decode(column, raw, 'ja')) || holds(glyphOf(column, raw))
    );
  };
}

/** How many values are evaluated between two checks of the time. */
const AT_ONCE = 256;

/** Evaluates the test once per code. Errors: CANCELLED. */
export async function decide({ column, besideOf }: Decided, test: Test, yielder: Yielder): Promise<RowMask> {
  const passes = new Uint8Array(column.kinds);
  for (let code = 0; code < column.kinds; code += 1) {
    if (code % AT_ONCE === 0 && yielder.isDue) await yielder.rest();
    if (test(column.text(code), besideOf?.(code))) passes[code] = 1;
  }
  return { column: column.definition.name, passes };
}

/** Evaluates the test once per value and value beside it that occur together. Errors: CANCELLED. */
export async function decidePairs(
  column: CodedColumn,
  beside: CodedColumn,
  test: Test,
  yielder: Yielder,
): Promise<RowMask> {
  const width = beside.kinds;
  const count = column.kinds * width;
  const codes = codesFor(count, column.codes.length);
  const occurs = new Uint8Array(count);
  for (let row = 0; row < codes.length; row += 1) {
    const pair = (column.codes[row] ?? 0) * width + (beside.codes[row] ?? 0);
    codes[row] = pair;
    occurs[pair] = 1;
  }
  const passes = new Uint8Array(count);
  for (let pair = 0; pair < count; pair += 1) {
    if (pair % AT_ONCE === 0 && yielder.isDue) await yielder.rest();
    if (occurs[pair] && test(column.text(Math.floor(pair / width)), beside.text(pair % width)))
      passes[pair] = 1;
  }
  return { column: column.definition.name, passes, codes };
}

/** Clears `keep` for rows whose value does not pass. */
export function keepPassing(keep: Uint8Array, codes: Codes, passes: Uint8Array): void {
  for (let row = 0; row < keep.length; row += 1)
    keep[row] = (keep[row] ?? 0) & (passes[codes[row] ?? 0] ?? 0);
}

/** Sets `found` for rows whose value passes. */
export function addPassing(found: Uint8Array, codes: Codes, passes: Uint8Array): void {
  for (let row = 0; row < found.length; row += 1) {
    found[row] = (found[row] ?? 0) | (passes[codes[row] ?? 0] ?? 0);
  }
}

/** The rows that `keep` marks with 1, ascending. */
export function rowsKept(keep: Uint8Array): Uint32Array {
  const rows = new Uint32Array(keep.length);
  let count = 0;
  for (let row = 0; row < keep.length; row += 1) {
    if (keep[row]) rows[count++] = row;
  }
  return rows.slice(0, count);
}

export const isSearch = (quick: QuickSearch | undefined): quick is QuickSearch =>
  quick !== undefined && fold(quick.text) !== '';
