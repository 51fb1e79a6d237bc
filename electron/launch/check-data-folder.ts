// Whether the data folder can be used, before anything else touches it: what stands against it is said in words, with
// what to do.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';

export interface DataFolderCheck {
  readonly dataDir: string;
  /** The user who runs the app; undefined on Windows. */
  readonly uid: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a file and removes it; a test has it fail. */
  readonly probe?: (path: string) => void;
}

/**
 * Makes the folder if there is none. Errors: DATA_FOLDER_NAME, DATA_FOLDER_OTHER_USER, DATA_FOLDER_READ_ONLY, and
 * FILE_FAILED for anything else.
 */
export function checkDataFolder({ dataDir, uid, env, probe = writeAndRemove }: DataFolderCheck): void {
  if (isTakenApart(dataDir)) throw new RailbirdError('DATA_FOLDER_NAME', { path: dataDir });
  try {
    makeFolders(dataDir);
    const owner = statSync(dataDir).uid;
    if (uid !== undefined && owner !== uid && !mayUseAll(uid, env))
      throw new RailbirdError('DATA_FOLDER_OTHER_USER', { path: dataDir, owner: nameOf(owner) });
    probe(join(dataDir, `.probe-${process.pid}`));
  } catch (cause) {
    if (cause instanceof RailbirdError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EROFS') throw new RailbirdError('DATA_FOLDER_READ_ONLY', { path: dataDir }, { cause });
    throw new RailbirdError('FILE_FAILED', { path: dataDir }, { cause });
  }
}

/**
 * DuckDB takes what follows a question mark for parameters of an address, and keeps the log of changes elsewhere. No
 * other character does any harm; the prefix of long paths on Windows does none either.
 */
const isTakenApart = (path: string): boolean => path.replace(/^\\\\\?\\/u, '').includes('?');

/** A container's only user is root, whoever owns the folder outside. With sudo, root would leave files that lock its owner out. */
const mayUseAll = (uid: number, env: DataFolderCheck['env']): boolean =>
  uid === 0 && env['SUDO_UID'] === undefined;

/** Node says ENOENT of a read-only medium when it makes several folders; the first that is missing has the reason. */
function makeFolders(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    let missing = folder;
    // A drive that Windows does not have is above itself.
    while (!existsSync(dirname(missing)) && dirname(missing) !== missing) missing = dirname(missing);
    mkdirSync(missing, { mode: 0o700 });
    throw error;
  }
}

function writeAndRemove(path: string): void {
  writeFileSync(path, '');
  rmSync(path);
}

/** A user's name as the system lists it; the number if it lists none. */
function nameOf(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((each) => each.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}
