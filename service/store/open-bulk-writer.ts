// The way into the store that the surroundings choose.

import { join } from 'node:path';
import type { Intake } from './bulk-writer.ts';
import { PostgresIntake } from './postgres/bulk-writer.ts';
import { SqliteIntake } from './sqlite/bulk-writer.ts';

/** @param databaseUrl of a PostgreSQL; without one the records are in the folder */
export async function openIntake(folder: string, databaseUrl: string | undefined): Promise<Intake> {
  return databaseUrl === undefined
    ? new SqliteIntake(join(folder, 'records.sqlite'))
    : PostgresIntake.open(databaseUrl);
}
