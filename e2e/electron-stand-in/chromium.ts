// The Chromium behind the stand-in: one process per app, on the app's own folder, as Electron has its Chromium built in.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM } from '../chromium.ts';
import { openDevtools, type Devtools } from './devtools.ts';

export interface Chromium {
  readonly devtools: Devtools;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
  close(): Promise<void>;
}

/** Pages find no host: what they load comes from the app's own scheme, which is answered before any look-up. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND';

/** `switches` are Chromium's own, from the command line of the app. */
export function startChromium(folder: string, switches: readonly string[]): Chromium {
  const child = spawn(
    CHROMIUM.executablePath ?? 'chromium',
    [
      ...(CHROMIUM.args ?? []),
      ...switches,
      `--user-data-dir=${folder}`,
      '--remote-debugging-pipe',
      '--no-first-run',
      '--no-startup-window',
      // window.open returns null after its event, as it does in Electron for a window that the app denies.
      '--block-new-web-contents',
      ALONE,
    ],
    // Playwright finds its address of the browser on stderr, as it does with Electron.
    { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] },
  );
  const devtools = openDevtools(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const gone = once(child, 'exit').then(() => undefined);
  return {
    devtools,
    gone,
    close: async () => {
      await devtools.browser.send('Browser.close').catch(() => child.kill());
      await gone;
    },
  };
}
