// How the tables of the catalogue are stored: the columns for order, filters and versions, and SQLite's tables. In
// SQLite a row is a block: all records of one race day and race, in order, as the bytes that an answer sends.

import type { Table, TableCode } from '#shared/catalogue/table.ts';

/** A column that is extracted from a record for keys and indices. */
export interface KeyColumn {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER';
  /** Never null, so that keys compare and no two records tie. */
  readonly read: (record: Readonly<Record<string, unknown>>) => string | number;
}

export interface TableLayout {
  readonly table: string;
  /** The table's order, which is also its primary key. */
  readonly order: readonly string[];
  readonly columns: readonly KeyColumn[];
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : String(value);

const field = (name: string): KeyColumn => ({ name, type: 'TEXT', read: (record) => text(record[name]) });

const READ: Readonly<Record<string, KeyColumn>> = {
  // Sorts as a number (docs/decisions.md, "paging, order"); a record without a number comes first.
  horse_number: {
    name: 'horse_number',
    type: 'INTEGER',
    read: (record) => {
      const number = Number.parseInt(text(record['horse_number']), 10);
      return Number.isSafeInteger(number) ? number : -1;
    },
  },
  // The 8-digit form; the 10-digit form has the century in front.
  kettonum: { name: 'kettonum', type: 'TEXT', read: (record) => text(record['kettonum']).slice(-8) },
  // The newer of two versions of a record wins.
  updated_at: { name: 'updated_at', type: 'TEXT', read: (record) => comparable(text(record['updated_at'])) },
};

const MILLISECOND_DIGITS = 17;

/** A time in either form of the interface (YYYYMMDD, ISO 8601), so that later ones compare as greater. */
function comparable(time: string): string {
  const at = /[0-9][+-][0-9]{2}:?[0-9]{2}$/.test(time) && time.includes(':') ? Date.parse(time) : Number.NaN;
  const digits = (Number.isNaN(at) ? time : new Date(at).toISOString()).replace(/[^0-9]/g, '');
  return digits === '' ? '' : digits.padEnd(MILLISECOND_DIGITS, '0').slice(0, MILLISECOND_DIGITS);
}

export function layoutOf(table: Table): TableLayout {
  const has = (name: string) => table.columns.some((column) => column.name === name);
  const names = new Set(table.order);
  for (const name of ['racekey', 'horse_id', 'kettonum'] as const) {
    if (table.filters.includes(name) && has(name)) names.add(name);
  }
  if (has('updated_at')) names.add('updated_at');
  return {
    table: table.code,
    order: table.order,
    columns: [...names].map((name) => READ[name] ?? field(name)),
  };
}

/** The keys of a table's blocks, and of the records within a block. */
export interface BlockLayout {
  readonly table: TableCode;
  /** Columns of a block, which all its records share: the first part of the table's order. */
  readonly block: readonly KeyColumn[];
  /** The rest of the order, by which the records of a block are sorted. */
  readonly within: readonly KeyColumn[];
  /** Other columns by which records are found; only in tables whose blocks have one record. */
  readonly found: readonly KeyColumn[];
  readonly updatedAt: KeyColumn | undefined;
}

/** Records that are queried together are stored together: those of one race, or of one meeting. */
const BLOCK_OF = ['racedate', 'racekey', 'holdingkey', 'horse_id'];

export function blockLayoutOf(table: Table): BlockLayout {
  const { columns, order } = layoutOf(table);
  const column = (name: string) => columns.find((one) => one.name === name) ?? field(name);
  const block = order.filter((name) => BLOCK_OF.includes(name));
  const within = order.filter((name) => !BLOCK_OF.includes(name));
  const others = columns.filter(({ name }) => !order.includes(name) && name !== 'updated_at');
  return {
    table: table.code,
    block: block.map(column),
    within: within.map(column),
    found: within.length === 0 ? others : [],
    updatedAt: columns.find(({ name }) => name === 'updated_at'),
  };
}

const LOOKED_UP_BY = ['racekey', 'holdingkey', 'kettonum'];

/** Statements that create a table if it does not exist yet. */
export function schemaOf(table: Table): string {
  const { block, found } = blockLayoutOf(table);
  const names = block.map(({ name }) => name);
  const indices = [...block, ...found]
    .filter(({ name }) => LOOKED_UP_BY.includes(name) && names[0] !== name)
    .map(({ name }) => index(table, name, [name, ...names.filter((other) => other !== name)]));
  // Allows the records of a period to be counted without reading the blocks.
  if (names.includes('racedate')) indices.push(index(table, 'count', ['racedate', 'count']));
  return `CREATE TABLE IF NOT EXISTS ${table.code} (
      ${[...block, ...found].map(({ name, type }) => `${name} ${type} NOT NULL`).join(', ')},
      count INTEGER NOT NULL, entries TEXT NOT NULL, records BLOB NOT NULL, UNIQUE (${names.join(', ')})
    ) STRICT; ${indices.join(' ')}`;
}

const index = (table: Table, name: string, columns: readonly string[]): string =>
  `CREATE INDEX IF NOT EXISTS ${table.code}_of_${name} ON ${table.code} (${columns.join(', ')});`;
