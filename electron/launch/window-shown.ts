// Tells `npm start` that something is on the screen, the window or words on why there is none. Where nothing is told
// in time, it opens the app in a browser window (build/setup/electron-start.mjs).

import { writeFileSync } from 'node:fs';

/** Does nothing for an app that nobody waits for: a packaged one. */
export function reportShown(env: Readonly<Record<string, string | undefined>>): void {
  const file = env['RAILBIRD_SHOWN_FILE'];
  if (file === undefined) return;
  try {
    writeFileSync(file, '');
  } catch {
    // Whoever waited is gone, and its folder with it.
  }
}
