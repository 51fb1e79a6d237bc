// Reads the coverage from the file. Whole tables that are asked for at once, as all are when an archive is opened, take one
// query: sixteen at a time would be prepared sixteen times, which took an empty archive longer than reading them.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { Connection } from './connection.ts';
import type { ReadUnits, Units } from './coverage-index.ts';
import { readCoverage, readWholeCoverage } from './coverage-tables.ts';

/** Reads the archive. Errors: ARCHIVE_FAILED. */
type Read = <T>(act: (connection: Connection) => Promise<T>) => Promise<T>;

/** Errors: those of `read`. */
export function coverageReads(read: Read): ReadUnits {
  /** Those that are read together, at the end of this turn. */
  let wanted:
    | { readonly tables: TableCode[]; readonly found: Promise<ReadonlyMap<TableCode, Units>> }
    | undefined;
  const readWhole = async (table: TableCode): Promise<Units> => {
    const tables = wanted?.tables ?? [];
    tables.push(table);
    wanted ??= {
      tables,
      found: Promise.resolve().then(() => {
        wanted = undefined;
        return read((connection) => readWholeCoverage(connection, tables));
      }),
    };
    return (await wanted.found).get(table) ?? new Map();
  };
  return (table, units) =>
    units === undefined ? readWhole(table) : read((connection) => readCoverage(connection, table, units));
}
