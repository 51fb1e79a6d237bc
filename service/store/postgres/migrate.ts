// The schema in PostgreSQL: numbered files of SQL, each applied once, by one process at a time.

import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { codeOf, inTransaction } from './pool.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Any number that nobody else locks in this database. */
const LOCK = 7_245_224;

const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

interface Migration {
  readonly number: number;
  readonly file: string;
}

/** In order. A file that was applied anywhere is never changed: what has to be otherwise is a further file. */
function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}-[a-z-]+\.sql$/.test(file))
    .toSorted()
    .map((file) => ({ number: Number(file.slice(0, 4)), file }));
}

/**
 * Brings the schema up to this release. Where it is already, nothing but a look is taken, which a role that may not
 * change the schema may take too.
 *
 * @returns the files that were applied
 * @throws where the role may not, or where the schema is of a later release
 */
export async function migrate(pool: pg.Pool): Promise<readonly string[]> {
  const known = migrations();
  const newest = known.at(-1)?.number ?? 0;
  if ((await versionOf(pool)) === newest) return [];
  try {
    return await inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_version (number integer PRIMARY KEY, file text NOT NULL)',
      );
      const stored = await versionOf(client);
      if (stored > newest) throw new Error(`The database has the schema of a later release (${stored}).`);
      const missing = known.filter(({ number }) => number > stored);
      for (const { number, file } of missing) {
        await client.query(readFileSync(new URL(file, FOLDER), 'utf8'));
        await client.query('INSERT INTO schema_version VALUES ($1, $2)', [number, file]);
      }
      return missing.map(({ file }) => file);
    });
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      'The database needs the schema of this release, which this role may not make. As its owner: npm run -s service -- migrate up',
      { cause: error },
    );
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
