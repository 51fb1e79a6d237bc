// Writes a file so that at every moment either the old one or the whole new one stands at its path.

import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { temporaryName } from './temporary-files.ts';

export interface AtomicFile {
  write(chunk: Uint8Array | string): Promise<void>;
  /** Makes what was written durable, still under its temporary name. */
  seal(): Promise<void>;
  /** Puts the file in its place; may be tried again. `isPlaced` says whether it stands there after a failure. */
  commit(): Promise<void>;
  /** Whether the file is in its place, though a power cut may still undo it where `commit` failed. */
  readonly isPlaced: boolean;
  /** Leaves nothing behind; after `commit` it does nothing. */
  abandon(): Promise<void>;
}

/** Waits before each further rename: on Windows a virus scanner or an indexer may hold the file for a moment. */
const RENAME_PAUSES_MS = [20, 100, 400] as const;
const LOCKED_BY_OTHERS = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Opens a temporary file in the folder of `path`, which is made if it is not there.
 * `mode` defaults to 0600. Errors: those of node:fs.
 */
export async function openAtomicFile(path: string, mode = 0o600): Promise<AtomicFile> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), temporaryName(basename(path), randomBytes(6).toString('hex')));
  const handle = await open(temporary, 'wx', mode);
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
      if (state !== 'sealed') throw new Error(`${temporary} is not whole`);
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
      // What cannot be removed now is cleared when the folder is used next.
      await rm(temporary, { force: true }).catch(() => undefined);
    },
  };
}

/**
 * Replaces a small file in one go. `mayCommit` is asked when all is written and the old file still stands; where it
 * says no, the old file stays and the answer is false.
 */
export async function replaceFile(
  path: string,
  content: string,
  { mode = 0o600, mayCommit }: { readonly mode?: number; readonly mayCommit?: () => Promise<boolean> } = {},
): Promise<boolean> {
  const atomicFile = await openAtomicFile(path, mode);
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

/** Renames, waiting a little for whoever holds the file at the moment. Errors: those of node:fs. */
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

/** A rename is only durable once the folder is; Windows cannot open folders and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // What a passing failure prevents once is done the second time; the file stands in its place already.
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
