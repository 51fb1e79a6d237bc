// The pepper of the stored key digests: a file of its own beside the store, readable by its owner alone.

import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { newPepper } from './digest.ts';

/** Reads the pepper, or makes one where there is none. Two processes that start at once agree on one. */
export function pepperOf(file: string): Buffer {
  makeUnlessThere(file);
  const pepper = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (pepper.length !== 32) throw new Error(`${file} does not hold a pepper of 32 bytes`);
  return pepper;
}

function makeUnlessThere(file: string): void {
  let made: number;
  try {
    made = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  try {
    writeFileSync(made, newPepper().toString('base64'));
  } catch (error) {
    // On a full disk the file is there and its words are not: the next start would take it for a pepper.
    rmSync(file);
    throw error;
  } finally {
    closeSync(made);
  }
}
