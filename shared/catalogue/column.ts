// The catalogue's entry of a column. Everything that varies by column is data here, never a branch elsewhere.

import type { GroupKey } from '#shared/catalogue/groups.ts';
import type { CodeTableName } from '#shared/catalogue/code-tables.ts';
import type { KnownAt } from '#shared/catalogue/known-at.ts';
import type { Text } from '#shared/text.ts';

/** The specification's own legend (section 2): string, integer, number; `?` may be null. */
export type FieldType = 'S' | 'S?' | 'I' | 'I?' | 'N' | 'N?';

/**
 * The kind of a column's values, which decides how they are read, sorted, aligned and displayed.
 *
 * - `code`: looked up in `codeTable`; `codes` is a run of fixed-width codes in one value
 * - `decimal`: a number written as text ("-12.3"), `integer`: a whole number, as text or as a number
 * - `money`: an amount, in `unit`; `odds`: a multiple of the stake; `rate`: percent
 * - `tenths`: a time in tenths of a second; `gap`: a time difference in tenths of a second, signed
 * - `weight`: of a horse or rider, in `unit`; `length`: a distance or height, in `unit`
 * - `date`: YYYYMMDD; `clock`: HHMM; `timestamp`: ISO 8601 or YYYYMMDD
 * - `key`: an identifier; sorts as text, never as a number
 * - `race`: the key of a race, shown as its course, number and name
 * - `number`: the number of a horse, bracket or race; `numbers`: a winning combination of them
 * - `rank`: a place in an order (1 is first); `mark`: a tipster's mark, drawn as a glyph
 * - `name`: of a horse or person; `text`: free text
 */
export type Kind =
  | 'code'
  | 'codes'
  | 'decimal'
  | 'integer'
  | 'money'
  | 'odds'
  | 'rate'
  | 'tenths'
  | 'gap'
  | 'weight'
  | 'length'
  | 'date'
  | 'clock'
  | 'timestamp'
  | 'key'
  | 'race'
  | 'number'
  | 'numbers'
  | 'rank'
  | 'mark'
  | 'name'
  | 'text';

export type Unit =
  | 'yen'
  | '10,000 yen'
  | '0.1 s'
  | 'kg'
  | '0.1 kg'
  | '%'
  | 'm'
  | 'mm'
  | 'cm'
  | 'years'
  | 'days'
  | 'weeks'
  | 'half lengths';

export interface Column {
  /** The field name, exactly as the interface spells it. */
  readonly name: string;
  readonly type: FieldType;
  readonly kind: Kind;
  /** For kinds `code`, `codes` and `mark`: the code table of its values. */
  readonly codeTable?: CodeTableName;
  /** English for the Japanese words among a text's values; any other value is shown unchanged. */
  readonly english?: Readonly<Record<string, string>>;
  readonly label: Text;
  /** For the column header: at most about 8 Latin or 4 Japanese characters. */
  readonly short: Text;
  readonly unit?: Unit;
  /** A difference, shown with its sign, plus included. */
  readonly signed?: true;
  /** Of a value that a SQL query computed: its type in files, where its kind does not say it. Its text is DuckDB's. */
  readonly value?: 'number' | 'boolean' | 'time' | 'timestamp';
  /** Of computed numbers: significant digits that are shown of a longer fraction, besides two decimals. */
  readonly digits?: number;
  /** Key of `GROUPS` in groups.ts. */
  readonly group: GroupKey;
  /** One sentence for the column's help. */
  readonly meaning: Text;
  /**
   * Another column of the row that its text is made with: the name of the race beside its key, the bet beside a
   * combination, the place beside a gap to the winner. A table without a column of the name of a race is read with it (race-names.ts).
   */
  readonly beside?: string;
  /** The columns by which it sorts, as far as the row has them, if not by its own values alone. */
  readonly sortsBy?: readonly string[];
  /** The columns whose sum it is, if the record has them; a blank counts as 0. */
  readonly sumOf?: readonly string[];
  /**
   * The columns that identify the runner whose value it is, if several rows may be of one runner: the finishes of groups
   * then count it once.
   */
  readonly perRunner?: readonly string[];
  /** When its values become known; every column of the runners states it (subjects/known-at.ts). */
  readonly knownAt?: KnownAt;
  /** Whether a table shows it before the user has chosen columns. */
  readonly shown: boolean;
}
