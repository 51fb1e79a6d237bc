// The folder for Chromium's own files below the data folder. It holds nothing that cannot be made again, so one that
// cannot be used is set aside, and where even that fails, a temporary one takes its place for this run.

import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathElsewhere, takesLinks as takesLinksOnDisk } from '../files/elsewhere.ts';

export interface WindowFolder {
  readonly folder: string;
  /** Where the unusable one was moved to. */
  readonly movedTo?: string;
  /** It is among the system's temporary files, because the data folder takes none that can be used. */
  readonly isTemporary?: boolean;
}

interface WindowFolderOptions {
  readonly dataDir: string;
  /** Set the present one aside in any case. */
  readonly fresh: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a folder takes symbolic links; a test says no. */
  readonly takesLinks?: typeof takesLinksOnDisk;
}

/** Errors: those of the system, if not even a temporary folder can be made. */
export function openWindowFolder(options: WindowFolderOptions): WindowFolder {
  const { dataDir, fresh, now, takesLinks = takesLinksOnDisk } = options;
  const folder = join(dataDir, 'window');
  // Chromium's lock is one. A stick that every system can read has none, which is no damage.
  if (!takesLinks(dataDir)) return { folder: folderElsewhere(dataDir) };
  if (!fresh && isUsable(folder)) return { folder };
  const movedTo = `${folder}.damaged-${now}`;
  const isThere = existsSync(folder);
  try {
    if (isThere) renameSync(folder, movedTo);
  } catch {
    return temporary();
  }
  if (!isUsable(folder)) return temporary();
  return isThere ? { folder, movedTo } : { folder };
}

const temporary = (): WindowFolder => ({
  folder: mkdtempSync(join(tmpdir(), 'railbird-window-')),
  isTemporary: true,
});

/** The same one at each start on that data folder, so that a second start finds the first. */
function folderElsewhere(dataDir: string): string {
  const folder = pathElsewhere(dataDir, 'window');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === (process.getuid?.() ?? 0) && (found.mode & 0o077) === 0;
  return isOurs ? folder : temporary().folder;
}

/** Makes it if there is none. Everything in it must be the user's own to read and write: a start with sudo leaves other files. */
function isUsable(folder: string): boolean {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      // Links are Chromium's locks, and lead nowhere.
      if (!entry.isSymbolicLink() && !entry.isSocket()) requireAccess(join(folder, entry.name));
    }
    writeFileSync(probe, '');
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** A running Chromium may remove a file once it is listed. Errors: those of the system, if the file is there. */
function requireAccess(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
