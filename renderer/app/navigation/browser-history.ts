// Ties the trail to the browser's history, so that the mouse's and the browser's back button walk it too, and the
// window's own Back and Forward leave the history where they leave the trail.

import { useNavigationStore } from './navigation.ts';
import { currentStep, walk, type Trail } from './trail.ts';

/** The steps of the history's entries from our first to this one. */
interface Entry {
  readonly stepIds: readonly number[];
}

type Browser = Pick<Window, 'history' | 'addEventListener' | 'removeEventListener'>;

/** Starts the tie; returns how to undo it. */
export function tieToBrowserHistory(window: Browser): () => void {
  const { history } = window;
  const idOf = (trail: Trail): number => currentStep(trail).id;
  const stateOf = (stepIds: readonly number[]): Entry => ({ stepIds });

  /** Our entries, as far as we know them: those behind this one, this one, and those ahead. */
  let entries: readonly number[] = (history.state as Entry | null)?.stepIds ?? [];
  const firstId = idOf(useNavigationStore.getState().trail);
  // A reload keeps the entry; another trail, or none, begins here.
  if (entries.at(-1) !== firstId) entries = [firstId];
  let at = entries.length - 1;
  history.replaceState(stateOf(entries), '');
  /** We asked the browser to go somewhere and wait for its answer. */
  let isGoing = false;

  const follow = (): void => {
    const stepId = idOf(useNavigationStore.getState().trail);
    if (isGoing || entries[at] === stepId) return;
    const there = entries.indexOf(stepId);
    if (there >= 0) {
      isGoing = true;
      history.go(there - at);
      return;
    }
    const isWalked = useNavigationStore.getState().trail.steps.at(-1)?.id !== stepId;
    // A step that the history never had, reached by walking back: there is no entry to go to.
    const kept = entries.slice(0, isWalked ? at : at + 1);
    entries = [...kept, stepId];
    at = entries.length - 1;
    if (isWalked) history.replaceState(stateOf(entries), '');
    else history.pushState(stateOf(entries), '');
  };

  const onPop = (event: Pick<PopStateEvent, 'state'>): void => {
    const stepIds = (event.state as Entry | null)?.stepIds;
    if (stepIds !== undefined) {
      at = stepIds.length - 1;
      if (entries[at] !== stepIds[at]) entries = stepIds;
    }
    if (isGoing) {
      // The person may have gone on while the browser went.
      isGoing = false;
      follow();
      return;
    }
    const { trail, set } = useNavigationStore.getState();
    const index = trail.steps.findIndex((step) => step.id === stepIds?.at(-1));
    if (index >= 0) set(walk(trail, index - trail.index));
  };

  const unsubscribe = useNavigationStore.subscribe(follow);
  window.addEventListener('popstate', onPop);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', onPop);
  };
}
