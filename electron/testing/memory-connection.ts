// A connection of DuckDB to an empty database in memory, for the tests of a file.

import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll } from 'vitest';

/** Call at the top of a file: it is closed after its tests. Errors: those of DuckDB. */
export async function memoryConnection(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return connection;
}
