// The way into the store that the surroundings choose.

import { join } from 'node:path';
import type { BulkWriter } from './bulk-writer.ts';
import { PostgresBulkWriter } from './postgres/bulk-writer.ts';
import { SqliteBulkWriter } from './sqlite/bulk-writer.ts';

/** @param databaseUrl of a PostgreSQL; without one the records are in the folder */
export async function openBulkWriter(folder: string, databaseUrl: string | undefined): Promise<BulkWriter> {
  return databaseUrl === undefined
    ? new SqliteBulkWriter(join(folder, 'records.sqlite'))
    : PostgresBulkWriter.open(databaseUrl);
}
