// Writes a file so that at every moment either the old one or the whole new one stands at its path.

import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface Replacement {
  write(chunk: Uint8Array | string): Promise<void>;
  /** Makes what was written durable, still under its temporary name. */
  seal(): Promise<void>;
  /** Puts the file in its place. */
  commit(): Promise<void>;
  /** Leaves nothing behind; after `commit` it does nothing. */
  abandon(): Promise<void>;
}

/** Waits before each further rename: on Windows a virus scanner or an indexer may hold the file for a moment. */
const RENAME_PAUSES_MS = [20, 100, 400] as const;
const HELD_BY_OTHERS = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Opens a temporary file in the folder of `path`, which is made if it is not there.
 * `mode` defaults to 0600. Errors: those of node:fs.
 */
export async function openReplacement(path: string, mode = 0o600): Promise<Replacement> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  const handle = await open(temporary, 'wx', mode);
  let state: 'open' | 'sealed' | 'gone' = 'open';
  const seal = async () => {
    if (state !== 'open') return;
    await handle.sync();
    await handle.close();
    state = 'sealed';
  };
  return {
    write: async (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      let done = 0;
      while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
    },
    seal,
    commit: async () => {
      await seal();
      await renamePatiently(temporary, path);
      state = 'gone';
      await syncFolder(dirname(path));
    },
    abandon: async () => {
      if (state === 'gone') return;
      if (state === 'open') await handle.close();
      state = 'gone';
      await rm(temporary, { force: true });
    },
  };
}

/** Replaces a small file in one go. */
export async function replaceFile(path: string, content: string, mode = 0o600): Promise<void> {
  const replacement = await openReplacement(path, mode);
  try {
    await replacement.write(content);
    await replacement.commit();
  } finally {
    await replacement.abandon();
  }
}

async function renamePatiently(from: string, to: string): Promise<void> {
  for (const pause of RENAME_PAUSES_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!HELD_BY_OTHERS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await rename(from, to);
}

/** The rename itself is only durable once the folder is; Windows cannot open folders and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
