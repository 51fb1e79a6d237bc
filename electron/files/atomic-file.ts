// Writes a file so that its path always has either the old content or the complete new one.

import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readlink, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { clearAbandoned, temporaryName } from './temporary-files.ts';

export interface AtomicFile {
  write(chunk: Uint8Array | string): Promise<void>;
  /** Makes the content durable, still under its temporary name. */
  seal(): Promise<void>;
  /** Renames the file into place; can be retried. After a failure, `isPlaced` says whether the file is in place. */
  commit(): Promise<void>;
  /** Whether the file is in place; if `commit` failed, a power cut may still undo that. */
  readonly isPlaced: boolean;
  /** Removes the temporary file; after `commit` it does nothing. */
  abandon(): Promise<void>;
}

/** Waits before each further rename: on Windows a virus scanner or an indexer may lock the file for a moment. */
const RENAME_PAUSES_MS = [20, 100, 400] as const;
const LOCKED_BY_OTHERS = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Who may read and write a file: as that at `like`, if there is one. */
export type FileMode = number | { readonly like: string; readonly otherwise: number };

/**
 * Opens a temporary file in the folder of `path`, which is created if it is missing. `mode` defaults to 0600. Errors:
 * those of node:fs.
 */
export async function openAtomicFile(path: string, mode: FileMode = 0o600): Promise<AtomicFile> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), temporaryName(basename(path), randomBytes(6).toString('hex')));
  const handle = await openNew(temporary, mode);
  let state: 'open' | 'closed' | 'sealed' | 'gone' = 'open';
  let isPlaced = false;
  const seal = async () => {
    if (state !== 'open') return;
    try {
      await handle.sync();
    } finally {
      state = 'closed';
      await handle.close();
    }
    state = 'sealed';
  };
  return {
    get isPlaced() {
      return isPlaced;
    },
    write: async (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      let done = 0;
      while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
    },
    seal,
    commit: async () => {
      if (isPlaced) return syncFolder(dirname(path));
      await seal();
      if (state !== 'sealed') throw new Error(`${temporary} is not complete`);
      await renamePatiently(temporary, path);
      state = 'gone';
      isPlaced = true;
      await syncFolder(dirname(path));
    },
    abandon: async () => {
      if (state === 'gone') return;
      const wasOpen = state === 'open';
      state = 'gone';
      if (wasOpen) await handle.close().catch(() => undefined);
      // A file that cannot be removed now is cleared when the folder is next used.
      await rm(temporary, { force: true }).catch(() => undefined);
    },
  };
}

async function openNew(path: string, mode: FileMode): Promise<FileHandle> {
  if (typeof mode === 'number') return open(path, 'wx', mode);
  // Windows has no such modes.
  const model = process.platform === 'win32' ? undefined : await stat(mode.like).catch(() => undefined);
  if (model?.isFile() !== true) return open(path, 'wx', mode.otherwise);
  const handle = await open(path, 'wx', model.mode & 0o777);
  // The process's mask may have taken some of it. A file system without modes refuses, and loses nothing.
  await handle.chmod(model.mode & 0o777).catch(() => undefined);
  return handle;
}

/**
 * Replaces a small file in one go. A symbolic link stays, and the file behind it is replaced and keeps its mode: a user
 * may keep a file in a synced folder, or under version control. `mayCommit` is called when everything is written and the
 * old file is still in place;
 * if it returns false, the old file stays and the result is false.
 */
export async function replaceFile(
  path: string,
  content: string,
  { mode = 0o600, mayCommit }: { readonly mode?: FileMode; readonly mayCommit?: () => Promise<boolean> } = {},
): Promise<boolean> {
  const target = await behindLinks(path);
  const isLinked = target !== path;
  // No start looks for what a kill left in such a folder.
  if (isLinked) await clearAbandoned(dirname(target));
  const atomicFile = await openAtomicFile(
    target,
    isLinked ? { like: target, otherwise: modeOf(mode) } : mode,
  );
  try {
    await atomicFile.write(content);
    await atomicFile.seal();
    if (mayCommit !== undefined && !(await mayCommit())) return false;
    await atomicFile.commit();
    return true;
  } finally {
    await atomicFile.abandon();
  }
}

const modeOf = (mode: FileMode): number => (typeof mode === 'number' ? mode : mode.otherwise);

/** More links than any system follows. */
const MOST_LINKS = 40;

/**
 * The path, or where a symbolic link leads, though no file is there yet. The folder must be: it may be on a disk that is
 * not mounted. Errors: those of node:fs; an error for what is no file, which a rename would replace.
 */
export async function behindLinks(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const found = await lstat(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found?.isSymbolicLink() !== true) {
      if (found?.isFile() === false) throw new Error(`${target} is no file`);
      if (target !== path) await stat(dirname(target));
      return target;
    }
    target = resolve(await realpath(dirname(target)), await readlink(target));
  }
  throw new Error(`${path} leads in a circle`);
}

/** Renames, with short waits while another program has the file open. Errors: those of node:fs. */
export async function renamePatiently(from: string, to: string): Promise<void> {
  for (const pause of RENAME_PAUSES_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!LOCKED_BY_OTHERS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await rename(from, to);
}

/** Creates a folder and those above it that are missing, durably. Errors: those of node:fs. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  // A new folder is durable once the one above it is synced.
  for (let made = resolve(folder); made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** A rename is durable only once the folder is synced; Windows cannot open folders and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // A passing failure does not recur on the second attempt; the file is in place already.
  await syncOnce(folder).catch(() => syncOnce(folder));
}

async function syncOnce(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
