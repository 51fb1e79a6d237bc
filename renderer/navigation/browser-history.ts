// Ties the trail to the browser's history, so that the mouse's and the browser's back button walk it too.

import { useNavigationStore } from './navigation.ts';
import { currentStep, walk, type Trail } from './trail.ts';

interface HistoryState {
  readonly stepId: number;
}

/** Starts the tie; returns how to undo it. */
export function tieToBrowserHistory(window: Window): () => void {
  const stateOf = (trail: Trail): HistoryState => ({ stepId: currentStep(trail).id });
  window.history.replaceState(stateOf(useNavigationStore.getState().trail), '');

  const unsubscribe = useNavigationStore.subscribe(({ trail }, { trail: before }) => {
    const step = currentStep(trail);
    if (step.id === (window.history.state as HistoryState | null)?.stepId) return;
    const isNew = !before.steps.some((earlier) => earlier.id === step.id);
    if (isNew) window.history.pushState(stateOf(trail), '');
    else window.history.replaceState(stateOf(trail), '');
  });

  const onPop = (event: PopStateEvent): void => {
    const { trail, set } = useNavigationStore.getState();
    const wanted = (event.state as HistoryState | null)?.stepId;
    const index = trail.steps.findIndex((step) => step.id === wanted);
    if (index >= 0) set(walk(trail, index - trail.index));
  };
  window.addEventListener('popstate', onPop);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', onPop);
  };
}
