// The application's key for the dashboard's pages. Accounts have only its digest, so an operator who wants it shown there
// puts the key into a file of the data folder.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts } from './accounts.ts';
import { digestOf, matchesAny } from './digest.ts';

/** In the data folder, readable only by the service: what `keys issue --api` printed. */
const FILE = 'application-key';

/** The key in that folder; undefined if there is none, or it is not an application key of these accounts. */
export async function applicationKeyIn(
  folder: string,
  accounts: Accounts,
  pepper: Buffer,
): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, FILE), 'utf8');
  } catch {
    return undefined;
  }
  const key = text.trim();
  const { applicationDigests } = await accounts.lookUp(NOBODY);
  return matchesAny(digestOf(key, pepper), applicationDigests) ? key : undefined;
}

const NOBODY = Buffer.alloc(32);
