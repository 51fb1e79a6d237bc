// Every code table by its name: the entries of code-tables.json, and the bets. Adding a table is one entry there.

import { BETS } from '#shared/catalogue/bets.ts';
import tables from '#shared/catalogue/code-tables.json' with { type: 'json' };

export type CodeTableName = keyof typeof tables | 'bet';

/** One code's meaning. `short` is Japanese; `glyph` is what a mark looks like; `group` is a larger family. */
export interface CodeEntry {
  readonly en: string;
  readonly ja: string;
  readonly short?: string;
  readonly glyph?: string;
  readonly group?: string;
}

export interface CodeTable {
  /** The source of the codes: `SPEC` is binding, any other is the most probable public source. */
  readonly system: string;
  /** A second table, whose codes also occur in columns of this one. */
  readonly also?: CodeTableName;
  readonly codes: Readonly<Record<string, CodeEntry>>;
}

const bet: CodeTable = {
  system: 'SPEC',
  codes: Object.fromEntries(
    BETS.map(({ name, label, short }) => [name, { en: label.en, ja: label.ja, short: short.ja }]),
  ),
};

export const CODE_TABLES = { ...tables, bet } as Readonly<Record<CodeTableName, CodeTable>>;

export const CODE_TABLE_NAMES = Object.keys(CODE_TABLES).toSorted() as readonly CodeTableName[];
