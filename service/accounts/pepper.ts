// The pepper of the stored key digests: a separate file beside the store, readable only by its owner.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { newPepper } from './digest.ts';

/** A file without a valid pepper. It is not replaced: with a new pepper no issued key would be accepted. */
export class DamagedPepper extends Error {
  constructor(file: string) {
    super(
      `${file} does not hold a pepper of 32 bytes. Replace it with a backup. Without one, move it and the accounts ` +
        'away and start again: keys are then issued again.',
    );
    this.name = 'DamagedPepper';
  }
}

/**
 * Reads the pepper, or creates it if it is missing. Two processes that start at once agree on one.
 *
 * @throws DamagedPepper
 */
export function pepperOf(file: string): Buffer {
  if (!existsSync(file)) make(file);
  const pepper = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (pepper.length !== 32) throw new DamagedPepper(file);
  return pepper;
}

/** Written and synced before it gets its name: without the pepper, the keys issued with it are useless. */
function make(file: string): void {
  const unnamed = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const made = openSync(unnamed, 'wx', 0o600);
    try {
      writeFileSync(made, newPepper().toString('base64'));
      fsyncSync(made);
    } finally {
      closeSync(made);
    }
    name(unnamed, file);
    syncFolder(dirname(file));
  } finally {
    rmSync(unnamed, { force: true });
  }
}

/** Unlike a rename, a link never replaces a file that another process made meanwhile; not every disk has links. */
function name(unnamed: string, file: string): void {
  try {
    linkSync(unnamed, file);
  } catch {
    if (!existsSync(file)) renameSync(unnamed, file);
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
