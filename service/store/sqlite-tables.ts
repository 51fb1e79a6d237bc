// How a table of the catalogue is laid out in SQLite: its order and its filters as columns, the record as its JSON.

import type { Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';

/** What can be read off a record for an index. */
interface KeyColumn {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER';
  /** Never null, so that keys compare and no two records tie. */
  readonly read: (record: Readonly<Record<string, unknown>>) => string | number;
}

export interface Layout {
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

export function layoutOf(table: Table): Layout {
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

const LOOKED_UP_BY = ['racekey', 'holdingkey', 'kettonum'];

/** Statements that make what is not there yet. */
export function schemaOf(): string {
  return Object.values(TABLES)
    .map((table) => {
      const { columns, order } = layoutOf(table);
      const keys = columns.map(({ name, type }) => `${name} ${type} NOT NULL`).join(', ');
      const indices = columns
        .filter(({ name }) => LOOKED_UP_BY.includes(name) && order[0] !== name)
        .map(({ name }) => {
          // What is found by it comes in the table's order, without a sort that would copy every record.
          const sorted = [name, ...order.filter((other) => other !== name)];
          return `CREATE INDEX IF NOT EXISTS ${table.code}_by_${name} ON ${table.code} (${sorted.join(', ')});`;
        });
      return `CREATE TABLE IF NOT EXISTS ${table.code} (${keys}, record TEXT NOT NULL,
        UNIQUE (${order.join(', ')})) STRICT; ${indices.join(' ')}`;
    })
    .join('\n');
}
