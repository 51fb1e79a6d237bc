// The rows of a result, and what is stored of them.

import type { Archive } from '../archive/archive.ts';

/** What of the archive tells whether something was written. */
type Watched = Pick<Archive, 'isWriting'> & { readonly changes: Pick<Archive['changes'], 'count'> };

/**
 * Reads both at once while nothing is written, and otherwise what is stored first: of a write between the two, only the rows
 * show something, and nothing is called complete that they lack. Errors: those of either; rows that were read are closed.
 */
export async function accountAndRows<Account, Rows extends { close(): void }>(
  archive: Watched,
  account: () => Promise<Account>,
  rows: () => Promise<Rows>,
): Promise<readonly [Account, Rows]> {
  const { count } = archive.changes;
  if (!archive.isWriting()) {
    const [stored, read] = await Promise.allSettled([account(), rows()]);
    // A write that is in progress may be readable already, and is reported at its end.
    const isSame = archive.changes.count === count && !archive.isWriting();
    if (isSame && stored.status === 'fulfilled' && read.status === 'fulfilled')
      return [stored.value, read.value];
    if (read.status === 'fulfilled') read.value.close();
    if (stored.status === 'rejected') throw stored.reason;
    if (read.status === 'rejected') throw read.reason;
  }
  const stored = await account();
  return [stored, await rows()];
}
