// An exported file and its manifest. They are put in place one after the other; whatever interrupts that or happens at
// the same time, a manifest is never beside a file that it does not describe.

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { renamePatiently, type AtomicFile } from '../files/atomic-file.ts';
import { lockFile } from '../files/file-lock.ts';
import { abandonedIn, temporaryName } from '../files/temporary-files.ts';
import { freeNames } from './destination.ts';
import { manifestPathOf } from './manifest.ts';

interface Part {
  readonly path: string;
  readonly atomicFile: AtomicFile;
}

/** Makes an error of a path and its cause. */
type Failed = (path: string, cause: unknown) => Error;

/**
 * Puts both in place, one pair at a time: two exports to one path would leave the file of one beside the manifest of the
 * other. Errors: those of node:fs, passed through `failed` with their path.
 */
export async function commitPair(file: Part, manifest: Part, failed: Failed): Promise<void> {
  // The path's own lock reserves a name in the app's folder of exports, for as long as a file is written.
  const lock = await lockFile(manifest.path).catch((cause: unknown) => {
    throw failed(manifest.path, cause);
  });
  try {
    await placePair(file, manifest, failed);
  } finally {
    await lock.release();
  }
}

/**
 * An existing manifest is moved away first, since it describes the file that is replaced; if the file cannot be
 * replaced, the manifest is moved back.
 */
async function placePair(file: Part, manifest: Part, failed: Failed): Promise<void> {
  const old = await putAway(manifest.path).catch((cause: unknown) => {
    throw failed(manifest.path, cause);
  });
  try {
    await file.atomicFile.commit();
  } catch (cause) {
    if (!file.atomicFile.isPlaced && old !== undefined)
      await renamePatiently(old, manifest.path).catch(() => undefined);
    if (!file.atomicFile.isPlaced) throw failed(file.path, cause);
    // The file is in place, although a power cut may undo that, so its manifest belongs beside it.
    await manifest.atomicFile.commit().catch(() => undefined);
    throw failed(file.path, cause);
  } finally {
    if (file.atomicFile.isPlaced && old !== undefined) await rm(old, { force: true }).catch(() => undefined);
  }
  try {
    await manifest.atomicFile.commit();
  } catch {
    // The file is in place: a passing failure must not leave it without its manifest, which says whether it is complete.
    await manifest.atomicFile.commit().catch((cause: unknown) => {
      throw failed(manifest.path, cause);
    });
  }
}

/** Moves an existing manifest away. Returns where it is now; undefined if there was none. */
async function putAway(manifestPath: string): Promise<string | undefined> {
  const name = temporaryName(basename(manifestPath), randomBytes(6).toString('hex'));
  const away = join(dirname(manifestPath), name);
  try {
    await rename(manifestPath, away);
    return away;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Larger than any manifest. */
const LONGEST_MANIFEST = 4 * 1024 * 1024;

const describesSchema = z.object({
  file: z.string().refine((name) => name !== '' && basename(name) === name),
  sha256: z.string().length(64),
});

/**
 * Clears what exports of killed processes left in `folder`. A manifest that was not in place yet, or was moved away, is
 * put in place if it describes the file there and that file has no manifest. Never fails: what cannot be repaired is
 * tried again by the next export.
 */
export async function mendPairs(folder: string): Promise<void> {
  for (const path of await abandonedIn(folder)) {
    try {
      const described = await describedBy(path);
      if (described === undefined) await rm(path, { recursive: true, force: true });
      else await placeOrRemove(path, join(folder, described.file), described.sha256);
    } catch {
      // Another process was first, or the folder is not writable.
    }
  }
  await freeNames(folder, manifestPathOf(''));
}

/** The file that a temporary file describes; undefined if it is not a manifest. */
async function describedBy(path: string): Promise<z.infer<typeof describesSchema> | undefined> {
  const { size } = await stat(path);
  if (size > LONGEST_MANIFEST) return undefined;
  return describesSchema.safeParse(jsonOf(await readFile(path, 'utf8').catch(() => ''))).data;
}

/** Puts the manifest beside its file, or removes it if that is not needed. */
async function placeOrRemove(path: string, file: string, sha256: string): Promise<void> {
  const manifestPath = manifestPathOf(file);
  // Another export may replace the file while it is read.
  const lock = await lockFile(manifestPath);
  try {
    const isNeeded =
      (await exists(file)) && !(await exists(manifestPath)) && (await sha256Of(file)) === sha256;
    if (isNeeded) await rename(path, manifestPath);
    else await rm(path, { force: true });
  } finally {
    await lock.release();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
