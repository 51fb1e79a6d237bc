// Migrates archives of earlier versions to the current one.

import { missingMigrations, newestVersion, type Migration } from '#shared/migrations.ts';

interface ArchiveMigration extends Migration {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
}

const MIGRATIONS: readonly ArchiveMigration[] = [
  // Version 1 is the first published version, with the `COVERAGE_TABLES` of that time.
  {
    version: 2,
    statements: [
      // Identifies the answer a record was quarantined from: when that answer is replaced, its quarantined records go
      // with it.
      'alter table aside add column fetched_at BIGINT',
      `update aside set fetched_at = coverage.fetched_at from coverage
         where coverage.table_code = aside.table_code and coverage.unit = aside.unit`,
    ],
  },
  // Exact duplicates used to be counted among the quarantined records.
  { version: 3, statements: ['alter table coverage add column repeated INTEGER default 0'] },
];

/** The version that this app writes. */
export const SCHEMA_VERSION = newestVersion(MIGRATIONS);

/** The statements that migrate an archive of this version to the current one. */
export const stepsFrom = (version: number): string[] =>
  missingMigrations(version, MIGRATIONS).flatMap(({ statements }) => statements);
