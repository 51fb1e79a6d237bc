// Writes a text to a file of the user's own.

import { RailbirdError } from '#shared/errors.ts';
import { replaceFile } from '../files/atomic-file.ts';
import type { ExportTarget } from './destination.ts';

/** Errors: FILE_FAILED. */
export async function writeText(
  { path, release }: Pick<ExportTarget, 'path' | 'release'>,
  text: string,
): Promise<void> {
  try {
    await replaceFile(path, text, { mode: { like: path, otherwise: 0o644 } });
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  } finally {
    await release?.();
  }
}
