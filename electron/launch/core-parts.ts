// The core's code in parts of a few dozen milliseconds each. Each contains those before it, so that nothing is loaded
// twice, and what is loaded is the same as without them.

import type { PageRequests } from './page-requests.ts';

const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('#shared/bridge/contract.ts'),
  () => import('../archive/connection.ts'),
  () => import('../downloads/query.ts'),
  () => import('../data-folder.ts'),
  () => import('../core.ts'),
];

/** Loads the code that all of the window's cores have in common, and answers the page's requests between its parts. */
export async function loadCoreParts(requests: PageRequests): Promise<void> {
  for (const load of PARTS) {
    await requests.answered();
    await load();
  }
  await requests.answered();
}
