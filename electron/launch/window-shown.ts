// Tells `npm start` that something is on the screen: the window, or a message on why there is none. Without that signal
// in time, it opens the app in a browser window (build/setup/electron-start.mjs).

import { writeFileSync } from 'node:fs';

/** Does nothing if nothing waits for the app: a packaged one. */
export function reportShown(env: Readonly<Record<string, string | undefined>>): void {
  const file = env['RAILBIRD_SHOWN_FILE'];
  if (file === undefined) return;
  try {
    writeFileSync(file, '');
  } catch {
    // The waiting process has ended, and its folder is gone.
  }
}
