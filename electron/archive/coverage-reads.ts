// Reads the coverage from the file: whole tables together, and of one table the units that were written since.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { Read } from './connection.ts';
import type { ReadUnits } from './coverage-index.ts';
import { readCoverage, readWholeCoverage } from './coverage-tables.ts';
import { gathered } from './gathered-reads.ts';

/** Errors: those of `read`. */
export function coverageReads(read: Read): ReadUnits {
  const whole = gathered((tables: readonly TableCode[]) =>
    read((connection) => readWholeCoverage(connection, tables)),
  );
  return async (table, units) =>
    units === undefined
      ? ((await whole(table)) ?? new Map())
      : read((connection) => readCoverage(connection, table, units));
}
