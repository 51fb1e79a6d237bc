// The cells of a column as SQL, so that the archive writes them itself. What a value becomes is decided by the column's
// own function, which is called for each distinct value and not for each cell; SQL only repeats what it returned. A
// function of one column is evaluated by DuckDB once for each value that a block of the column lists, so a look-up of
// few values or a change of text costs hardly more than reading.

import type { FileColumn } from '#shared/exports/file-columns.ts';
import type { Characters, TextEnds } from '../query-engine/column-store.ts';
import { isFilledSql, literal, SPACES, trimmedSql } from '../archive/filter-sql.ts';
import { cell } from './csv.ts';
import type { Dialect } from './file-format.ts';
import { isFormula, NUMBER } from './formula.ts';
import { isBare } from './json.ts';

export interface CellSql {
  /** The text of the cell, or NULL. */
  readonly sql: string;
  /** A condition: the value cannot be read, and its cell is left empty. */
  readonly unreadable?: string;
  /** Whether no cell of a record (`Written`) needs quotes that it does not have. */
  readonly isQuoted?: boolean;
  /** A condition: a spreadsheet reads the cell as a formula. NEVER if it holds for none; absent if that is not known. */
  readonly formula?: string;
}

/** What is made of the cells. */
export interface Written {
  /**
   * A text for each record, between whose cells are these: there an empty text is no cell, and texts that are known have
   * their quotes.
   */
  readonly dialect?: Dialect | undefined;
  /** JSON: blank texts, and empty ones in place of numbers, may be left to it. */
  readonly takesBlanks?: boolean;
}

/** A condition that no row meets. */
export const NEVER = 'false';

/** Cells that are found by looking through a list. */
const MOST_LISTED = 64;
/** Cells that are found by their number, at the cost of an eighth of a microsecond each. */
const MOST_NUMBERED = 4000;
/** Stands for NULL among texts; a column with such a text is not written by SQL. */
const NOTHING = '\u0001';
const PRINTABLE = /^[\u0020-\u007e]*$/;

const literals = (texts: readonly string[]): string => texts.map(literal).join(', ');

/** The SQL that makes a cell of the SQL of its value. */
type Make = (input: string) => string;

/** How the cells' SQL refers to a list: each returns what stands for it. */
export interface ListNames {
  readonly list: (sql: string) => string;
  readonly enumeration: (sql: string) => string;
}

/** The lists stand in the SQL. */
const IN_PLACE: ListNames = { list: (sql) => sql, enumeration: (sql) => sql };

function lookUp(from: readonly string[], to: readonly string[], names: ListNames): Make {
  const map = names.list(`map([${literals(from)}], [${literals(to)}])`);
  return (key) => `${map}[${key}]`;
}

/** A change of text, in SQL and as it is; both are the same for texts of printable ASCII. */
interface Formula {
  readonly sql: (text: string) => string;
  readonly text: (text: string) => string;
}

/** It is the same for any text. */
const UNCHANGED: Formula = { sql: (text) => text, text: (text) => text };

/** Replaces the first match, in RE2's notation; what a group that matches nothing has captured is empty in both. */
interface Replacement {
  readonly pattern: string;
  /** Groups as \1. */
  readonly by: string;
}

/** A function of one text, which DuckDB evaluates once for each value that a block lists; it never does that with CASE. */
function replaced(...steps: readonly Replacement[]): Formula {
  const inTurn = steps.map(({ pattern, by }) => ({
    expression: new RegExp(pattern),
    by: by.replace(/\\(\d)/g, '$$$1'),
  }));
  return {
    sql: (text) =>
      steps.reduce(
        (sql, { pattern, by }) => `regexp_replace(${sql}, ${literal(pattern)}, ${literal(by)})`,
        text,
      ),
    text: (text) => inTurn.reduce((made, { expression, by }) => made.replace(expression, by), text),
  };
}

/** Commas in amounts. */
const THOUSANDS: Replacement = { pattern: String.raw`(\d)(\d{3})$`, by: String.raw`\1,\2` };
const MILLIONS: Replacement = { pattern: String.raw`^(\d+)(\d{3},)`, by: String.raw`\1,\2` };
/** The same in quotes. */
const QUOTED_THOUSANDS: Replacement = { pattern: String.raw`^(\d+)(\d{3})$`, by: String.raw`"\1,\2"` };
const QUOTED_MILLIONS: Replacement = { pattern: String.raw`^"(\d+)(\d{3},)`, by: String.raw`"\1,\2` };
/** 007 as 7, and 000 as 0. */
const LEADING_ZEROS: Replacement = { pattern: '^[ 0]+([0-9])', by: String.raw`\1` };

/** The numbers of some horses, without zeros and with a dash between them: 010412 as 1-4-12. */
const combinationOf = (numbers: 2 | 3): Replacement => ({
  pattern: `^${String.raw`(?:0([1-9])|(1[0-8]))`.repeat(numbers)}$`,
  by: Array.from({ length: numbers }, (_, at) => `\\${2 * at + 1}\\${2 * at + 2}`).join('-'),
});

/** A loop: an expression for the end of a text takes time that grows with the square of its length. */
function withoutAtEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

const withoutZeros = (text: string): string => withoutAtEnd(withoutAtEnd(text, '0'), '.');

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
  replaced(LEADING_ZEROS),
  replaced(THOUSANDS),
  replaced(THOUSANDS, MILLIONS),
  replaced(QUOTED_THOUSANDS),
  replaced(QUOTED_THOUSANDS, QUOTED_MILLIONS),
  replaced(combinationOf(2)),
  replaced(combinationOf(3)),
  // 10,000 yen as yen
  { sql: (text) => `${text} || '0000'`, text: (text) => `${text}0000` },
];

/** The text of each value. In two lists: a map of a hundred thousand texts takes several times their memory. */
interface Cells {
  readonly values: readonly string[];
  readonly texts: readonly (string | null)[];
}
type Exceptions = ReadonlyMap<string, string | null>;

const listed = (texts: Exceptions): Cells => ({ values: [...texts.keys()], texts: [...texts.values()] });

/** The texts of the exceptions, the formula for all others; where it leaves nothing there is no cell. */
function withExceptions(
  formula: Formula,
  { values }: Cells,
  exceptions: Exceptions,
  names: ListNames,
  leavesEmpty: boolean,
): Make {
  const found = [...exceptions];
  const texts = found.map(([, cell]) => cell ?? (leavesEmpty ? '' : NOTHING));
  const keys = found.map(([raw]) => raw);
  const exception = lookUp(keys, texts, names);
  const isEmptied = values.some((raw) => !exceptions.has(raw) && formula.text(raw) === '');
  return (input) => {
    const plain = formula.sql(input);
    const all = found.length === 0 ? plain : `coalesce(${exception(input)}, ${plain})`;
    const filled = isEmptied && !leavesEmpty ? `nullif(${all}, '')` : all;
    return texts.includes(NOTHING) ? `nullif(${filled}, '${NOTHING}')` : filled;
  };
}

/** The values of which the formula does not make their cell; undefined if they are many. */
function exceptionsTo(formula: Formula, { values, texts }: Cells): Exceptions | undefined {
  const exceptions = new Map<string, string | null>();
  for (const [at, raw] of values.entries()) {
    const cell = texts[at] ?? null;
    const isKnown = formula === UNCHANGED || PRINTABLE.test(raw);
    if (isKnown && (formula.text(raw) || null) === cell) continue;
    exceptions.set(raw, cell);
    if (exceptions.size > MOST_LISTED) return undefined;
  }
  return exceptions;
}

/** The first formula that makes the right text of all values, or else of all but a few. */
function byFormula(cells: Cells, names: ListNames, leavesEmpty: boolean): Make | undefined {
  let first: Make | undefined;
  for (const formula of FORMULAS) {
    const exceptions = exceptionsTo(formula, cells);
    if (exceptions === undefined) continue;
    const make = withExceptions(formula, cells, exceptions, names, leavesEmpty);
    // DuckDB looks for exceptions in each row.
    if (exceptions.size === 0) return make;
    first ??= make;
  }
  return first;
}

/** Each value by its number in the list of all; NULL for one that is not in a list of some. */
function byNumber(
  { values, texts }: Cells,
  names: ListNames,
  extent: 'all' | 'some' = 'all',
): Make | undefined {
  if (values.length > MOST_NUMBERED) return undefined;
  const cells = texts.map((cell) => (cell === null ? 'null' : literal(cell))).join(', ');
  const list = names.list(`([${cells}]::VARCHAR[])`);
  const enumeration = names.enumeration(`enum(${literals(values)})`);
  const cast = extent === 'all' ? 'cast' : 'try_cast';
  return (key) => `${list}[enum_code(${cast}(${key} as ${enumeration}))::INTEGER + 1]`;
}

/** Values without a cell are left out: what is not found is NULL. */
function byList({ values, texts }: Cells, names: ListNames): Make | undefined {
  const from: string[] = [];
  const to: string[] = [];
  for (const [at, cell] of texts.entries()) {
    if (cell === null) continue;
    if (to.push(cell) > MOST_LISTED) return undefined;
    from.push(values[at] ?? '');
  }
  return to.length === 0 ? () => 'null::VARCHAR' : lookUp(from, to, names);
}

/** SQL can hold neither in a literal, or an empty text or the mark would be taken for NULL. */
const isWritable = ({ values, texts }: Cells): boolean =>
  values.every((raw) => !raw.includes('\0')) &&
  texts.every((cell) => cell !== '' && cell !== NOTHING && cell?.includes('\0') !== true);

/** A name that no style leaves unchanged but that of names as recorded. */
const RECORDED = 'ウマ';
const AFTER = ` ${RECORDED}`;
const KEY_LENGTH = 8;

/** The key of some race, with the text of its place on a card. */
interface Titled {
  readonly key: string;
  readonly title: string;
}

/**
 * A name as it stands after the title: most as they are stored, those of age and class in the language of the file.
 * `besides`: all distinct names; `areSafe`: as they stand. Undefined if too many change.
 */
function byName(
  { made }: FileColumn,
  besides: readonly string[],
  { key, title }: Titled,
  names: ListNames,
  isSafe: (text: string) => boolean,
): { readonly make: Make; readonly areSafe: boolean } | undefined {
  let areSafe = true;
  const changed = new Map<string, string>();
  for (const stored of besides) {
    const name = stored.trim();
    if (name === '') continue;
    const text = made(key, stored);
    if (typeof text !== 'string' || !text.startsWith(`${title} `)) return undefined;
    const shown = text.slice(title.length + 1);
    areSafe &&= isSafe(shown);
    if (shown !== name) changed.set(stored, shown);
    if (changed.size > MOST_NUMBERED) return undefined;
  }
  if (changed.size === 0) return { make: trimmedSql, areSafe };
  const cells = listed(changed);
  if (!isWritable(cells)) return undefined;
  const found = byList(cells, names) ?? byNumber(cells, names, 'some');
  // By the stored text, so that DuckDB looks once for each name that a block lists.
  const make: Make = (stored) => `coalesce(${found?.(stored) ?? 'null'}, ${trimmedSql(stored)})`;
  return found && { make, areSafe };
}

/** "Tokyo 11R" for a key, and the name after it; a text that is no race key stands alone. */
function ofRaces(
  column: FileColumn,
  values: readonly string[],
  besides: readonly string[],
  names: ListNames,
  { dialect }: Written,
): MakeCell | undefined {
  const { made } = column;
  let titled: Titled | undefined;
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
    ) {
      places.set(place, text);
      titled ??= { key: raw, title: text };
    } else {
      const unnamed = made(raw) ?? null;
      // Its text with a name is something else.
      if (named !== unnamed) return undefined;
      exceptions.set(raw, unnamed === null ? null : String(unnamed));
    }
    if (exceptions.size > MOST_LISTED) return undefined;
  }
  const alone = byList(listed(exceptions), names);
  const isSafe = (text: string | null) =>
    dialect !== undefined && (text === null || !dialect.needsQuotes.test(text));
  const titles = [...places.values(), ...exceptions.values()];
  const areSafe = titles.every(isSafe);
  const never = titles.some(isFormulaCell) ? {} : { formula: NEVER };
  if (titled === undefined) return alone && ((input) => ({ sql: alone(input), isQuoted: areSafe, ...never }));
  const titleOf = byNumber(listed(places), names);
  const nameOf = byName(column, besides, titled, names, isSafe);
  if (titleOf === undefined || nameOf === undefined) return undefined;
  if (!isWritable(listed(places)) || !isWritable(listed(exceptions))) return undefined;
  const others = [...exceptions.keys()];
  const known = { ...never, isQuoted: areSafe && nameOf.areSafe };
  return (input, beside = 'null') => {
    const title = titleOf(`(left(${input}, 2) || substring(${input}, 7))`);
    const named = `${title} || coalesce(' ' || ${nameOf.make(beside)}, '')`;
    if (others.length === 0) return { sql: named, ...known };
    return {
      sql: `case when ${input} in (${literals(others)}) then ${alone?.(input) ?? 'null'} else ${named} end`,
      ...known,
    };
  };
}

/** SQL of a text column that needs no look at its values. */
const PLAIN: { readonly [plain in NonNullable<FileColumn['plain']>]: (input: string) => string } = {
  same: (input) => input,
  filled: (input) => `case when ${isFilledSql(input)} then ${input} end`,
  // A dash stands for no value.
  trimmed: (input) => `nullif(${trimmedSql(input)}, '–')`,
};

/** Characters that are no space, begin no formula, and are no dash, as code points: those of names and keys. */
const LETTERS: readonly Characters[] = [
  [0x30, 0x3c],
  [0x41, 0x7e],
  [0x3041, 0xf8ff],
];

const areLetters = (characters: Characters | undefined): boolean =>
  characters !== undefined &&
  LETTERS.some(([least, most]) => characters[0] >= least && characters[1] <= most);

/** Whether the texts of a column are their own cells, empty ones aside. */
const areCells = ({ plain }: FileColumn, { first, last }: TextEnds): boolean =>
  plain === 'trimmed' && areLetters(first) && areLetters(last);

/** The SQL of a column's cells if it does not depend on its values; `ends`: those of its texts, if they are known. */
export function plainCellSql(
  column: FileColumn,
  input: string,
  ends?: TextEnds,
  { dialect, takesBlanks = false }: Written = {},
): CellSql | undefined {
  if (column.plain === undefined) return undefined;
  if (ends && areCells(column, ends))
    return { sql: ends.hasEmpty && !dialect ? `nullif(${input}, '')` : input, formula: NEVER };
  if (takesBlanks && column.plain === 'filled') return { sql: input };
  const sql = PLAIN[column.plain](input);
  return { sql, formula: formulaSql(sql, input) };
}

/** Hardly any text meets the first condition, and DuckDB evaluates the others for those alone; with `and` for all. */
const formulaSql = (cell: string, input: string): string =>
  `case when regexp_full_match(${input}, '(?s)[${SPACES.slice(1, -1)}]*[=+@\t\r-].*')
    then regexp_matches(${cell}, '^[=+@\t\r-]') and not regexp_full_match(${cell}, '[+-]?${NUMBER}') else false end`;

const isFormulaCell = (cell: string | null): boolean => cell !== null && isFormula(cell);

/** `input` and `beside`: the columns that the cells are made of. */
export type MakeCell = (input: string, beside?: string) => CellSql;

/** All that the cells of a column are made of: the distinct values of it, and of what is beside it, null aside. */
export interface DistinctValues {
  readonly own: readonly string[];
  readonly besides: readonly string[];
}

/** Whether cells can be made in SQL; those made with something beside them only if that is the name of a race. */
export const isMadeOfValues = ({ column, beside }: FileColumn): boolean =>
  beside === undefined || column.kind === 'race';

/**
 * The SQL of the cells of a column, and of all that are made alike. Undefined if it would be too long, or if a value is
 * one that SQL cannot repeat.
 */
export function cellSql(
  column: FileColumn,
  { own: values, besides }: DistinctValues,
  names: ListNames = IN_PLACE,
  written: Written = {},
): MakeCell | undefined {
  if (!isMadeOfValues(column)) return undefined;
  if (column.beside !== undefined) return ofRaces(column, values, besides, names, written);
  const { dialect, takesBlanks = false } = written;
  const texts: (string | null)[] = [];
  const none: string[] = [];
  let unreadable = 0;
  for (const raw of values) {
    const made = column.made(raw);
    if (made === undefined) unreadable += 1;
    else if (made === null) none.push(raw);
    texts.push(made === undefined || made === null ? null : String(made));
  }
  if (!isWritable({ values, texts })) return undefined;
  const isRecord = dialect !== undefined;
  const leavesEmpty = isRecord || (takesBlanks && isBare(column));
  const cells = {
    values,
    texts: isRecord ? texts.map((text) => (text === null ? null : cell(text, dialect))) : texts,
  };
  const formulas = values.filter((_, at) => isFormulaCell(texts[at] ?? null));
  const formulaOf = (input: string) =>
    formulas.length > MOST_LISTED
      ? {}
      : { formula: formulas.length === 0 ? NEVER : `${input} in (${literals(formulas)})` };
  const make = byList(cells, names) ?? byFormula(cells, names, leavesEmpty) ?? byNumber(cells, names);
  if (make === undefined) return undefined;
  const quotes = isRecord ? { isQuoted: true } : {};
  if (unreadable === 0) return (input) => ({ sql: make(input), ...formulaOf(input), ...quotes });
  if (none.length > MOST_LISTED) return undefined;
  return (input) => {
    const sql = make(input);
    const read = none.length === 0 ? '' : `and ${input} not in (${literals(none)})`;
    const nothing = leavesEmpty ? `nullif(${sql}, '')` : `(${sql})`;
    return {
      sql,
      unreadable: `${input} is not null and ${nothing} is null ${read}`,
      ...formulaOf(input),
      ...quotes,
    };
  };
}
