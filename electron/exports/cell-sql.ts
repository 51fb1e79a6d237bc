// The cells of a column as SQL, so that the archive writes them itself. What a value becomes is decided by the column's
// own function, which is called for each distinct value and not for each cell; SQL only repeats what it returned. A
// function of one column is evaluated by DuckDB once for each value that a block of the column lists, so a look-up of
// few values or a change of text costs hardly more than reading.

import type { FileColumn } from '#shared/exports/file-columns.ts';
import { isFilledSql, literal, trimmedSql } from '../archive/filter-sql.ts';

export interface CellSql {
  /** The text of the cell, or NULL. */
  readonly sql: string;
  /** A condition: the value cannot be read, and its cell is left empty. */
  readonly unreadable?: string;
}

/** Cells that are found by looking through a list. */
const MOST_LISTED = 64;
/** Cells that are found by their number, at the cost of an eighth of a microsecond each. */
const MOST_NUMBERED = 4000;
/** Stands for NULL among texts; a column with such a text is not written by SQL. */
const NOTHING = '\u0001';
const PRINTABLE = /^[\u0020-\u007e]*$/;

const literals = (texts: readonly string[]): string => texts.map(literal).join(', ');
const lookUp = (from: readonly string[], to: readonly string[], key: string): string =>
  `map([${literals(from)}], [${literals(to)}])[${key}]`;

/** A change of text, in SQL and as it is; both are the same for texts of printable ASCII. */
interface Formula {
  readonly sql: (text: string) => string;
  readonly text: (text: string) => string;
  /** Whether the SQL is NULL where nothing is left of the text. */
  readonly isNullForNothing?: boolean;
}

/** It is the same for any text. */
const UNCHANGED: Formula = { sql: (text) => text, text: (text) => text };

/** `grouped`: a comma between thousands. */
const GROUPED: Formula = {
  sql: (text) => `case
    when strlen(${text}) > 6 then left(${text}, -6) || ',' || left(right(${text}, 6), 3) || ',' || right(${text}, 3)
    when strlen(${text}) > 3 then left(${text}, -3) || ',' || right(${text}, 3)
    when ${text} <> '' then ${text} end`,
  text: (text) => {
    if (text.length <= 3) return text;
    if (text.length <= 6) return `${text.slice(0, -3)},${text.slice(-3)}`;
    return `${text.slice(0, -6)},${text.slice(-6, -3)},${text.slice(-3)}`;
  },
  isNullForNothing: true,
};

/** A loop: an expression for the end of a text takes time that grows with the square of its length. */
function withoutAtEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

const withoutZeros = (text: string): string => withoutAtEnd(withoutAtEnd(text, '0'), '.');

/** The numbers of two or three horses, without zeros and with a dash between them: 010412 as 1-4-12. */
function combinationOf(numbers: 2 | 3): Formula {
  const places = Array.from({ length: numbers }, (_, at) => 2 * at);
  const isNumber = (text: string): boolean => /^(?:0[1-9]|1[0-8])$/.test(text);
  return {
    sql: (text) => {
      const parts = places.map((at) => `substring(${text}, ${at + 1}, 2)`);
      const differ = parts.flatMap((part, at) => parts.slice(at + 1).map((other) => `${part} <> ${other}`));
      const named = parts.map((part) => `ltrim(${part}, '0')`).join(` || '-' || `);
      return `case when strlen(${text}) = ${2 * numbers}
        and ${parts.map((part) => `${part} between '01' and '18'`).join(' and ')} and ${differ.join(' and ')}
        then ${named} else ${text} end`;
    },
    text: (text) => {
      const parts = places.map((at) => text.slice(at, at + 2));
      const isOne =
        text.length === 2 * numbers && parts.every(isNumber) && new Set(parts).size === parts.length;
      return isOne ? parts.map((part) => part.replace(/^0/, '')).join('-') : text;
    },
  };
}

/** From the cheapest on. */
const FORMULAS: readonly Formula[] = [
  UNCHANGED,
  { sql: (text) => `trim(${text})`, text: (text) => withoutAtEnd(text.replace(/^ +/, ''), ' ') },
  { sql: (text) => `ltrim(${text}, ' 0')`, text: (text) => text.replace(/^[ 0]+/, '') },
  // " 12.0" as 12
  {
    sql: (text) => `rtrim(rtrim(ltrim(${text}), '0'), '.')`,
    text: (text) => withoutZeros(text.replace(/^ +/, '')),
  },
  // Tenths: 1117 as 111.7, 550 as 55
  {
    sql: (text) => `rtrim(rtrim(left(${text}, -1) || '.' || right(${text}, 1), '0'), '.')`,
    text: (text) => withoutZeros(`${text.slice(0, -1)}.${text.slice(-1)}`),
  },
  // 20261114 as 2026-11-14
  {
    sql: (text) => `left(${text}, 4) || '-' || substring(${text}, 5, 2) || '-' || substring(${text}, 7)`,
    text: (text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`,
  },
  GROUPED,
  combinationOf(2),
  combinationOf(3),
  // 10,000 yen as yen
  { sql: (text) => `${text} || '0000'`, text: (text) => `${text}0000` },
];

type Cells = ReadonlyMap<string, string | null>;

/** The texts of the exceptions, the formula for all others; where it leaves nothing there is no cell. */
function withExceptions(formula: Formula, cells: Cells, exceptions: Cells, input: string): string {
  const found = [...exceptions];
  const texts = found.map(([, cell]) => cell ?? NOTHING);
  const keys = found.map(([raw]) => raw);
  const plain = formula.sql(input);
  const all = found.length === 0 ? plain : `coalesce(${lookUp(keys, texts, input)}, ${plain})`;
  const isEmptied =
    formula.isNullForNothing !== true &&
    [...cells.keys()].some((raw) => !exceptions.has(raw) && formula.text(raw) === '');
  const filled = isEmptied ? `nullif(${all}, '')` : all;
  return texts.includes(NOTHING) ? `nullif(${filled}, '${NOTHING}')` : filled;
}

/** The values of which the formula does not make their cell; undefined if they are many. */
function exceptionsTo(formula: Formula, cells: Cells): Cells | undefined {
  const exceptions = new Map<string, string | null>();
  for (const [raw, cell] of cells) {
    const isKnown = formula === UNCHANGED || PRINTABLE.test(raw);
    if (isKnown && (formula.text(raw) || null) === cell) continue;
    exceptions.set(raw, cell);
    if (exceptions.size > MOST_LISTED) return undefined;
  }
  return exceptions;
}

/** The first formula that makes the right text of all values but a few. */
function byFormula(cells: Cells, input: string): string | undefined {
  for (const formula of FORMULAS) {
    const exceptions = exceptionsTo(formula, cells);
    if (exceptions !== undefined) return withExceptions(formula, cells, exceptions, input);
  }
  return undefined;
}

/** Each value by its number in the list of all. */
function byNumber(cells: Cells, key: string): string | undefined {
  if (cells.size > MOST_NUMBERED) return undefined;
  const texts = [...cells.values()].map((cell) => (cell === null ? 'null' : literal(cell)));
  return `([${texts.join(', ')}]::VARCHAR[])[enum_code(${key}::enum(${literals([...cells.keys()])}))::INTEGER + 1]`;
}

/** Values without a cell are left out: what is not found is NULL. */
function byList(cells: Cells, key: string): string | undefined {
  const listed = [...cells].flatMap(([raw, cell]) => (cell === null ? [] : [[raw, cell] as const]));
  if (listed.length === 0) return 'null::VARCHAR';
  if (listed.length > MOST_LISTED) return undefined;
  return lookUp(
    listed.map(([raw]) => raw),
    listed.map(([, cell]) => cell),
    key,
  );
}

/** SQL can hold neither in a literal, or an empty text or the mark would be taken for NULL. */
const isWritable = (cells: Cells): boolean =>
  [...cells].every(
    ([raw, cell]) =>
      !raw.includes('\0') && cell !== '' && cell !== NOTHING && (cell === null || !cell.includes('\0')),
  );

/** A name that no style leaves unchanged but that of names as recorded. */
const RECORDED = 'ウマ';
const AFTER = ` ${RECORDED}`;
const KEY_LENGTH = 8;

/** "Tokyo 11R" for a key, and the name after it; a text that is no race key stands alone. */
function ofRaces(
  { made }: FileColumn,
  values: readonly string[],
  input: string,
  beside: string,
): string | undefined {
  const places = new Map<string, string | null>();
  const exceptions = new Map<string, string | null>();
  for (const raw of values) {
    const place = raw.slice(0, 2) + raw.slice(6);
    const named = made(raw, RECORDED);
    const text =
      typeof named === 'string' && named.endsWith(AFTER) ? named.slice(0, -AFTER.length) : undefined;
    if (
      text !== undefined &&
      PRINTABLE.test(raw) &&
      raw.length === KEY_LENGTH &&
      (places.get(place) ?? text) === text
    )
      places.set(place, text);
    else {
      const alone = made(raw) ?? null;
      // Its text with a name is something else.
      if (named !== alone) return undefined;
      exceptions.set(raw, alone === null ? null : String(alone));
    }
    if (exceptions.size > MOST_LISTED) return undefined;
  }
  if (places.size === 0) return byList(exceptions, input);
  const title = byNumber(places, `(left(${input}, 2) || substring(${input}, 7))`);
  if (title === undefined || !isWritable(places) || !isWritable(exceptions)) return undefined;
  const others = [...exceptions.keys()];
  const named = `${title} || coalesce(' ' || ${trimmedSql(beside)}, '')`;
  return others.length === 0
    ? named
    : `case when ${input} in (${literals(others)}) then ${byList(exceptions, input) ?? 'null'} else ${named} end`;
}

/** SQL of a text column that needs no look at its values. */
const PLAIN: { readonly [plain in NonNullable<FileColumn['plain']>]: (input: string) => string } = {
  same: (input) => input,
  filled: (input) => `case when ${isFilledSql(input)} then ${input} end`,
  // A dash stands for no value.
  trimmed: (input) => `nullif(${trimmedSql(input)}, '–')`,
};

/** The SQL of a column's cells if it does not depend on its values. */
export const plainCellSql = ({ plain }: FileColumn, input: string): CellSql | undefined =>
  plain === undefined ? undefined : { sql: PLAIN[plain](input) };

/**
 * The SQL of a column's cells. `values`: all distinct values, null aside. `input` and `beside` are the columns that it
 * is made of. Undefined if it would be too long, or if a value is one that SQL cannot repeat.
 */
export function cellSql(
  column: FileColumn,
  values: readonly string[],
  input: string,
  beside?: string,
): CellSql | undefined {
  if (beside !== undefined) {
    const sql = column.column.kind === 'race' ? ofRaces(column, values, input, beside) : undefined;
    return sql === undefined ? undefined : { sql };
  }
  const cells = new Map<string, string | null>();
  const none: string[] = [];
  let unreadable = 0;
  for (const raw of values) {
    const cell = column.made(raw);
    if (cell === undefined) unreadable += 1;
    else if (cell === null) none.push(raw);
    cells.set(raw, cell === undefined || cell === null ? null : String(cell));
  }
  if (!isWritable(cells)) return undefined;
  const sql = byList(cells, input) ?? byFormula(cells, input) ?? byNumber(cells, input);
  if (sql === undefined) return undefined;
  if (unreadable === 0) return { sql };
  if (none.length > MOST_LISTED) return undefined;
  const read = none.length === 0 ? '' : `and ${input} not in (${literals(none)})`;
  return { sql, unreadable: `${input} is not null and (${sql}) is null ${read}` };
}
