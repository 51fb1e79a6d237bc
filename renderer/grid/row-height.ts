// Height of a grid's row, which the virtualizer must know in pixels, by the density chosen in the settings.

import { useSyncExternalStore } from 'react';

const HEIGHTS: Readonly<Record<string, number>> = { compact: 22, normal: 28, touch: 44 };

const NORMAL = 28;

const read = (): number => HEIGHTS[document.documentElement.dataset['density'] ?? 'normal'] ?? NORMAL;

function watch(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}

/** Pixels; follows the density on the root element. */
export const useRowHeight = (): number => useSyncExternalStore(watch, read);
