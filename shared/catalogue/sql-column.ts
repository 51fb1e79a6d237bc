// The columns of a SQL query's result. The query decides their names and types; a text with the name of a column of a
// table that the query reads is shown as that column's values are, in every other way the cells are as the query made
// them. Files have the type that the query gave it, also where the screen shows the text.

import { BROWSABLES, type BrowsableCode } from '#shared/catalogue/browsable.ts';
import type { Column } from '#shared/catalogue/column.ts';

/** How the values of a result's column are read; `timestamp` is one without a zone, which files take to be in UTC. */
export const SQL_TYPES = ['integer', 'decimal', 'date', 'boolean', 'time', 'timestamp', 'text'] as const;

export type SqlType = (typeof SQL_TYPES)[number];

export interface SqlField {
  /** Unique within the result. */
  readonly name: string;
  readonly type: SqlType;
  /** Of a text: the table or subject whose column of this name it is shown as. */
  readonly of?: BrowsableCode | undefined;
}

/** A mean has as many as a double; the whole value is in the status line, in copies and in files. */
const DIGITS = 6;

/** Those that are shown as the query wrote them, and have a type in files all the same. */
const VALUES: { readonly [type in SqlType]?: Column['value'] } = {
  decimal: 'number',
  boolean: 'boolean',
  time: 'time',
  timestamp: 'timestamp',
};

const MEANING = { en: 'A column of the query.', ja: 'クエリの列です。' };

/** The table among those that are read whose column of this name a text is shown as. */
export const shownAs = (name: string, read: readonly BrowsableCode[]): BrowsableCode | undefined =>
  read.find((code) => BROWSABLES[code].columns.some((column) => column.name === name));

/** The columns of a result with these fields. */
export const sqlColumns = (fields: readonly SqlField[]): readonly Column[] =>
  fields.map((field) => sqlColumn(field, fields));

/** Whether the query selects the column that the text of this one is made with. */
const isBeside = (beside: string, of: BrowsableCode | undefined, all: readonly SqlField[]): boolean =>
  all.some((other) => other.name === beside && other.of === of);

/** `all`: the fields of the result. */
export function sqlColumn({ name, type, of }: SqlField, all: readonly SqlField[] = []): Column {
  const text = { en: name, ja: name };
  const known = of === undefined ? undefined : BROWSABLES[of].columns.find((column) => column.name === name);
  const own = { name, short: text, group: 'data', shown: true } as const;
  if (type === 'text' && known !== undefined) {
    const { codeTable, english, unit, signed, kind, label, meaning, group, beside } = known;
    return {
      ...own,
      // It says of which bet the numbers are.
      ...(kind === 'numbers' ? { group } : {}),
      type: 'S?',
      kind,
      label: text,
      meaning: {
        en: `${label.en}: ${meaning.en}`,
        ja: `${label.ja}: ${meaning.ja}`,
      },
      ...(codeTable === undefined ? {} : { codeTable }),
      ...(english === undefined ? {} : { english }),
      ...(unit === undefined ? {} : { unit }),
      ...(signed === undefined ? {} : { signed }),
      ...(beside !== undefined && isBeside(beside, of, all) ? { beside } : {}),
    };
  }
  const isNumber = type === 'integer' || type === 'decimal';
  const value = VALUES[type];
  return {
    ...own,
    type: isNumber ? 'N?' : 'S?',
    kind: isNumber || type === 'date' ? type : 'text',
    ...(value === undefined ? {} : { value }),
    label: text,
    meaning: MEANING,
    ...(type === 'decimal' ? { digits: DIGITS } : {}),
  };
}
