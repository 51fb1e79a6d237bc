// A data folder on a shared disk that the app on another computer has open: Chromium's lock names the computer, and a
// second start would otherwise end without a word, since there is no window here to bring to the front.

import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';

/** Whether the lock on Chromium's folder is another computer's. */
export function lockElsewhere(folder: string, machine = hostname()): RailbirdError | undefined {
  const path = join(folder, 'SingletonLock');
  let target: string;
  try {
    target = readlinkSync(path);
  } catch {
    // Windows has another kind of lock; so has nobody.
    return undefined;
  }
  // Chromium writes the name of the machine and the number of the process.
  const owner = target.slice(0, Math.max(0, target.lastIndexOf('-')));
  if (owner === '' || owner === machine) return undefined;
  return new RailbirdError('DATA_FOLDER_ELSEWHERE', { machine: owner, path });
}
