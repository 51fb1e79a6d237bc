// Which migrations a store still needs. The archive, the service's SQLite file and its PostgreSQL each keep a list of
// numbered migrations and remember the version that they were brought to; how one is applied is the store's business.

export interface Migration {
  /** The store's version once it is applied. A migration that was ever published never changes. */
  readonly version: number;
}

/** A store that a later release has migrated: this one does not know what is in it. */
export class NewerStoreError extends Error {
  /** @param what with its verb, such as "The records have" */
  constructor(what: string, version: number) {
    super(`${what} the schema of a later release (${version}). Start that one, or restore a backup.`);
    this.name = 'NewerStoreError';
  }
}

/** The version that this release migrates to; 0 without any migration. */
export const newestVersion = (migrations: readonly Migration[]): number =>
  Math.max(0, ...migrations.map(({ version }) => version));

/** The migrations that a store of that version lacks, in order; none for a newer store. */
export const missingMigrations = <Each extends Migration>(
  stored: number,
  migrations: readonly Each[],
): readonly Each[] =>
  migrations.filter(({ version }) => version > stored).toSorted((a, b) => a.version - b.version);
