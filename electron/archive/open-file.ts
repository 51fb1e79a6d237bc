// Opens one archive file. After a system error it tries once more and then reports the error; only damage that DuckDB
// finds in the content leads to salvage. A new file gets its final name only when it is complete, so an empty or
// half-written file under that name is always damage.

import { link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { RailbirdError } from '#shared/errors.ts';
import { buildFile, OPTIONS, statOf } from './build-file.ts';
import { KeepingConnection } from './connection.ts';
import { archiveError, isDamage, isInUse } from './damage.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { FewRows } from './few-rows.ts';
import { finishSalvage, forgetSalvage, salvage, type Salvage } from './salvage.ts';
import { prepareSchema } from './schema.ts';

/** An archive with the tables of the current version. */
export interface OpenedFile {
  readonly instance: DuckDBInstance;
  readonly writer: KeepingConnection;
  readonly reader: KeepingConnection;
  readonly few: FewRows;
}

/** No query may be running in it: that one would never end. */
export function closeFile({ few, reader, writer, instance }: OpenedFile): void {
  for (const part of [few, reader, writer, instance]) part.closeSync();
}

export interface OpenFileOptions {
  /** Epoch milliseconds: part of the name of a quarantined file. */
  readonly now: number;
  /** Called for each quarantined file when its replacement is in place. */
  readonly onSalvage: (salvaged: Salvage) => Promise<void>;
  /** Damage was found while the file was in use: reopening it need not reveal it. */
  readonly isDamaged?: boolean;
  /** How many threads a query may use. */
  readonly threads?: number | undefined;
}

/**
 * Errors: ARCHIVE_IN_USE, ARCHIVE_NEWER; ARCHIVE_FAILED if the system refuses, and then the file stays where it was.
 */
export async function openFile(path: string, options: OpenFileOptions): Promise<OpenedFile> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const report = async (salvaged: Salvage): Promise<void> => {
      await options.onSalvage(salvaged);
      await forgetSalvage(path);
    };
    const unreported = await finishSalvage(path, options.now);
    if (unreported) await report(unreported);
    let isDamaged = options.isDamaged === true;
    if (!isDamaged) isDamaged = await createIfMissing(path);
    for (let attempt = 1; ; attempt += 1) {
      if (isDamaged) await report(await salvage(path, options.now));
      isDamaged = false;
      try {
        return await openPrepared(path, options.threads);
      } catch (error) {
        if (error instanceof RailbirdError || isInUse(error) || attempt === MOST_ATTEMPTS) throw error;
        // Memory or a cable may have failed for a moment: only damage that shows twice is real.
        isDamaged = attempt > 1 && isDamage(error);
      }
    }
  } catch (error) {
    throw archiveError(path, error);
  }
}

/** The first attempt, one after a passing error, and one after salvage. */
const MOST_ATTEMPTS = 3;

async function openPrepared(path: string, threads: number | undefined): Promise<OpenedFile> {
  const config = threads === undefined ? OPTIONS : { ...OPTIONS, threads: String(threads) };
  const instance = await DuckDBInstance.create(path, config);
  const connections: KeepingConnection[] = [];
  try {
    const writer = new KeepingConnection(await instance.connect());
    connections.push(writer);
    const version = await prepareSchema(writer);
    if (version > SCHEMA_VERSION) throw new RailbirdError('ARCHIVE_NEWER', { path });
    const reader = new KeepingConnection(await instance.connect());
    return { instance, writer, reader, few: new FewRows(() => instance.connect()) };
  } catch (error) {
    // An open connection keeps the file locked.
    for (const part of [...connections, instance]) part.closeSync();
    throw error;
  }
}

/** Returns whether something other than an archive file is at the path, or only the log of a file that is gone. */
async function createIfMissing(path: string): Promise<boolean> {
  const found = await statOf(path);
  if (found) return !found.isFile();
  if (await statOf(`${path}.wal`)) return true;
  const building = `${path}.new`;
  await buildFile(building, async () => undefined);
  try {
    // Unlike a rename, a link never overwrites a file that another process created meanwhile.
    await link(building, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      if (await statOf(path)) return;
      await rename(building, path);
    });
  } finally {
    await rm(building, { force: true });
  }
  return false;
}
