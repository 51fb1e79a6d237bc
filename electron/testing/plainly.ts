// The expected answers of a row set, computed in a plain way over rows of text, value by value and without codes. Tests
// compare the engine with it. It implements filters independently of the grammar.

import type { ColumnFilter, CountedValue } from '#shared/bridge/row-query.ts';
import type { Sort } from '#shared/bridge/source.ts';
import type { Column } from '#shared/catalogue/column.ts';
import { latinKey } from '#shared/names/name-key.ts';
import { compareValues, isBlank, NUMERIC_KINDS, readNumber } from '#shared/catalogue/reading.ts';

export type PlainRow = Readonly<Record<string, string | null>>;

/** A filter as a user types it, and whether a raw value passes it. */
export interface PlainFilter extends ColumnFilter {
  readonly passes: (raw: string | null) => boolean;
}

/** For a column of numbers. Only numbers are in a range; `zeroIsNone`: for a rank or a horse's number. */
export function plainRange(
  column: string,
  [sign, bound]: readonly ['>=' | '<' | '>' | '<=', number],
  zeroIsNone: boolean,
): PlainFilter {
  const holds = {
    '>=': (value: number) => value >= bound,
    '<': (value: number) => value < bound,
    '>': (value: number) => value > bound,
    '<=': (value: number) => value <= bound,
  }[sign];
  return {
    column,
    text: `${sign}${bound}`,
    passes: (raw) => {
      const value = readNumber(raw);
      if (value === undefined) return false;
      return holds(value) && !(zeroIsNone && value === 0 && sign.startsWith('<'));
    },
  };
}

export const plainNumbers = (column: string, numbers: readonly number[], not: boolean): PlainFilter => ({
  column,
  text: `${not ? '!' : ''}=${numbers.join(',')}`,
  passes: (raw) => numbers.includes(readNumber(raw) ?? NaN) !== not,
});

/** A part of the text, ignoring width, kana and case. */
export const plainText = (column: string, text: string, not: boolean): PlainFilter => ({
  column,
  text: `${not ? '!' : ''}'${text}'`,
  passes: (raw) => (!isBlank(raw) && isIn(column, raw ?? '', text)) !== not,
});

export const plainEmpty = (column: string, not: boolean): PlainFilter => ({
  column,
  text: not ? '!=' : '=',
  passes: (raw) => isBlank(raw) !== not,
});

const HIRAGANA = 'あいうえおかきくけこん';
const KATAKANA = 'アイウエオカキクケコン';

/** Covers the few letters that the tests use. */
function alike(text: string): string {
  return [...text.normalize('NFKC').toLowerCase()]
    .map((letter) => HIRAGANA[KATAKANA.indexOf(letter)] ?? letter)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

const ofLatin = (text: string): string => latinKey(text).replaceAll(' ', '');

/** A part of the value; of a name also a part of how it sounds, if two Latin letters or more are searched for. */
const isIn = (column: string, value: string, text: string): boolean =>
  alike(value).includes(alike(text)) ||
  (column === 'horse_name' &&
    /^[\sa-z\d]*$/.test(alike(text)) &&
    /[a-z]/.test(alike(text)) &&
    ofLatin(text).length > 1 &&
    /[ァ-ヺぁ-ん]/.test(value.normalize('NFKC')) &&
    ofLatin(value).includes(ofLatin(text)));

export const plainlySearched = (rows: readonly PlainRow[], text: string, columns: readonly string[]) =>
  alike(text) === ''
    ? [...rows]
    : rows.filter((row) => columns.some((name) => isIn(name, row[name] ?? '', text)));

/** Kinds of which a zero is shown as a dash. */
const ZERO_IS_NONE: ReadonlySet<string> = new Set(['rank', 'number', 'tenths', 'odds']);

/** Whether both are the same number, however it is spelled: "04" and "+ 4" are no different places. */
const areEqual = (a: string, b: string, { kind }: Column): boolean =>
  NUMERIC_KINDS.has(kind) && readNumber(a) !== undefined && readNumber(a) === readNumber(b);

/** A stable sort; blanks, and zeros that mean none, last in either direction. */
export function plainlySorted(rows: readonly PlainRow[], sort: Sort, columns: readonly Column[]): PlainRow[] {
  return rows.toSorted((a, b) => {
    for (const { column, direction } of sort) {
      const [left, right] = [a[column] ?? null, b[column] ?? null];
      const definition = columns.find((each) => each.name === column);
      const zeroIsNone = ZERO_IS_NONE.has(definition?.kind ?? '');
      const isLast = (raw: string | null): boolean => isBlank(raw) || (zeroIsNone && readNumber(raw) === 0);
      const lasts = Number(isLast(left)) - Number(isLast(right));
      if (lasts !== 0) return lasts;
      if (definition === undefined || left === null || right === null || isLast(left)) continue;
      if (areEqual(left, right, definition)) continue;
      const order = compareValues(definition)(left, right);
      if (order !== 0) return direction === 'ascending' ? order : -order;
    }
    return 0;
  });
}

/** What the spellings of one number or code share; a name or key is listed as it is spelled. Null for blanks. */
export function plainValue(raw: string | null, column: string): string | null {
  if (raw === null || isBlank(raw)) return null;
  if (column === 'horse_id' || column === 'horse_name') return raw;
  const number = column === 'trouble_classification' ? undefined : readNumber(raw);
  if (number !== undefined) return String(number);
  return column === 'trouble_classification' ? alike(raw).replace(/^0+(?=\d)/, '') : alike(raw);
}

/** Values with their number of occurrences, in whatever ways a number or code is spelled. */
export function plainlyCounted(rows: readonly PlainRow[], column: string): CountedValue[] {
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    const value = plainValue(row[column] ?? null, column);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([raw, count]) => ({ raw, count }));
}
