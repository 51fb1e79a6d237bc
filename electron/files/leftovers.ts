// Clears leftovers of killed processes from the data folder.

import { join } from 'node:path';
import { freeNames } from '../exports/destination.ts';
import { mendPairs } from '../exports/file-pair.ts';
import { clearAbandoned } from './temporary-files.ts';

/** Folders in which only the app writes; `exports` clears its own leftovers. */
const OWN_FOLDERS = ['.', 'archive', 'commands', 'notices', 'exports'] as const;

/** Never fails: leftovers that cannot be cleared now are cleared at the next start. */
export async function clearLeftovers(dataDir: string): Promise<void> {
  const exports = join(dataDir, 'exports');
  await mendPairs(exports);
  await freeNames(exports);
  for (const folder of OWN_FOLDERS) await clearAbandoned(join(dataDir, folder), { nameless: true });
}
