// The accounts that the surroundings choose, for an operator's command, with the pepper of their keys.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../store/postgres/migrate.ts';
import { openPool } from '../store/postgres/pool.ts';
import type { AccountRows } from './account-rows.ts';
import { agreedPepper } from './agreed-pepper.ts';
import { pepperOf } from './pepper.ts';
import { PostgresRows } from './postgres-rows.ts';
import { SqliteRows } from './sqlite-rows.ts';

/**
 * @param folder holds the pepper, and the accounts where no database does; made where it is not there yet
 * @param databaseUrl of a PostgreSQL
 */
export async function openRows(
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ readonly rows: AccountRows; readonly pepper: Buffer }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pepperFile = join(folder, 'pepper');
  if (databaseUrl === undefined) {
    return { rows: new SqliteRows(join(folder, 'accounts.sqlite')), pepper: pepperOf(pepperFile) };
  }
  const pool = openPool(databaseUrl, 'command');
  try {
    await migrate(pool);
    return { rows: new PostgresRows(pool), pepper: await agreedPepper(pool, pepperFile) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
