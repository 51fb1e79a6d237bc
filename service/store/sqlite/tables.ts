// How a table of the catalogue is kept: what of a record is read for order, filters and versions, and SQLite's tables.
// In SQLite a row is a block: all records of one race day and race, in order, as the bytes that an answer sends.

import type { Table, TableCode } from '#shared/catalogue/table.ts';

/** What can be read off a record for an index. */
export interface KeyColumn {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER';
  /** Never null, so that keys compare and no two records tie. */
  readonly read: (record: Readonly<Record<string, unknown>>) => string | number;
}

export interface TableLayout {
  readonly table: string;
  /** The table's order, which is its primary key as well. */
  readonly order: readonly string[];
  readonly columns: readonly KeyColumn[];
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '' : String(value);

const field = (name: string): KeyColumn => ({ name, type: 'TEXT', read: (record) => text(record[name]) });

const READ: Readonly<Record<string, KeyColumn>> = {
  // Sorts as a number (docs/decisions.md, "paging, order"); one without a number comes first.
  horse_number: {
    name: 'horse_number',
    type: 'INTEGER',
    read: (record) => {
      const number = Number.parseInt(text(record['horse_number']), 10);
      return Number.isSafeInteger(number) ? number : -1;
    },
  },
  // The 8-digit form: the 10-digit one has the century before it.
  kettonum: { name: 'kettonum', type: 'TEXT', read: (record) => text(record['kettonum']).slice(-8) },
  // Of two versions of a record the newer stays.
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
  /** Columns of a block: what all its records have in common, the first part of the table's order. */
  readonly block: readonly KeyColumn[];
  /** The rest of the order, which a block is sorted by. */
  readonly within: readonly KeyColumn[];
  /** What else a record is found by, as columns of the block: only where a block has one record. */
  readonly found: readonly KeyColumn[];
  readonly updatedAt: KeyColumn | undefined;
}

/** Records that are queried together are stored together: those of a race, or of a meeting. */
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

/** Statements that make a table where it is not there yet. */
export function schemaOf(table: Table): string {
  const { block, found } = blockLayoutOf(table);
  const names = block.map(({ name }) => name);
  const indices = [...block, ...found]
    .filter(({ name }) => LOOKED_UP_BY.includes(name) && names[0] !== name)
    .map(({ name }) => index(table, name, [name, ...names.filter((other) => other !== name)]));
  // A period's records are counted without touching the blocks themselves.
  if (names.includes('racedate')) indices.push(index(table, 'count', ['racedate', 'count']));
  return `CREATE TABLE IF NOT EXISTS ${table.code} (
      ${[...block, ...found].map(({ name, type }) => `${name} ${type} NOT NULL`).join(', ')},
      count INTEGER NOT NULL, entries TEXT NOT NULL, records BLOB NOT NULL, UNIQUE (${names.join(', ')})
    ) STRICT; ${indices.join(' ')}`;
}

const index = (table: Table, name: string, columns: readonly string[]): string =>
  `CREATE INDEX IF NOT EXISTS ${table.code}_of_${name} ON ${table.code} (${columns.join(', ')});`;
