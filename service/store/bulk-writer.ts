// The port for storing checked records in bulk, in SQLite or PostgreSQL.

import { join } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import { PostgresBulkWriter } from './postgres/bulk-writer.ts';
import { SqliteBulkWriter } from './sqlite/bulk-writer.ts';

/** A record ready to be stored. */
export interface ReadyRecord {
  /** At least the columns for keys, order and filters. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The record as one line of JSON, UTF-8. */
  readonly json: Uint8Array;
  /** Columns that it says nothing of, null in its JSON: they stay as they are stored. */
  readonly absent?: readonly string[];
}

/** Told of a race and a day under which nothing was added, because the race is newer on another day. */
export type OnNewerElsewhere = (race: { readonly racekey: string; readonly racedate: string }) => void;

export interface RecordKeeper {
  /**
   * Adds records, all of them or none. A stored record with the same primary key is replaced unless its `updated_at` is
   * newer; at the same time, or if the record says nothing of its time, the later record wins. What a race has under another day is removed, or nothing of it is
   * added if that is newer, which `onNewerElsewhere` is told.
   *
   * @returns how many were new or newer; the others were already stored in the same or a newer version
   */
  keep(
    table: TableCode,
    records: readonly ReadyRecord[],
    onNewerElsewhere?: OnNewerElsewhere,
  ): Promise<number>;
}

/** A file whose records were published. */
export interface ImportedFile {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly table: TableCode;
  readonly name: string;
}

/** What becomes visible to readers at once. */
export interface Publication extends RecordKeeper {
  /** Whether a file of the same bytes was published into the same table before. */
  isKnown(file: ImportedFile): Promise<boolean>;
  /** Records the file, so that it is known from now on. */
  note(file: ImportedFile): Promise<void>;
}

export interface BulkWriter extends RecordKeeper {
  /**
   * Runs the work in one transaction: readers see everything that it keeps at once, or nothing if it rejects.
   * Meanwhile other writers wait, also those of other processes. One at a time per writer.
   */
  publish<Result>(work: (publication: Publication) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** For a program that runs on and on: after a failure the store is opened again, wherever it is then. */
export class ReopeningBulkWriter implements BulkWriter {
  readonly #open: () => Promise<BulkWriter>;
  #current: BulkWriter | undefined;

  private constructor(open: () => Promise<BulkWriter>, current: BulkWriter) {
    this.#open = open;
    this.#current = current;
  }

  /** @throws what the first opening throws */
  static async open(open: () => Promise<BulkWriter>): Promise<ReopeningBulkWriter> {
    return new ReopeningBulkWriter(open, await open());
  }

  keep(
    table: TableCode,
    records: readonly ReadyRecord[],
    onNewerElsewhere?: OnNewerElsewhere,
  ): Promise<number> {
    return this.#try((writer) => writer.keep(table, records, onNewerElsewhere));
  }

  publish<Result>(work: (publication: Publication) => Promise<Result>): Promise<Result> {
    return this.#try((writer) => writer.publish(work));
  }

  async close(): Promise<void> {
    await this.#current?.close();
  }

  async #try<Result>(work: (writer: BulkWriter) => Promise<Result>): Promise<Result> {
    const writer = (this.#current ??= await this.#open());
    try {
      return await work(writer);
    } catch (error) {
      this.#current = undefined;
      // What it cannot say any more is no second failure.
      await writer.close().catch(() => {});
      throw error;
    }
  }
}

/** @param databaseUrl of a PostgreSQL database; without it the records are in the folder */
export async function openBulkWriter(folder: string, databaseUrl: string | undefined): Promise<BulkWriter> {
  return databaseUrl === undefined
    ? new SqliteBulkWriter(join(folder, 'records.sqlite'))
    : PostgresBulkWriter.open(databaseUrl);
}
