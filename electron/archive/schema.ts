// The archive's tables, derived from the catalogue: every column as the text that arrived, fields that the catalogue
// does not know in `__extra`, and the coverage of each day, race and horse in `coverage`.

import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TABLE_CODES, type Table, type TableCode } from '#shared/catalogue/table.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { EXTRA, PLACE } from '../service-client/record-line.ts';
import { SCHEMA_VERSION, stepsFrom } from './migrations.ts';
import { PROVISIONAL_RULE, recountByThisRule } from './provisional.ts';
import { TYPED_VIEWS } from './typed-views.ts';
import { quoted } from './filter-sql.ts';

/** Railbird's own columns in each table; no name in the specification begins like this. */
const OWN_COLUMNS = [
  // Fields that the catalogue does not know, as a JSON object.
  `${EXTRA} VARCHAR`,
  '__fetched_at BIGINT',
  // The position in its answer.
  `${PLACE} INTEGER`,
];

/** The present tables; migrations.ts brings those of an earlier version up to date. */
const COVERAGE_TABLES = [
  `create table coverage (
     table_code VARCHAR, unit VARCHAR, last_day VARCHAR, fetched_at BIGINT, records INTEGER,
     provisional INTEGER, set_aside INTEGER, drift INTEGER, reasons VARCHAR, present VARCHAR,
     repeated INTEGER default 0)`,
  'create table aside (table_code VARCHAR, unit VARCHAR, record VARCHAR, fetched_at BIGINT)',
  'create table note (name VARCHAR, value VARCHAR)',
];

/** The note of the schema that an archive was last migrated to. */
export const SCHEMA_NOTE = 'schema';

/**
 * Creates missing tables and migrates an archive of an earlier version or catalogue, in one transaction. An archive
 * that is up to date is only read. Returns the version found: an archive later than SCHEMA_VERSION stays unchanged.
 */
export async function prepareSchema(connection: DuckDBConnection): Promise<number> {
  if (await isUpToDate(connection)) return SCHEMA_VERSION;
  await connection.run('begin');
  try {
    const version = await versionOf(connection);
    if (version <= SCHEMA_VERSION) await bringUpToDate(connection, version);
    await connection.run('commit');
    return version === 0 ? SCHEMA_VERSION : version;
  } catch (error) {
    await connection.run('rollback').catch(() => undefined);
    throw error;
  }
}

/** 0 for an empty file. */
async function versionOf(connection: DuckDBConnection): Promise<number> {
  await connection.run('create table if not exists archive_info (schema_version INTEGER)');
  const found = await connection.runAndReadAll('select schema_version from archive_info');
  return Number(found.getRows()[0]?.[0] ?? 0);
}

async function bringUpToDate(connection: DuckDBConnection, version: number): Promise<void> {
  for (const sql of version === 0 ? COVERAGE_TABLES : stepsFrom(version)) await connection.run(sql);
  await connection.run('delete from archive_info');
  await connection.run(`insert into archive_info values (${SCHEMA_VERSION})`);
  const stored = await storedColumns(connection);
  for (const code of TABLE_CODES) {
    for (const sql of changesFor(TABLES[code], stored.get(code))) await connection.run(sql);
  }
  for (const sql of TYPED_VIEWS) await connection.run(sql);
  await recountByThisRule(connection);
  await connection.run('delete from note where name = ?', [SCHEMA_NOTE]);
  await connection.run('insert into note values (?, ?)', [SCHEMA_NOTE, FINGERPRINT]);
}

/** A fingerprint of everything that makes up an archive before its first record. */
const FINGERPRINT = createHash('sha256')
  .update(
    JSON.stringify([
      SCHEMA_VERSION,
      COVERAGE_TABLES,
      TABLE_CODES.map(createTable),
      TYPED_VIEWS,
      PROVISIONAL_RULE,
    ]),
  )
  .digest('hex');

async function isUpToDate(connection: DuckDBConnection): Promise<boolean> {
  const notes = `select 1 from duckdb_tables() where schema_name = 'main' and table_name = 'note'`;
  if ((await connection.runAndReadAll(notes)).currentRowCount === 0) return false;
  const found = await connection.runAndReadAll('select value from note where name = ?', [SCHEMA_NOTE]);
  return found.getRows()[0]?.[0] === FINGERPRINT;
}

async function storedColumns(
  connection: DuckDBConnection,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const read = await connection.runAndReadAll(
    `select table_name, column_name from duckdb_columns() where not internal and schema_name = 'main'`,
  );
  const stored = new Map<string, Set<string>>();
  for (const [table, column] of read.getRowsJS()) {
    const names = stored.get(String(table)) ?? new Set<string>();
    stored.set(String(table), names.add(String(column)));
  }
  return stored;
}

function createTable(code: TableCode): string {
  const columns = TABLES[code].columns.map((column) => `${quoted(column.name)} VARCHAR`);
  return `create table ${quoted(code)} (${[...columns, ...OWN_COLUMNS].join(', ')})`;
}

function changesFor(table: Table, stored: ReadonlySet<string> | undefined): string[] {
  if (!stored) return [createTable(table.code)];
  const name = quoted(table.code);
  const missing = table.columns
    .filter((column) => !stored.has(column.name))
    .map(({ name: column }) => column);
  if (missing.length === 0) return [];
  // Fields that an older catalogue did not know were stored in `__extra` and now move into their column, all at once:
  // DuckDB cannot alter a table that the same transaction has changed.
  const moves = missing.map((column) => `${quoted(column)} = json_extract_string(${EXTRA}, '/${column}')`);
  return [
    ...missing.map((column) => `alter table ${name} add column ${quoted(column)} VARCHAR`),
    `update ${name} set ${moves.join(', ')} where ${EXTRA} is not null`,
  ];
}
