// Opens and copies addresses of screens. One that leads nowhere is refused in a notice, and opens nothing.

import { create } from 'zustand';
import { hasFilters } from '../features/table/table-state.ts';
import { announce } from './announce.ts';
import { copyOrShow } from './copy-or-show.ts';
import { addressOf, addressPath, destinationAt } from './navigation/address.ts';
import { navigation, useNavigationStore, type Destination } from './navigation/navigation.ts';
import { currentStep } from './navigation/trail.ts';

interface RefusedAddress {
  readonly refused: string | undefined;
}

/** The address that was refused last, until its notice is closed or another one is opened. */
export const useRefusedAddress = create<RefusedAddress>(() => ({ refused: undefined }));

/** Opens the screen of an address as a new step of the shown tab. Returns whether it leads anywhere. */
export function openAddress(address: string): boolean {
  const to = destinationAt(address);
  useRefusedAddress.setState({ refused: to === undefined ? address : undefined });
  if (to === undefined) return false;
  const here = currentStep(useNavigationStore.getState().trail);
  // The address of the present screen changes nothing; without filters, it leads from filtered rows to all of them.
  if (addressPath(here) !== addressPath(to)) navigation.go(to.route, to.memory);
  return true;
}

/**
 * Copies an address: that of the desktop app, or of this window's host. If the rows have filters that it cannot have, this
 * is said.
 */
export async function copyAddress(to: Destination, window: Window): Promise<void> {
  const address = addressOf(to, window.railbird === undefined ? window.location.origin : undefined);
  const isBare = hasFilters(to.memory ?? {}) && addressPath(to) === addressPath({ route: to.route });
  if (await copyOrShow(address)) announce(isBare ? 'addressCopiedBare' : 'addressCopied', { address });
}
