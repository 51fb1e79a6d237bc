// Where an archive is, and how it is opened.

import type { Connection } from './connection.ts';
import type { Salvage } from './salvage.ts';

export interface ArchiveOptions {
  /** Epoch milliseconds, for the names of quarantined files. */
  readonly now: () => number;
  /** Called for each damaged file that was quarantined. */
  readonly onSalvage: (salvaged: Salvage) => Promise<void>;
  /** How many threads a query may use, for many small archives at a time; two by default. */
  readonly threads?: number | undefined;
  /** Called with each opened file before anything else uses it. Must not fail. */
  readonly prepare?: ((connection: Connection) => Promise<void>) | undefined;
}

/** Where an archive is, and how it is opened. */
export interface ArchiveFile extends ArchiveOptions {
  readonly path: string;
}
