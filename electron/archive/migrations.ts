// How archives of earlier versions are brought up to date.

import { missingMigrations, newestVersion, type Migration } from '#shared/migrations.ts';

interface ArchiveMigration extends Migration {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
}

const MIGRATIONS: readonly ArchiveMigration[] = [
  // Version 1 is the first that was published: `COVERAGE_TABLES` of its day.
  {
    version: 2,
    statements: [
      // Which answer a record was quarantined from: once that answer is replaced, the new one knows.
      'alter table aside add column fetched_at BIGINT',
      `update aside set fetched_at = coverage.fetched_at from coverage
         where coverage.table_code = aside.table_code and coverage.unit = aside.unit`,
    ],
  },
  // Records that came twice word for word were counted among those that were quarantined.
  { version: 3, statements: ['alter table coverage add column repeated INTEGER default 0'] },
];

/** The version that this app writes. */
export const SCHEMA_VERSION = newestVersion(MIGRATIONS);

/** The statements that bring an archive of this version up to date. */
export const stepsFrom = (version: number): string[] =>
  missingMigrations(version, MIGRATIONS).flatMap(({ statements }) => statements);
