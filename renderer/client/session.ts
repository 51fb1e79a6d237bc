// The session of a window on the loopback host: the token of the window's address is exchanged for one, once.
//
// It is stored in the page's own storage, which the browser separates by port, so that a reload or a second tab needs
// no new address.

import { SESSION_PATH, TOKEN_HEADER, TOKEN_MARK } from '#shared/bridge/port.ts';
import { AppGone, NotAdmitted } from './failure.ts';
import { hasToken } from './window-address.ts';

const KEY = 'railbird-session';

/** Errors: NotAdmitted if the address was already used and no session is stored, AppGone. */
export async function openSession(window: Window): Promise<string> {
  const { hash, origin } = window.location;
  const stored = read(window);
  if (!hasToken(hash)) {
    if (stored === null) throw new NotAdmitted();
    return stored;
  }
  const response = await window
    .fetch(new URL(SESSION_PATH, origin), {
      method: 'POST',
      headers: { [TOKEN_HEADER]: hash.slice(TOKEN_MARK.length) },
    })
    .catch((cause: unknown) => {
      throw new AppGone('no answer', { cause });
    });
  // The token has served its purpose. Without it, the address can be shown to anyone.
  window.history.replaceState(window.history.state, '', '/');
  if (!response.ok) {
    if (stored === null) throw new NotAdmitted();
    return stored;
  }
  const { session } = (await response.json()) as { session: string };
  store(window, session);
  return session;
}

/** A browser may be set to store nothing: the window then works until it is reloaded. */
function read(window: Window): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(window: Window, session: string): void {
  try {
    window.localStorage.setItem(KEY, session);
  } catch {
    return;
  }
}
