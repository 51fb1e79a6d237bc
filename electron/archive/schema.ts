// The archive's tables, derived from the catalogue: every column as the text that arrived, fields that the catalogue
// does not know in `__extra`, and the coverage of each day, race and horse in `coverage`.

import { createHash } from 'node:crypto';
import type { DuckDBValue } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import { TABLE_CODES, type Table, type TableCode } from '#shared/catalogue/table.ts';
import { SUBJECT_NAMES } from '#shared/catalogue/subjects/subject.ts';
import { SUBJECTS } from '#shared/catalogue/subjects/subjects.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { EXTRA, PLACE } from '../service-client/record-line.ts';
import { CREATE_ANNOTATIONS } from './annotation-table.ts';
import { BLOCK_RULE } from './blocks/build-blocks.ts';
import { HORSE_RULE } from './blocks/build-horses.ts';
import { CREATE_BLOCKS, createBlockTables } from './blocks/stored-blocks.ts';
import { SCHEMA_VERSION, stepsFrom } from './migrations.ts';
import { PROVISIONAL_RULE, recountByThisRule } from './provisional.ts';
import { TYPED_MACROS, TYPED_VIEWS, typedViewOf } from './typed-views.ts';
import { quoted } from './filter-sql.ts';
import { CREATE_VERSIONS } from './record-versions.ts';
import { ID } from './subjects/record-sql.ts';
import { subjectView } from './subjects/subject-relation.ts';
import { CREATE_OUTDATED, outdateAll } from './subjects/outdated-rows.ts';
import { createSubjectTables, SUBJECT_RULE } from './subjects/subject-tables.ts';

/** Counts the records of all tables. */
const RECORD_NUMBERS = 'record_numbers';

/** Takes the number of a record that there will not be: the smallest change to commit. Errors: those of DuckDB. */
export const takeRecordNumber = async (connection: Connection): Promise<void> => {
  await connection.run(`select nextval('${RECORD_NUMBERS}')`);
};

/** Railbird's own columns in each table; no name in the specification begins like this. */
const OWN_COLUMNS = [
  // Fields that the catalogue does not know, as a JSON object.
  `${EXTRA} VARCHAR`,
  '__fetched_at BIGINT',
  // The position in its answer.
  `${PLACE} INTEGER`,
  // The record's number in the whole archive.
  `${ID} BIGINT default nextval('${RECORD_NUMBERS}')`,
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

/** What SQL queries see: the tables with parsed values, and the subjects, as text and with parsed values. */
const VIEWS: readonly string[] = [
  ...TYPED_VIEWS,
  ...SUBJECT_NAMES.flatMap((name) => [subjectView(name), typedViewOf(name, SUBJECTS[name].columns)]),
];

/** The note of the schema that an archive was last migrated to. */
export const SCHEMA_NOTE = 'schema';

/**
 * Creates missing tables and migrates an archive of an earlier version or catalogue. An archive that is up to date is
 * only read. Returns the version found: an archive later than SCHEMA_VERSION stays unchanged.
 */
export async function prepareSchema(connection: Connection): Promise<number> {
  if (await isUpToDate(connection)) return SCHEMA_VERSION;
  const version = await inTransaction(connection, () => versionOf(connection));
  if (version > SCHEMA_VERSION) return version;
  // DuckDB cannot change the rows of a table that the same transaction has altered.
  if (version > 0) await inTransaction(connection, () => numberRecords(connection));
  await inTransaction(connection, () => bringUpToDate(connection, version));
  return version === 0 ? SCHEMA_VERSION : version;
}

/** Errors: those of `act` and of DuckDB, after which nothing has changed. */
export async function inTransaction<T>(connection: Connection, act: () => Promise<T>): Promise<T> {
  await connection.run('begin', []);
  try {
    const outcome = await act();
    await connection.run('commit', []);
    return outcome;
  } catch (error) {
    await connection.run('rollback').catch(() => undefined);
    throw error;
  }
}

/** Numbers the records of an archive from before records had numbers. */
async function numberRecords(connection: Connection): Promise<void> {
  await connection.run(`create sequence if not exists ${RECORD_NUMBERS}`);
  const stored = await storedColumns(connection);
  for (const code of TABLE_CODES) {
    if (stored.get(code)?.has(ID) !== false) continue;
    await connection.run(
      `alter table ${quoted(code)} add column ${ID} BIGINT default nextval('${RECORD_NUMBERS}')`,
    );
  }
}

/** 0 for an empty file. */
async function versionOf(connection: Connection): Promise<number> {
  await connection.run('create table if not exists archive_info (schema_version INTEGER)');
  const found = await connection.runAndReadAll('select schema_version from archive_info');
  return Number(found.getRows()[0]?.[0] ?? 0);
}

async function bringUpToDate(connection: Connection, version: number): Promise<void> {
  for (const sql of version === 0 ? COVERAGE_TABLES : stepsFrom(version)) await connection.run(sql);
  await connection.run('delete from archive_info');
  await connection.run(`insert into archive_info values (${SCHEMA_VERSION})`);
  await connection.run(`create sequence if not exists ${RECORD_NUMBERS}`);
  const stored = await storedColumns(connection);
  const changes = TABLE_CODES.flatMap((code) => changesFor(TABLES[code], stored.get(code)));
  for (const sql of changes) await connection.run(sql);
  // Views of an earlier catalogue may read columns that the subjects' tables no longer have.
  for (const name of SUBJECT_NAMES) await connection.run(`drop view if exists ${quoted(name)}`);
  // Only what the subjects need: binding the views of all columns takes a third of the time of a new archive.
  for (const sql of TYPED_MACROS) await connection.run(sql);
  await connection.run(CREATE_ANNOTATIONS);
  await connection.run(CREATE_VERSIONS);
  await connection.run(CREATE_OUTDATED);
  const isSame = version === SCHEMA_VERSION && changes.length === 0;
  // Ten years of blocks take minutes to make: they stay if only views have changed.
  if (!isSame || (await noteOf(connection, BLOCKS_NOTE)) !== BLOCKS_MADE_BY) {
    await createBlockTables(connection);
    await setNote(connection, BLOCKS_NOTE, BLOCKS_MADE_BY);
  }
  // Ten years of subjects take half a minute to compute: they stay if only views have changed.
  if (!isSame || (await noteOf(connection, SUBJECTS_NOTE)) !== COMPUTED_BY) {
    await createSubjectTables(connection);
    await outdateAll(connection);
    await setNote(connection, SUBJECTS_NOTE, COMPUTED_BY);
  }
  for (const sql of VIEWS) await connection.run(sql);
  await recountByThisRule(connection);
  await setNote(connection, SCHEMA_NOTE, FINGERPRINT);
}

async function noteOf(connection: Connection, name: string): Promise<DuckDBValue | undefined> {
  return (await connection.runAndReadAll('select value from note where name = ?', [name])).getRows()[0]?.[0];
}

/** Replaces the note of this name. Errors: those of DuckDB. */
export async function setNote(connection: Connection, name: string, value: string): Promise<void> {
  await connection.run('delete from note where name = ?', [name]);
  await connection.run('insert into note values (?, ?)', [name, value]);
}

/** The note of what the blocks were made by. */
const BLOCKS_NOTE = 'blocks';

/** The note of what the subjects' rows were computed by. */
const SUBJECTS_NOTE = 'subjects';

/** Changes whenever the rows would be computed differently. */
const COMPUTED_BY = createHash('sha256')
  .update(JSON.stringify([SUBJECT_RULE, TYPED_MACROS]))
  .digest('hex');

/** Blocks of horses have rows of subjects. */
const BLOCKS_MADE_BY = createHash('sha256')
  .update(JSON.stringify([BLOCK_RULE, HORSE_RULE, COMPUTED_BY]))
  .digest('hex');

/** A fingerprint of everything that makes up an archive before its first record. */
const FINGERPRINT = createHash('sha256')
  .update(
    JSON.stringify([
      SCHEMA_VERSION,
      COVERAGE_TABLES,
      CREATE_ANNOTATIONS,
      CREATE_VERSIONS,
      CREATE_BLOCKS,
      TABLE_CODES.map(createTable),
      VIEWS,
      PROVISIONAL_RULE,
      SUBJECT_RULE,
      BLOCKS_MADE_BY,
    ]),
  )
  .digest('hex');

async function isUpToDate(connection: Connection): Promise<boolean> {
  try {
    return (await noteOf(connection, SCHEMA_NOTE)) === FINGERPRINT;
  } catch (error) {
    // A new file has no notes. Asking whether the table exists would take five times as long as reading it.
    if (error instanceof Error && error.message.startsWith('Catalog Error')) return false;
    throw error;
  }
}

async function storedColumns(connection: Connection): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
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
