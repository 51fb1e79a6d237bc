// Stores the tabs with their trails across restarts: read once at start, written shortly after every change and when
// the page unloads. Each tab is stored for itself, so that only those that changed are written.
//
// What all windows of a data folder store is what the next start opens. A window stores the same for itself, in the
// browser's session storage: when it is reloaded, it has its own tabs again, not those of a window that wrote later.
//
// Stored tabs are those of one service, which is noted beside their order: another one has other races. A start with
// another service than usual, as with --sample, leaves the tabs of the usual one and has keys of its own.

import { z } from 'zod';
import type { Connection } from '#shared/bridge/connection.ts';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { useNavigationStore } from './navigation/navigation.ts';
import { allTabs, FIRST_TABS, MOST_TABS, tabsShowing, type Tab, type Tabs } from './navigation/tabs.ts';
import { currentStep, trailSchema, type Trail } from './navigation/trail.ts';
import { routeSchema, type Route } from './screens.tsx';

/** The order of the tabs. A window that never had two has none. */
const TABS_KEY = 'tabs';
/** Before there were tabs, the only trail was stored as the first one is now. */
const keyOf = (tab: number): string => (tab === 1 ? 'trail' : `trail.${tab}`);

/** Which of the two sets of tabs in a data folder: that of the usual service, or of one that took its place at a start. */
type Slot = 'usual' | 'other';
const keyIn = (slot: Slot, key: string): string => (slot === 'usual' ? key : `${key}.other`);
/**
 * Delays of a write after a change, in milliseconds: where one has gone is there before one can have quit the app, and scrolling
 * does not write at every step.
 */
const PAUSE = { route: 100, memory: 400 } as const;
/** Most characters stored: far below the bridge's limit, and small enough to be sent while the page unloads. */
export const MOST_KEPT = 16_000;

const orderSchema = z.object({
  tabs: z
    .array(z.object({ id: z.number().int().min(1), title: z.string().optional() }))
    .min(1)
    .max(MOST_TABS),
  shown: z.number().int(),
  /** Earlier versions did not note it. */
  service: z.string().optional(),
});

/** What tells services apart between runs; the sample's address is another one each time. */
export const serviceOf = (connection: Connection | undefined): string | undefined =>
  connection?.mode === 'sample' ? 'sample' : connection?.baseUrl;

/**
 * The trail as JSON; if it is too long, without its oldest steps, then without those farthest ahead, and finally without
 * the present step's memory.
 */
export function trailToKeep({ steps, index }: Trail, most = MOST_KEPT): string {
  for (let from = 0; from <= index; from += 1) {
    const json = JSON.stringify({ steps: steps.slice(from), index: index - from });
    if (json.length <= most) return json;
  }
  for (let to = steps.length - 1; to > index; to -= 1) {
    const json = JSON.stringify({ steps: steps.slice(index, to), index: 0 });
    if (json.length <= most) return json;
  }
  const here = steps.slice(index, index + 1);
  return JSON.stringify({ steps: here.map((step) => ({ ...step, memory: {} })), index: 0 });
}

/** Of the keys in the window's own storage. */
const OWN_PREFIX = 'railbird.';

/** Does nothing where the browser has no storage for the page, or none left. */
function storeHere(window: Window, key: string, json: string): void {
  try {
    if (json === '') window.sessionStorage.removeItem(`${OWN_PREFIX}${key}`);
    else window.sessionStorage.setItem(`${OWN_PREFIX}${key}`, json);
  } catch {
    // The next start of the app finds what the main process stores.
  }
}

function storedHere(window: Window, key: string): string | undefined {
  try {
    return window.sessionStorage.getItem(`${OWN_PREFIX}${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What a text has, if this version can read it. */
function readable<T>(json: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (json === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** The steps of a tab get other numbers if an earlier tab has one of them, as after writes of two windows. */
function withOwnSteps(tabs: readonly Tab[]): readonly Tab[] {
  const taken = new Set<number>();
  return tabs.map((tab) => {
    const isOwn = tab.trail.steps.every(({ id }) => !taken.has(id));
    const base = isOwn ? 0 : Math.max(...taken);
    const steps = tab.trail.steps.map((step) => ({ ...step, id: step.id + base }));
    for (const { id } of steps) taken.add(id);
    return { ...tab, trail: { ...tab.trail, steps } };
  });
}

type Read = (key: string) => Promise<string | undefined>;

interface StoredTabs {
  /** Undefined if there are none, or none that this version can read. */
  readonly tabs: Tabs | undefined;
  readonly service?: string | undefined;
}

export interface RecalledTabs extends StoredTabs {
  readonly slot: Slot;
}

const isOfAnother = (stored: StoredTabs, service: string | undefined): boolean =>
  stored.service !== undefined && service !== undefined && stored.service !== service;

/** The stored tabs of the connected service, the window's own if it was reloaded. */
export async function recallTabs(
  client: BridgeClient,
  window: Window,
  connected: Promise<string | undefined>,
): Promise<RecalledTabs> {
  const readIn =
    (slot: Slot): Read =>
    async (key) =>
      (await client.settings.recall({ key: keyIn(slot, key) })).json;
  const here: Read = async (key) => storedHere(window, key);
  const isReloaded = storedHere(window, TABS_KEY) !== undefined;
  const [service, usual, own] = await Promise.all([
    connected,
    tabsIn(readIn('usual')),
    isReloaded ? tabsIn(here) : undefined,
  ]);
  const slot = isOfAnother(usual, service) ? 'other' : 'usual';
  if (own !== undefined && !isOfAnother(own, service)) return { ...own, slot };
  const stored = slot === 'usual' ? usual : await tabsIn(readIn('other'));
  return isOfAnother(stored, service) ? { tabs: undefined, slot } : { ...stored, slot };
}

async function tabsIn(read: Read): Promise<StoredTabs> {
  const schema = trailSchema(routeSchema);
  const recallTrail = async (id: number) => readable(await read(keyOf(id)), schema);
  // Mostly the first tab is among them, so its trail is read beside their order.
  const [stored, first] = await Promise.all([read(TABS_KEY), recallTrail(1)]);
  const order = readable(stored, orderSchema) ?? { tabs: [{ id: 1 }], shown: 1 };
  const trails = await Promise.all(order.tabs.map(async ({ id }) => (id === 1 ? first : recallTrail(id))));
  const tabs = order.tabs.flatMap(({ id, title }, at): Tab[] => {
    const trail = trails[at];
    return trail === undefined ? [] : [{ id, title, trail }];
  });
  const shown = tabs.findIndex(({ id }) => id === order.shown);
  return {
    tabs: tabs.length === 0 ? undefined : tabsShowing(withOwnSteps(tabs), shown),
    service: order.service,
  };
}

/** The order as JSON. */
const orderToKeep = (tabs: Tabs, service: string | undefined): string =>
  JSON.stringify({ tabs: allTabs(tabs).map(({ id, title }) => ({ id, title })), shown: tabs.id, service });

/** Of the shown tab. It stays the same object while its step remembers something. */
const routeOf = ({ trail }: Tabs): Route => currentStep(trail).route;

/** Writes the tabs after changes until the returned function is called. `connected`: the service at that moment. */
export function rememberTabs(
  client: BridgeClient,
  window: Window,
  { tabs: stored, slot: firstSlot, service: noted }: RecalledTabs,
  connected: () => string | undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let slot = firstSlot;
  let service = connected();
  let kept: ReadonlyMap<number, Trail> = new Map(
    stored === undefined ? [] : allTabs(stored).map(({ id, trail }) => [id, trail]),
  );
  let order = orderToKeep(stored ?? FIRST_TABS, noted);
  for (const [id, trail] of kept) storeHere(window, keyOf(id), trailToKeep(trail));
  storeHere(window, TABS_KEY, orderToKeep(stored ?? FIRST_TABS, service));
  // A failed write is not worth interrupting the user: the next change tries again.
  const keep = (key: string, json: string): void => {
    storeHere(window, key, json);
    client.settings.remember({ key: keyIn(slot, key), json }).catch(() => undefined);
  };
  /** A service that is chosen in the window is the usual one from then on. */
  const followService = (): void => {
    const present = connected();
    if (present === service) return;
    service = present;
    if (slot === 'other') kept = new Map();
    slot = 'usual';
  };
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    followService();
    const tabs = useNavigationStore.getState();
    const trails = new Map(allTabs(tabs).map(({ id, trail }) => [id, trail]));
    for (const [id, trail] of trails) if (kept.get(id) !== trail) keep(keyOf(id), trailToKeep(trail));
    // An empty text removes what was stored.
    for (const id of kept.keys()) if (!trails.has(id)) keep(keyOf(id), '');
    kept = trails;
    const present = orderToKeep(tabs, service);
    if (present !== order) keep(TABS_KEY, present);
    order = present;
  };
  let route = routeOf(useNavigationStore.getState());
  let isNewRoute = false;
  const unsubscribe = useNavigationStore.subscribe((tabs) => {
    const present = routeOf(tabs);
    isNewRoute = (isNewRoute && timer !== undefined) || present !== route;
    route = present;
    clearTimeout(timer);
    timer = setTimeout(write, isNewRoute ? PAUSE.route : PAUSE.memory);
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
