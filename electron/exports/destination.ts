// Where an exported file goes: under Electron the user chooses, in a browser window it is a folder of the app.

import { access, mkdir, readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import type { Language } from '#shared/text.ts';
import { LOCK_SUFFIX, lockPathOf, tryLock } from '../files/file-lock.ts';

export interface ExportTarget {
  readonly path: string;
  /** Whether the window fetches the file itself, because it cannot open the app's folders. */
  readonly fetched: boolean;
  /** Frees the reserved name: the file exists by now, or never will. Never fails. */
  readonly release?: () => Promise<void>;
}

/** Undefined if the user dismissed the dialog. */
export type Destination = (suggestedName: string, language: Language) => Promise<ExportTarget | undefined>;

/**
 * A separate file for each export: `name.csv`, then `name-2.csv`; a lock reserves the name against other processes until
 * the file exists. Errors: FILE_FAILED.
 */
export function createFolderDestination(folder: string): Destination {
  return async (suggestedName) => {
    const { name, ext } = parse(suggestedName);
    try {
      await mkdir(folder, { recursive: true });
      for (let copy = 1; ; copy += 1) {
        const path = join(folder, copy === 1 ? suggestedName : `${name}-${copy}${ext}`);
        const lock = await tryLock(path);
        if (lock === undefined) continue;
        // Checked only under the lock: another process may have written it meanwhile.
        if (!(await exists(path))) return { path, fetched: true, release: lock.release };
        await lock.release();
      }
    } catch (cause) {
      throw new RailbirdError('FILE_FAILED', { path: folder }, { cause });
    }
  };
}

/** Removes the locks that killed processes left in the folder, on names with this ending. Never fails. */
export async function freeNames(folder: string, ending = ''): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(lockPathOf(ending)))) {
    const lock = await tryLock(join(folder, name.slice(0, -LOCK_SUFFIX.length))).catch(() => undefined);
    await lock?.release();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
