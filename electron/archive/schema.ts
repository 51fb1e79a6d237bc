// The archive's tables, made from the catalogue: every column as the text that came, what the catalogue does
// not know in `__extra`, and what is held of each day, race and horse in `coverage`.

import type { DuckDBConnection } from '@duckdb/node-api';
import { TABLE_CODES, type Table } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { EXTRA, PLACE } from '../api/record-line.ts';
import { quoted } from './where.ts';

/** Raised when a table of the archive changes in a way that new columns do not cover. */
export const SCHEMA_VERSION = 1;

/** Columns of our own in each table; the interface has no name that begins like this. */
const OWN_COLUMNS = [
  // Fields that the catalogue does not know, as a JSON object.
  `${EXTRA} VARCHAR`,
  '__fetched_at BIGINT',
  // Place in its answer.
  `${PLACE} INTEGER`,
];

const BOOKS = [
  'create table if not exists archive_info (schema_version INTEGER)',
  `create table if not exists coverage (
     table_code VARCHAR, unit VARCHAR, last_day VARCHAR, fetched_at BIGINT, records INTEGER,
     provisional INTEGER, set_aside INTEGER, drift INTEGER, reasons VARCHAR, present VARCHAR)`,
  'create table if not exists aside (table_code VARCHAR, unit VARCHAR, record VARCHAR)',
  'create table if not exists note (name VARCHAR, value VARCHAR)',
];

/** Makes what is missing; an archive of an older catalogue gains the new columns. Returns the version found. */
export async function prepareSchema(connection: DuckDBConnection): Promise<number> {
  await connection.run('begin');
  for (const sql of BOOKS) await connection.run(sql);
  const found = await connection.runAndReadAll('select schema_version from archive_info');
  const version = found.getRowsJS()[0]?.[0];
  if (version === undefined) await connection.run(`insert into archive_info values (${SCHEMA_VERSION})`);
  const held = await columnsHeld(connection);
  for (const code of TABLE_CODES) {
    for (const sql of changesFor(TABLES[code], held.get(code))) await connection.run(sql);
  }
  await connection.run('commit');
  return typeof version === 'number' ? version : SCHEMA_VERSION;
}

async function columnsHeld(connection: DuckDBConnection): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const read = await connection.runAndReadAll(
    'select table_name, column_name from duckdb_columns() where not internal',
  );
  const held = new Map<string, Set<string>>();
  for (const [table, column] of read.getRowsJS()) {
    const names = held.get(String(table)) ?? new Set<string>();
    held.set(String(table), names.add(String(column)));
  }
  return held;
}

function changesFor(table: Table, held: ReadonlySet<string> | undefined): string[] {
  const name = quoted(table.code);
  if (!held) {
    const columns = table.columns.map((column) => `${quoted(column.name)} VARCHAR`);
    return [`create table ${name} (${[...columns, ...OWN_COLUMNS].join(', ')})`];
  }
  // What an older catalogue did not know was kept in `__extra`: it moves into its column.
  return table.columns
    .filter((column) => !held.has(column.name))
    .flatMap((column) => [
      `alter table ${name} add column ${quoted(column.name)} VARCHAR`,
      `update ${name} set ${quoted(column.name)} = json_extract_string(${EXTRA}, '/${column.name}')
         where ${EXTRA} is not null`,
    ]);
}
