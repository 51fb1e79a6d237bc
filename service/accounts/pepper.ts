// The pepper of the stored key digests: a file of its own beside the store, readable by its owner alone.

import { readFileSync, writeFileSync } from 'node:fs';
import { newPepper } from './digest.ts';

/** Reads the pepper, or makes one where there is none. Two processes that start at once agree on one. */
export function pepperOf(file: string): Buffer {
  try {
    writeFileSync(file, newPepper().toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const pepper = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (pepper.length !== 32) throw new Error(`${file} does not hold a pepper of 32 bytes`);
  return pepper;
}
