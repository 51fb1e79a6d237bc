// Puts a new version in place of an AppImage, by a rename: at every moment there is a complete program. electron-updater
// removes the old file first, and what fails after that leaves none.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { openAtomicFile, type AtomicFile, type FileMode } from '../files/atomic-file.ts';
import { clearAbandoned } from '../files/temporary-files.ts';

export interface DownloadedFile {
  readonly path: string;
  /** As the feed announced it, in base64. */
  readonly sha512: string;
}

/**
 * Resolves with the path of the new version: a file named after its version gets the name of the new one. The downloaded
 * file is removed. Errors, after which the old file is as it was: UPDATE_DAMAGED if the downloaded file is no longer the
 * one that was announced, UPDATE_FAILED.
 */
export async function replaceAppImage(appImage: string, downloaded: DownloadedFile): Promise<string> {
  const program = placeOf(appImage, downloaded.path);
  try {
    await placeCopy(appImage, program, downloaded);
  } catch (error) {
    if (error instanceof RailbirdError) {
      // Its words say so, and another download must not find it.
      await removeIfPossible(downloaded.path);
      throw error;
    }
    const problem = error instanceof Error ? error.message : String(error);
    throw new RailbirdError('UPDATE_FAILED', { problem }, { cause: error });
  }
  // The new version is in place, whatever comes of these.
  if (program !== appImage) await removeIfPossible(appImage);
  await removeIfPossible(downloaded.path);
  return program;
}

/** As electron-updater names it: a name without a version is the user's own. */
function placeOf(appImage: string, downloaded: string): string {
  const hasVersion = /\d\.\d+\.\d/u.test(basename(appImage));
  return hasVersion ? join(dirname(appImage), basename(downloaded)) : appImage;
}

async function placeCopy(appImage: string, program: string, downloaded: DownloadedFile): Promise<void> {
  const mode = await modeLike(appImage);
  // Of a copy that a power cut ended: it takes as much space as the app.
  await clearAbandoned(dirname(program));
  const copy = await openAtomicFile(program, mode);
  try {
    const isAnnounced = (await copyInto(copy, downloaded.path)) === downloaded.sha512;
    if (!isAnnounced) throw new RailbirdError('UPDATE_DAMAGED');
    await copy.commit();
  } catch (error) {
    // The folder could not be synced: at worst a power cut brings the old version back.
    if (!copy.isPlaced) throw error;
  } finally {
    await copy.abandon();
  }
}

/** Who may start the old version may start the new one. Fails if there is no old one, or no folder to be in. */
async function modeLike(appImage: string): Promise<FileMode> {
  const { mode } = await stat(appImage);
  return (mode & 0o100) === 0 ? 0o755 : { like: appImage, otherwise: 0o755 };
}

/** Its SHA-512 in base64, of exactly the bytes that were written: the file may have changed since its download. */
async function copyInto(copy: AtomicFile, path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece as Buffer);
    await copy.write(piece as Buffer);
  }
  return hash.digest('base64');
}

const removeIfPossible = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined);
