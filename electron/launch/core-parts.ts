// The core's code in parts of a few dozen milliseconds each. They import nothing that the core does not, and what one of
// them shares with an earlier one is loaded already.

import type { PageRequests } from './page-requests.ts';

const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('#shared/bridge/settings.ts'),
  () => import('#shared/catalogue/decode.ts'),
  () => import('#shared/bridge/contract.ts'),
  () => import('../archive/connection.ts'),
  () => import('../downloads/query.ts'),
  () => import('../data-folder.ts'),
  () => import('../core.ts'),
];

/** Loads most of the core's code, and answers the page's requests between its parts. */
export async function loadCoreParts(requests: PageRequests): Promise<void> {
  for (const load of PARTS) {
    await requests.answered();
    await load();
  }
  await requests.answered();
}
