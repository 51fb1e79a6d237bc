// Couples the trail of the shown tab to the browser's history, so that the mouse's and the browser's back buttons follow
// it too, and the window's own Back and Forward move in the history as they move on the trail. The browser has one
// history for all tabs: another tab takes over its present entry, and an entry of another tab's counts as a step back
// or forward of the shown one.

import { hasToken } from '../../client/window-address.ts';
import { addressHash, isAddressHash } from './address.ts';
import { haveStepIds, useNavigationStore } from './navigation.ts';
import { currentStep, walk, type Trail } from './trail.ts';

/** How long the browser may take to navigate at our request, in milliseconds. */
const LONGEST_NAVIGATION = 1000;

/**
 * How long an address must stay the same before the browser is told, in milliseconds. Telling it takes a millisecond or
 * more, by which a tab of a race would be shown later.
 */
const ADDRESS_REST = 100;

/** The steps of the history entries from our first to the current one. */
interface Entry {
  readonly stepIds: readonly number[];
}

type Browser = Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>;

/**
 * Starts the coupling; returns the function that ends it. The browser's address is always that of the shown screen;
 * `openAddress` opens one that the user wrote there.
 */
export function tieToBrowserHistory(window: Browser, openAddress: (address: string) => void): () => void {
  const { history } = window;
  const idOf = (trail: Trail): number => currentStep(trail).id;
  const stateOf = (stepIds: readonly number[]): Entry => ({ stepIds });

  /** Our known history entries: those before the current one, the current one, and those ahead. */
  let entries: readonly number[] = (history.state as Entry | null)?.stepIds ?? [];
  haveStepIds(entries);
  const firstId = idOf(useNavigationStore.getState().trail);
  // A reload keeps the entry; with another trail, or none, the entries begin here.
  if (entries.at(-1) !== firstId) entries = [firstId];
  let at = entries.length - 1;
  /** The address of the browser's present entry. */
  let shown = '';
  const presentAddress = (): string => addressHash(currentStep(useNavigationStore.getState().trail));
  const write = (method: 'pushState' | 'replaceState', address = presentAddress()): void => {
    shown = address;
    // Without the entries ahead: its length is the place of the entry.
    history[method](stateOf(entries.slice(0, at + 1)), '', shown);
  };
  write('replaceState');
  /** The address that the browser's present entry is still to be given. */
  let owed: string | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const forgetOwed = (): void => {
    clearTimeout(rest);
    owed = undefined;
  };
  const writeOwed = (): void => {
    if (owed !== undefined) write('replaceState', owed);
    forgetOwed();
  };
  /** The step that the browser is navigating to at our request, until it has finished. */
  let goingTo: number | undefined;
  let isOpeningAddress = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let tab = useNavigationStore.getState().id;

  /** Puts the step into the browser's present entry. */
  const takeOver = (stepId: number): void => {
    entries = [...entries.slice(0, at), stepId];
    write('replaceState');
  };

  /** Ends our navigation, which reached the entry of a step; `undefined` if the browser never answered. */
  const arrive = (stepId: number | undefined): void => {
    clearTimeout(patience);
    const isThere = stepId === goingTo;
    goingTo = undefined;
    // The user may have moved on while the browser navigated. If they pressed the browser's own button meanwhile, its
    // navigation and ours ended elsewhere; to correct that by another navigation while one is still on its way could
    // go on without end, so the shown screen takes over the entry that was reached.
    if (isThere) follow();
    else takeOver(idOf(useNavigationStore.getState().trail));
  };

  const follow = (): void => {
    const { id, trail } = useNavigationStore.getState();
    const stepId = idOf(trail);
    if (goingTo !== undefined || isOpeningAddress) return;
    if (entries[at] === stepId) {
      const address = presentAddress();
      if (address === (owed ?? shown)) return;
      forgetOwed();
      owed = address;
      rest = setTimeout(writeOwed, ADDRESS_REST);
      return;
    }
    // The entry being left keeps the last address it showed.
    writeOwed();
    if (id !== tab) {
      tab = id;
      takeOver(stepId);
      return;
    }
    const there = entries.indexOf(stepId);
    if (there >= 0) {
      goingTo = stepId;
      history.go(there - at);
      // The browser says nothing if there is no such entry: the user's own press may have left too few.
      patience = setTimeout(() => arrive(undefined), LONGEST_NAVIGATION);
      return;
    }
    const isWalked = trail.steps.at(-1)?.id !== stepId;
    // Going back can reach a step from before a restart, which has no history entry to go to.
    const kept = entries.slice(0, isWalked ? at : at + 1);
    entries = [...kept, stepId];
    at = entries.length - 1;
    write(isWalked ? 'replaceState' : 'pushState');
  };

  const onPop = (event: Pick<PopStateEvent, 'state'>): void => {
    const stepIds = (event.state as Entry | null)?.stepIds;
    const from = at;
    // The browser has already left the entry that was owed an address.
    forgetOwed();
    // The page is about to be loaded with it.
    if (hasToken(window.location.hash)) return;
    if (stepIds === undefined) {
      // An address was written or pasted, and the browser has made an entry for it.
      entries = entries.slice(0, at + 1);
      at += 1;
      isOpeningAddress = true;
      if (isAddressHash(window.location.hash)) openAddress(window.location.hash);
      isOpeningAddress = false;
      takeOver(idOf(useNavigationStore.getState().trail));
      return;
    }
    // After a reload only the entries up to the present one are known.
    haveStepIds(stepIds);
    at = stepIds.length - 1;
    if (entries[at] !== stepIds[at]) entries = stepIds;
    if (goingTo !== undefined) {
      arrive(stepIds.at(-1));
      return;
    }
    const { trail, set } = useNavigationStore.getState();
    const index = trail.steps.findIndex((step) => step.id === stepIds.at(-1));
    if (index >= 0) set(walk(trail, index - trail.index));
    else {
      entries = [...entries.slice(0, at), idOf(walk(trail, Math.sign(at - from)))];
      set(walk(trail, Math.sign(at - from)));
      write('replaceState');
    }
  };

  const unsubscribe = useNavigationStore.subscribe(follow);
  window.addEventListener('popstate', onPop);
  return () => {
    unsubscribe();
    clearTimeout(patience);
    writeOwed();
    window.removeEventListener('popstate', onPop);
  };
}
