// The density chosen in the settings, as a grid needs it: rows and columns in pixels.

import { useSyncExternalStore } from 'react';

export interface Density {
  /** Pixels. */
  readonly rowHeight: number;
  /** How much wider text and padding are than at normal density. */
  readonly widthScale: number;
}

const NORMAL: Density = { rowHeight: 28, widthScale: 1 };

/** As in shared/theme.css: --row-height, and --text-m with --cell-pad. */
const DENSITIES: Readonly<Record<string, Density>> = {
  compact: { rowHeight: 22, widthScale: 0.97 },
  normal: NORMAL,
  touch: { rowHeight: 44, widthScale: 1.2 },
};

const read = (): Density => DENSITIES[document.documentElement.dataset['density'] ?? 'normal'] ?? NORMAL;

function watch(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}

/** Follows the density on the root element. */
export const useDensity = (): Density => useSyncExternalStore(watch, read);
