// Writes marks and notes to a file of the person's own.

import { RailbirdError } from '#shared/errors.ts';
import type { ExportTarget } from '../exports/destination.ts';
import { replaceFile } from '../files/atomic-file.ts';

/** Errors: FILE_FAILED. */
export async function writeAnnotations({ path, release }: ExportTarget, text: string): Promise<void> {
  try {
    await replaceFile(path, text, { mode: 0o644 });
  } catch (cause) {
    throw new RailbirdError('FILE_FAILED', { path }, { cause });
  } finally {
    await release?.();
  }
}
