// Clears what killed processes left in the data folder.

import { join } from 'node:path';
import { freeNames } from '../exports/destination.ts';
import { mendPairs } from '../exports/file-pair.ts';
import { clearAbandoned } from './temporary-files.ts';

/** Folders in which nobody but the app writes; `exports` has its own way of mending. */
const OWN_FOLDERS = ['.', 'archive', 'notices', 'exports'] as const;

/** Never fails: what cannot be cleared now is cleared at the next start. */
export async function clearLeftovers(dataDir: string): Promise<void> {
  const exports = join(dataDir, 'exports');
  await mendPairs(exports);
  await freeNames(exports);
  for (const folder of OWN_FOLDERS) await clearAbandoned(join(dataDir, folder), { nameless: true });
}
