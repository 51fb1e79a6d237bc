// Temporary files that carry the name of the process that writes them, so that what a killed process left is cleared
// and what another process is writing is not.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasProvablyEnded, IDENTITY_PATTERN, THIS_PROCESS } from './process-identity.ts';

/** Nothing is written for a day without a word: the process has ended, wherever it ran. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** With the rest of the name the longest that every file system takes is far. */
const LONGEST_BASE = 40;

/** `.settings.json.railbird-<process>-<random>.part`. `random` is new for each file. */
export const temporaryName = (base: string, random: string): string =>
  `.${[...base].slice(0, LONGEST_BASE).join('')}.railbird-${THIS_PROCESS}-${random}.part`;

const TEMPORARY = new RegExp(`\\.railbird-(${IDENTITY_PATTERN})-[0-9A-Za-z]+\\.part$`);
/** As they were named before they carried a process. */
const NAMELESS = /^\..+\.[0-9a-f]{12}\.part$/;

/**
 * Files and folders of that kind in `folder` whose process has ended. Nameless ones only where `nameless` says that all
 * in the folder is the app's own.
 */
export async function abandonedIn(
  folder: string,
  { nameless = false, now = Date.now() }: { readonly nameless?: boolean; readonly now?: number } = {},
): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const abandoned: string[] = [];
  for (const name of names) {
    const identity = TEMPORARY.exec(name)?.[1];
    if (identity === undefined && !(nameless && NAMELESS.test(name))) continue;
    const path = join(folder, name);
    const hasEnded = identity !== undefined && hasProvablyEnded(identity);
    if (hasEnded || (identity !== THIS_PROCESS && (await isOld(path, now)))) abandoned.push(path);
  }
  return abandoned;
}

async function isOld(path: string, now: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now - found.mtimeMs > ABANDONED_AFTER_MS;
}

/** Removes them; what cannot be removed goes the next time. */
export async function clearAbandoned(
  folder: string,
  options?: Parameters<typeof abandonedIn>[1],
): Promise<void> {
  for (const path of await abandonedIn(folder, options)) {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
