// Stores answers while they arrive, as files in a folder of this process. The next start removes what a killed process
// left.

import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RailbirdError } from '#shared/errors.ts';
import { archiveFailed } from '../archive/damage.ts';
import { hasProvablyEnded, isRunning, THIS_PROCESS } from '../files/process-identity.ts';
import { LineFile } from './line-writer.ts';

/** The records of one answer on the disk. */
export interface Spooled {
  /** Lines that the archive loads; absent if there are no records. */
  readonly kept?: SpooledLines;
  /** Quarantined records, each as `{"record": "<original text>"}`. */
  readonly aside?: SpooledLines;
}

export interface SpooledLines {
  readonly path: string;
  /** Bytes of the longest line. */
  readonly longest: number;
}

export interface Spool {
  /** Two files that do not exist yet. */
  next(): { readonly kept: LineFile; readonly aside: LineFile };
  /** The error for a failed file operation: ARCHIVE_FAILED. */
  failed(cause: unknown): RailbirdError;
  /** Removes the folder. */
  close(): Promise<void>;
}

/** The files are in `dataDir` like the archive, so that there is space for both or for neither. */
export function openSpool(dataDir: string): Spool {
  const parent = join(dataDir, 'incoming');
  const folder = join(parent, THIS_PROCESS);
  const failed = (cause: unknown) => archiveFailed(dataDir, cause);
  let files = 0;
  tidy(parent);
  return {
    failed,
    next() {
      files += 1;
      const path = (what: string) => new LineFile(join(folder, `${files}.${what}.ndjson`));
      return { kept: path('kept'), aside: path('aside') };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Removes the files. Nobody waits for this: what cannot be removed is removed by the next start. */
export function release(spooled: Spooled | undefined): void {
  for (const lines of [spooled?.kept, spooled?.aside]) {
    if (lines) rm(lines.path, { force: true }).catch(() => undefined);
  }
}

/** Removes the folders of processes that have ended. */
function tidy(parent: string): void {
  try {
    for (const name of readdirSync(parent)) {
      if (hasEnded(name)) rmSync(join(parent, name), { recursive: true, force: true });
    }
  } catch {
    // There is none yet, or the first answer will say what is wrong with it.
  }
}

/** Earlier versions named the folder by the process id alone. */
const hasEnded = (name: string): boolean =>
  /^\d+$/.test(name) ? !isRunning(Number(name)) : hasProvablyEnded(name);
