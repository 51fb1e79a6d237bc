// Opens the accounts of a data folder or a PostgreSQL database for an operator's command, with the pepper of their
// keys.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../store/postgres/migrate.ts';
import { openPool } from '../store/postgres/pool.ts';
import type { Accounts } from './accounts.ts';
import { agreedPepper } from './agreed-pepper.ts';
import { pepperOf } from './pepper.ts';
import { accountsOn } from './postgres-accounts.ts';
import { SqliteAccounts } from './sqlite-accounts.ts';

/** The accounts for a command that needs no keys, in a folder or a database that is there already. */
export const openAccountsAlone = (folder: string, databaseUrl: string | undefined): Accounts =>
  databaseUrl === undefined
    ? new SqliteAccounts(join(folder, 'accounts.sqlite'))
    : accountsOn(openPool(databaseUrl, 'command'));

/**
 * @param folder has the pepper, and the accounts unless they are in a database; created if it is missing
 * @param databaseUrl of a PostgreSQL database
 */
export async function openAccounts(
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ readonly accounts: Accounts; readonly pepper: Buffer }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pepperFile = join(folder, 'pepper');
  if (databaseUrl === undefined) {
    return { accounts: new SqliteAccounts(join(folder, 'accounts.sqlite')), pepper: pepperOf(pepperFile) };
  }
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 'command');
  try {
    return { accounts: accountsOn(pool), pepper: await agreedPepper(pool, pepperFile) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
