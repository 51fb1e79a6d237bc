// The tabs of the window: each has a trail of its own, and one of them is shown. Pure; the store around it is in
// navigation.ts.

import type { Route } from '../screens.tsx';
import { FIRST_TRAIL, remember, type Trail, type TrailStep } from './trail.ts';

/** The most tabs: a strip of more cannot be read. */
export const MOST_TABS = 20;

export interface Tab {
  /** Unique among the open tabs, from 1. A closed tab's number is given again. */
  readonly id: number;
  readonly trail: Trail;
  /** The heading of its screen when it was shown last, or the text of the link that opened it. */
  readonly title?: string | undefined;
}

/** The shown tab, and its neighbors in the order of the strip. */
export interface Tabs extends Tab {
  readonly before: readonly Tab[];
  readonly after: readonly Tab[];
}

/** A closed tab, and the index in the strip that it had. */
export interface ClosedTab {
  readonly tab: Tab;
  readonly at: number;
}

export const FIRST_TABS: Tabs = { id: 1, trail: FIRST_TRAIL, title: undefined, before: [], after: [] };

const tabOf = ({ id, trail, title }: Tab): Tab => ({ id, trail, title });

/** In the order of the strip. */
export const allTabs = (tabs: Tabs): readonly Tab[] => [...tabs.before, tabOf(tabs), ...tabs.after];

/** The tabs with the one at an index shown; an index outside them counts as the nearest. */
export function tabsShowing(all: readonly Tab[], index: number): Tabs {
  const at = Math.min(Math.max(index, 0), all.length - 1);
  const shown = all[at];
  if (shown === undefined) return FIRST_TABS;
  return { ...tabOf(shown), before: all.slice(0, at), after: all.slice(at + 1) };
}

/** The numbers of all their steps. */
export const stepIdsOf = (tabs: Tabs): readonly number[] =>
  allTabs(tabs).flatMap(({ trail }) => trail.steps.map(({ id }) => id));

/** The lowest number that no tab has. */
function freeIdIn(all: readonly Tab[]): number {
  const taken = new Set(all.map(({ id }) => id));
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}

interface NewTab {
  readonly route: Route;
  /** A number that no step of any tab has. */
  readonly stepId: number;
  readonly title?: string | undefined;
  readonly memory?: TrailStep['memory'];
  /** Whether to show it at once. */
  readonly isShown: boolean;
}

/** A new tab at the end of the strip; undefined if there are `MOST_TABS`. */
export function openTab(
  tabs: Tabs,
  { route, stepId, title, memory = {}, isShown }: NewTab,
): Tabs | undefined {
  const all = allTabs(tabs);
  if (all.length >= MOST_TABS) return undefined;
  const tab = { id: freeIdIn(all), title, trail: { steps: [{ id: stepId, route, memory }], index: 0 } };
  return tabsShowing([...all, tab], isShown ? all.length : tabs.before.length);
}

/** Shows another tab; an unknown number changes nothing. */
export function showTab(tabs: Tabs, id: number): Tabs {
  const all = allTabs(tabs);
  const at = all.findIndex((tab) => tab.id === id);
  return at < 0 || at === tabs.before.length ? tabs : tabsShowing(all, at);
}

/** The next (1) or previous (-1) tab; after the last comes the first. */
export function stepTab(tabs: Tabs, by: 1 | -1): Tabs {
  const all = allTabs(tabs);
  return all.length === 1 ? tabs : tabsShowing(all, (tabs.before.length + by + all.length) % all.length);
}

/** Without the tab; in place of the shown one its right neighbor is shown, or the left one. The last tab stays. */
export function closeTab(tabs: Tabs, id: number): Tabs {
  const all = allTabs(tabs);
  const at = all.findIndex((tab) => tab.id === id);
  if (at < 0 || all.length === 1) return tabs;
  const shown = tabs.before.length;
  return tabsShowing(
    all.filter((tab) => tab.id !== id),
    at < shown ? shown - 1 : shown,
  );
}

/** The most closed tabs that can be reopened. */
const MOST_CLOSED = 10;

/** The closed tabs with one that is still open, which comes last. */
export function closedWith(closed: readonly ClosedTab[], tabs: Tabs, id: number): readonly ClosedTab[] {
  const all = allTabs(tabs);
  const at = all.findIndex((tab) => tab.id === id);
  const tab = all[at];
  return tab === undefined ? closed : [...closed, { tab, at }].slice(-MOST_CLOSED);
}

/**
 * Shows a closed tab again, where it was in the strip, under a number that is free: its own may have been given again.
 * Undefined if there are `MOST_TABS`.
 */
export function reopenTab(tabs: Tabs, { tab, at }: ClosedTab): Tabs | undefined {
  const all = allTabs(tabs);
  if (all.length >= MOST_TABS) return undefined;
  return tabsShowing(all.toSpliced(at, 0, { ...tab, id: freeIdIn(all) }), at);
}

/** Moves a tab to an index of the strip; the shown tab stays shown. */
export function moveTab(tabs: Tabs, id: number, to: number): Tabs {
  const all = allTabs(tabs);
  const moved = all.find((tab) => tab.id === id);
  if (moved === undefined || to < 0 || to >= all.length || all[to] === moved) return tabs;
  const order = all.filter((tab) => tab !== moved).toSpliced(to, 0, moved);
  if (order.every((tab, at) => tab.id === all[at]?.id)) return tabs;
  return tabsShowing(
    order,
    order.findIndex((tab) => tab.id === tabs.id),
  );
}

const hasStep = ({ trail }: Tab, step: number): boolean => trail.steps.some(({ id }) => id === step);

/** The value that a step remembers under a name, in whichever tab it is: a screen may store it as it disappears. */
export function rememberIn(tabs: Tabs, step: number, name: string, value: unknown): Tabs {
  const write = (tab: Tab): Tab =>
    hasStep(tab, step) ? { ...tab, trail: remember(tab.trail, step, name, value) } : tab;
  if (hasStep(tabs, step)) return { ...tabs, trail: remember(tabs.trail, step, name, value) };
  return { ...tabs, before: tabs.before.map(write), after: tabs.after.map(write) };
}

/** The same of closed tabs: the screen of one disappears with it. The same list if none has the step. */
export function rememberInClosed(
  closed: readonly ClosedTab[],
  step: number,
  name: string,
  value: unknown,
): readonly ClosedTab[] {
  if (!closed.some(({ tab }) => hasStep(tab, step))) return closed;
  return closed.map(({ tab, at }) => ({
    at,
    tab: hasStep(tab, step) ? { ...tab, trail: remember(tab.trail, step, name, value) } : tab,
  }));
}
