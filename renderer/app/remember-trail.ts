// Stores the trail across restarts: read once at start, written shortly after every change and when the page unloads.

import type { BridgeClient } from '#shared/bridge/contract.ts';
import { useNavigationStore } from './navigation/navigation.ts';
import { trailSchema, type Trail } from './navigation/trail.ts';
import { routeSchema } from './screens.tsx';

const KEY = 'trail';
/** Delay of a write after a change, in milliseconds, so that scrolling does not write at every step. */
const PAUSE = 400;
/** Most characters stored: far below the bridge's limit, and small enough to be sent while the page unloads. */
export const MOST_KEPT = 16_000;

/** The trail as JSON; if it is too long, without its oldest steps, and finally without the steps' memories. */
export function trailToKeep(trail: Trail, most = MOST_KEPT): string {
  for (let from = 0; from <= trail.index; from += 1) {
    const json = JSON.stringify({ steps: trail.steps.slice(from), index: trail.index - from });
    if (json.length <= most) return json;
  }
  const here = trail.steps.slice(trail.index, trail.index + 1);
  return JSON.stringify({ steps: here.map((step) => ({ ...step, memory: {} })), index: 0 });
}

/** The stored trail; undefined if there is none, or none that this version can read. */
export async function recallTrail(client: BridgeClient): Promise<Trail | undefined> {
  const { json } = await client.settings.recall({ key: KEY });
  if (json === undefined) return undefined;
  try {
    const parsed = trailSchema(routeSchema).safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the trail after changes until the returned function is called. */
export function rememberTrail(client: BridgeClient, window: Window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const json = trailToKeep(useNavigationStore.getState().trail);
    // A failed write is not worth interrupting the user: the next change tries again.
    client.settings.remember({ key: KEY, json }).catch(() => undefined);
  };
  const unsubscribe = useNavigationStore.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE);
  });
  const onPageHide = (): void => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', onPageHide);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    window.removeEventListener('pagehide', onPageHide);
  };
}
