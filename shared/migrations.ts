// Which migrations a store still needs. The archive, the service's SQLite file and its PostgreSQL database each have a
// list of numbered migrations and store the version that they were migrated to; each store applies its own.

export interface Migration {
  /** The store's version after this migration. A published migration never changes. */
  readonly version: number;
}

/** The store was migrated by a later release, so its content is unknown to this one. */
export class NewerStoreError extends Error {
  /** @param what with its verb, such as "The records have" */
  constructor(what: string, version: number) {
    super(`${what} the schema of a later release (${version}). Start that one, or restore a backup.`);
    this.name = 'NewerStoreError';
  }
}

/** The version that this release migrates to; 0 if there are no migrations. */
export const newestVersion = (migrations: readonly Migration[]): number =>
  Math.max(0, ...migrations.map(({ version }) => version));

/** The migrations that a store of this version needs, in order; none for a newer store. */
export const missingMigrations = <Each extends Migration>(
  stored: number,
  migrations: readonly Each[],
): readonly Each[] =>
  migrations.filter(({ version }) => version > stored).toSorted((a, b) => a.version - b.version);
