// Temporary files that contain the identity of the writing process in their name, so that leftovers of a killed process
// are cleared and files that another process is writing are not.

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasProvablyEnded, IDENTITY_PATTERN, THIS_PROCESS } from './process-identity.ts';

/** No write pauses for a day, so after that the process has ended, whatever machine it ran on. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Even with the rest of the name, this stays far below the limit of every file system. */
const LONGEST_BASE = 40;

/** `.settings.json.railbird-<process>-<random>.part`. `random` is new for each file. */
export const temporaryName = (base: string, random: string): string =>
  `.${[...base].slice(0, LONGEST_BASE).join('')}.railbird-${THIS_PROCESS}-${random}.part`;

const TEMPORARY = new RegExp(`\\.railbird-(${IDENTITY_PATTERN})-[0-9A-Za-z]+\\.part$`);
/** The naming scheme from before they contained a process identity. */
const NAMELESS = /^\..+\.[0-9a-f]{12}\.part$/;

/**
 * Temporary files and folders in `folder` whose process has ended. Files of the old scheme are included only if
 * `nameless` states that everything in the folder belongs to the app.
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

/** Removes them; those that cannot be removed are removed next time. */
export async function clearAbandoned(
  folder: string,
  options?: Parameters<typeof abandonedIn>[1],
): Promise<void> {
  for (const path of await abandonedIn(folder, options)) {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
