// Whether the page is being put on paper. What a grid draws for the screen is cut at the edge of a page, and an age
// ("now") is wrong by the time it is read, so both are drawn differently for paper.

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const listeners = new Set<() => void>();
let isBetween = false;

const isPrinting = (): boolean => isBetween || window.matchMedia('print').matches;

/** The browser takes its picture of the page as soon as the event is over. */
const tell = (): void => flushSync(() => listeners.forEach((listener) => listener()));
const before = (): void => {
  isBetween = true;
  tell();
};
const after = (): void => {
  isBetween = false;
  tell();
};

const loading = new Set<Promise<void>>();

/** Milliseconds after which a page is printed without what is still loading; it then says what it lacks. */
const MOST_WAIT_MS = 5000;

/** Printing waits for what is loaded for paper, unless it was begun by the browser's own menu, which waits for nothing. */
export function holdPaper(what: Promise<void>): void {
  loading.add(what);
  void what.finally(() => loading.delete(what));
}

/** Prints the page once it has all that belongs on paper. */
export async function printPage(): Promise<void> {
  before();
  try {
    const patience = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS));
    await Promise.race([Promise.all(loading), patience]);
    window.print();
  } finally {
    after();
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    // Developer tools and tests show the page as printed without printing it.
    window.matchMedia('print').addEventListener('change', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
    window.matchMedia('print').removeEventListener('change', tell);
  };
}

/** From just before the browser takes its picture of the page for paper until just after. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting);
