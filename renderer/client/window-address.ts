// The printed address that opens a window, with its token. First-frame.ts loads this before the window's code.

import { TOKEN_MARK } from '#shared/bridge/port.ts';

/** Whether what follows the # of an address opens a window. */
export const hasToken = (hash: string): boolean => hash.startsWith(TOKEN_MARK);

/**
 * Loads the page again for an address that is entered in the tab of an open window: only what follows the # differs, so
 * that the browser loads nothing.
 */
export function openNewAddress(window: Pick<Window, 'location' | 'addEventListener'>): void {
  window.addEventListener('hashchange', () => {
    if (hasToken(window.location.hash)) window.location.reload();
  });
}
