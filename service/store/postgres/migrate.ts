// The PostgreSQL schema: numbered SQL files, each applied once, by one process at a time.

import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { missingMigrations, newestVersion, NewerStoreError, type Migration } from '#shared/migrations.ts';
import { codeOf, inTransaction, openPool } from './pool.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** An arbitrary number that no other program locks in this database. */
const LOCK = 7_245_224;

const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

interface SchemaFile extends Migration {
  readonly file: string;
}

/** A published file never changes; changes go into a new file. */
function migrations(): SchemaFile[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}-[a-z-]+\.sql$/.test(file))
    .map((file) => ({ version: Number(file.slice(0, 4)), file }));
}

/** The version of the schema that this release needs. */
export const schemaVersion = (): number => newestVersion(migrations());

/**
 * Updates the schema to this release. A schema that is up to date is only read, which needs no right to change it.
 *
 * @returns the files that were applied
 * @throws NewerStoreError; also if the role may not change the schema
 */
export async function migrate(url: string): Promise<readonly string[]> {
  const known = migrations();
  const newest = newestVersion(known);
  const pool = openPool(url, 'schema');
  try {
    if ((await versionOf(pool)) === newest) return [];
    return await inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_version (number integer PRIMARY KEY, file text NOT NULL)',
      );
      const stored = await versionOf(client);
      if (stored > newest) throw new NewerStoreError('The database has', stored);
      const missing = missingMigrations(stored, known);
      for (const { version, file } of missing) {
        await client.query(readFileSync(new URL(file, FOLDER), 'utf8'));
        await client.query('INSERT INTO schema_version VALUES ($1, $2)', [version, file]);
      }
      return missing.map(({ file }) => file);
    });
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      'The database needs the schema of this release, which this role may not create. Run as its owner: npm run -s service -- migrate up',
      { cause: error },
    );
  } finally {
    await pool.end();
  }
}

async function versionOf(database: pg.Pool | pg.PoolClient): Promise<number> {
  try {
    const { rows } = await database.query<{ number: number | null }>(
      'SELECT max(number) AS number FROM schema_version',
    );
    return rows[0]?.number ?? 0;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}
