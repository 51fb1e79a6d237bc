// The window's location: the trail in a store, its hooks, and the coupling to the browser's back and forward.

import { useCallback } from 'react';
import { create } from 'zustand';
import type { Route } from '../screens.tsx';
import {
  currentStep,
  FIRST_TRAIL,
  goTo,
  remember,
  replaceWith,
  returnTo,
  walk,
  type TrailStep,
  type Trail,
} from './trail.ts';

interface NavigationState {
  readonly trail: Trail;
  readonly set: (trail: Trail) => void;
}

export const useNavigationStore = create<NavigationState>((set) => ({
  trail: FIRST_TRAIL,
  set: (trail) => set({ trail }),
}));

function change(next: (trail: Trail) => Trail): void {
  const { trail, set } = useNavigationStore.getState();
  const changed = next(trail);
  if (changed !== trail) set(changed);
}

export const navigation = {
  /** Opens a route as a new step; `memory` is what it remembers from its start. */
  go: (route: Route, memory?: TrailStep['memory']) => change((trail) => goTo(trail, route, memory)),
  /** What a navigation button does: opens its route, or its screen as it was left last. */
  press: ({ route, returns }: { readonly route: Route; readonly returns?: true }) =>
    change((trail) => (returns ? returnTo(trail, route) : goTo(trail, route))),
  /** Shows something else in the same step, such as another tab of the race. */
  replace: (route: Route) => change((trail) => replaceWith(trail, route)),
  back: () => change((trail) => walk(trail, -1)),
  forward: () => change((trail) => walk(trail, 1)),
};

export function useRoute(): Route {
  return useNavigationStore((state) => currentStep(state.trail).route);
}

/** Changes with every step: the key under which a screen is mounted. */
export function useStepId(): number {
  return useNavigationStore((state) => currentStep(state.trail).id);
}

/**
 * A value that belongs to this step of the trail (scroll, chosen row, sort): it is restored after going back
 * and after a restart. It must be JSON.
 */
export function useStepMemory<T>(name: string, initial: T): [T, (value: T) => void] {
  const id = useStepId();
  const stored = useNavigationStore((state) => currentStep(state.trail).memory[name]) as T | undefined;
  const store = useCallback((value: T) => change((trail) => remember(trail, id, name, value)), [id, name]);
  return [stored ?? initial, store];
}
