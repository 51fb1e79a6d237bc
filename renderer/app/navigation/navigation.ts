// The window's location: the tabs with their trails in a store, its hooks, and the actions that change it.

import { useCallback } from 'react';
import { create } from 'zustand';
import { announce } from '../announce.ts';
import type { Route } from '../screens.tsx';
import {
  allTabs,
  closedWith,
  closeTab,
  FIRST_TABS,
  MOST_TABS,
  moveTab,
  openTab,
  rememberIn,
  rememberInClosed,
  reopenTab,
  showTab,
  stepIdsOf,
  stepTab,
  type ClosedTab,
  type Tabs,
} from './tabs.ts';
import { currentStep, goTo, replaceWith, returnTo, walk, type TrailStep, type Trail } from './trail.ts';

interface NavigationState extends Tabs {
  /** Tabs that can be reopened, the last one closed last. They do not outlive the window. */
  readonly closed: readonly ClosedTab[];
  /** Replaces the trail of the shown tab. */
  readonly set: (trail: Trail) => void;
}

/** `trail` is that of the shown tab. */
export const useNavigationStore = create<NavigationState>((set) => ({
  ...FIRST_TABS,
  closed: [],
  set: (trail) => set({ trail }),
}));

/** The highest number that a step of this window ever had. */
let highestStepId = 0;

/** Numbers that steps had: none of them is given again. */
export function haveStepIds(ids: readonly number[]): void {
  highestStepId = Math.max(highestStepId, ...ids);
}

/**
 * A number that no step ever had, not even one of a closed tab: a late write of its screen must not reach another step,
 * nor the browser's history take a new step for one that it has an entry of.
 */
function newStepId(): number {
  haveStepIds(stepIdsOf(useNavigationStore.getState()));
  highestStepId += 1;
  return highestStepId;
}

// Steps also leave with a closed tab.
useNavigationStore.subscribe((_, before) => haveStepIds(stepIdsOf(before)));

/** While it is set, the routes that would be opened are reported to it, and no step remembers anything. */
let report: ((to: Destination) => void) | undefined;

function change(next: (trail: Trail) => Trail): void {
  const state = useNavigationStore.getState();
  const changed = next(state.trail);
  if (changed !== state.trail) state.set(changed);
}

function changeTabs(next: (tabs: Tabs) => Tabs): void {
  if (report !== undefined) return;
  const state = useNavigationStore.getState();
  const changed = next(state);
  if (changed !== state) useNavigationStore.setState(changed);
}

function close(id: number): void {
  const state = useNavigationStore.getState();
  const left = closeTab(state, id);
  if (left !== state) useNavigationStore.setState({ ...left, closed: closedWith(state.closed, state, id) });
}

/** Shows the tab that was closed last. At `MOST_TABS` it says so and changes nothing. */
function reopen(): void {
  const state = useNavigationStore.getState();
  const last = state.closed.at(-1);
  if (last === undefined) return;
  const reopened = reopenTab(state, last);
  if (reopened === undefined) announce('tooManyTabs', { count: MOST_TABS });
  else useNavigationStore.setState({ ...reopened, closed: state.closed.slice(0, -1) });
}

function rememberStep(id: number, name: string, value: unknown): void {
  if (report !== undefined) return;
  const state = useNavigationStore.getState();
  const closed = rememberInClosed(state.closed, id, name, value);
  useNavigationStore.setState({ ...rememberIn(state, id, name, value), closed });
}

interface TabOptions {
  readonly title?: string | undefined;
  readonly memory?: TrailStep['memory'] | undefined;
  /** Whether it is shown at once; otherwise the present screen stays. */
  readonly isShown: boolean;
}

/** Opens a route in a new tab. At `MOST_TABS` it says so and changes nothing. */
function openInTab(route: Route, { title, memory = {}, isShown }: TabOptions): void {
  const state = useNavigationStore.getState();
  const opened = openTab(state, { route, stepId: newStepId(), title, memory, isShown });
  if (opened === undefined) return announce('tooManyTabs', { count: MOST_TABS });
  useNavigationStore.setState(opened);
  if (!isShown) announce('openedTab', { count: allTabs(opened).length });
}

/** Where a link leads. */
export interface Destination {
  readonly route: Route;
  readonly memory?: TrailStep['memory'] | undefined;
}

/** Where `press` would lead, without going there; undefined if it leads nowhere. */
export function destinationOf(press: () => void): Destination | undefined {
  let found: Destination | undefined;
  report = (to) => {
    found ??= to;
  };
  try {
    press();
  } finally {
    report = undefined;
  }
  return found;
}

function open(to: Destination, next: (trail: Trail) => Trail): void {
  if (report === undefined) change(next);
  else report(to);
}

export const navigation = {
  /** Opens a route as a new step; `memory` is what it remembers from its start. */
  go: (route: Route, memory?: TrailStep['memory']) =>
    open({ route, memory }, (trail) => goTo(trail, route, memory, newStepId())),
  /** What a navigation button does: opens its route, or its screen as it was left last. */
  press: ({ route, returns }: { readonly route: Route; readonly returns?: true }) =>
    open({ route }, (trail) =>
      returns ? returnTo(trail, route, newStepId()) : goTo(trail, route, {}, newStepId()),
    ),
  /** Shows something else in the same step, such as another tab of the race. */
  replace: (route: Route) => open({ route }, (trail) => replaceWith(trail, route)),
  back: () => change((trail) => walk(trail, -1)),
  forward: () => change((trail) => walk(trail, 1)),
};

export const tabActions = {
  open: openInTab,
  show: (id: number) => changeTabs((tabs) => showTab(tabs, id)),
  step: (by: 1 | -1) => changeTabs((tabs) => stepTab(tabs, by)),
  close,
  reopen,
  /** Leaves the first tab alone, as in a new window: what can be reopened belonged to another service. */
  startOver: () => useNavigationStore.setState({ ...FIRST_TABS, closed: [] }),
  move: (id: number, to: number) => changeTabs((tabs) => moveTab(tabs, id, to)),
  /** Titles the shown tab. */
  name: (title: string) => changeTabs((tabs) => (tabs.title === title ? tabs : { ...tabs, title })),
};

export function useRoute(): Route {
  return useNavigationStore((state) => currentStep(state.trail).route);
}

/** Changes with every step and every tab: the key under which a screen is mounted. */
export function useStepId(): number {
  return useNavigationStore((state) => currentStep(state.trail).id);
}

/**
 * A value that belongs to this step of the trail (scroll, chosen row, sort): it is restored after going back, in
 * another tab and back, and after a restart. It must be JSON.
 */
export function useStepMemory<T>(name: string, initial: T): [T, (value: T) => void] {
  const id = useStepId();
  const stored = useNavigationStore((state) => currentStep(state.trail).memory[name]) as T | undefined;
  const store = useCallback((value: T) => rememberStep(id, name, value), [id, name]);
  return [stored ?? initial, store];
}
