// Lists of values that connections keep while files are written, as variables and temporary types. A file of 143 columns
// as shown has 240 KB of lists in its SQL: reading them took an eighth of the time of each file.

import type { DuckDBConnection } from '@duckdb/node-api';
import type { NamedList } from '../query-engine/column-store.ts';

export class KeptLists {
  readonly #kept = new WeakMap<DuckDBConnection, Map<string, NamedList>>();

  /** The connection knows the lists from then on. No other query may run on it meanwhile. Errors: those of DuckDB. */
  async keep(connection: DuckDBConnection, lists: readonly NamedList[] = []): Promise<void> {
    const kept = this.#kept.get(connection) ?? new Map<string, NamedList>();
    this.#kept.set(connection, kept);
    for (const list of lists) {
      if (kept.has(list.name)) continue;
      const { kind, name, sql } = list;
      await connection.run(
        kind === 'type' ? `create temp type ${name} as ${sql}` : `set variable ${name} = ${sql}`,
      );
      kept.set(name, list);
    }
  }

  /** The connection forgets all of them. Errors: those of DuckDB. */
  async drop(connection: DuckDBConnection): Promise<void> {
    const kept = this.#kept.get(connection)?.values() ?? [];
    this.#kept.delete(connection);
    for (const { kind, name } of kept)
      await connection.run(kind === 'type' ? `drop type temp.${name}` : `reset variable ${name}`);
  }
}
