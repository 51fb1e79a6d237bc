// Opens and copies addresses of screens. One that leads nowhere is refused in a notice, and opens nothing.

import { create } from 'zustand';
import { hasFilters } from '../features/table/table-state.ts';
import { announce } from './announce.ts';
import { addressOf, routeAt } from './navigation/address.ts';
import { navigation } from './navigation/navigation.ts';
import type { TrailStep } from './navigation/trail.ts';
import type { Route } from './screens.tsx';

interface RefusedAddress {
  readonly refused: string | undefined;
}

/** The address that was refused last, until its notice is closed or another one is opened. */
export const useRefusedAddress = create<RefusedAddress>(() => ({ refused: undefined }));

/** Opens the screen of an address as a new step of the shown tab. Returns whether it leads anywhere. */
export function openAddress(address: string): boolean {
  const route = routeAt(address);
  useRefusedAddress.setState({ refused: route === undefined ? address : undefined });
  if (route !== undefined) navigation.go(route);
  return route !== undefined;
}

/**
 * Copies the address that opens a route: that of the desktop app, or of this window's host. `memory`: of the step whose route
 * it is. Its filters are not in the address, which is said.
 */
export async function copyAddress(
  route: Route,
  window: Window,
  memory: TrailStep['memory'] = {},
): Promise<void> {
  const address = addressOf(route, window.railbird === undefined ? window.location.origin : undefined);
  try {
    await window.navigator.clipboard.writeText(address);
    announce(hasFilters(memory) ? 'addressCopiedBare' : 'addressCopied', { address });
  } catch {
    // The browser may deny the clipboard: shown, the address can still be copied by hand.
    announce('addressNotCopied', { address });
  }
}
