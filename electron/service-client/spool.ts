// Where answers are written as they come: files in a folder of this process alone. The next start removes what a killed
// process left.

import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RailbirdError } from '#shared/errors.ts';
import { archiveFailed } from '../archive/damage.ts';
import { hasProvablyEnded, isRunning, THIS_PROCESS } from '../files/process-identity.ts';
import { LineFile } from './line-writer.ts';

/** The records of one answer on the disk. */
export interface Spooled {
  /** Records as lines that the archive loads; absent if there are none. */
  readonly kept?: SpooledLines;
  /** Those set aside, each as `{"record": "<what came>"}`. */
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
  /** What a file's error means: ARCHIVE_FAILED. */
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

/** Takes the files away. Nobody waits for it: what cannot be removed goes at the next start. */
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

/** Earlier versions named the folder by the number of the process alone. */
const hasEnded = (name: string): boolean =>
  /^\d+$/.test(name) ? !isRunning(Number(name)) : hasProvablyEnded(name);
