// The default session: the app's decisions on permissions, applied to Chromium, and downloads.

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { DevtoolsSession } from './devtools.ts';
import { onlyListed } from './only-listed.ts';

type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>>[1];

/** The permissions that can be set from outside: Electron's name, and Chromium's for navigator.permissions. */
const PERMISSIONS: readonly (readonly [Permission, ...string[]])[] = [
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['display-capture', 'display-capture'],
  ['geolocation', 'geolocation'],
  ['idle-detection', 'idle-detection'],
  ['keyboardLock', 'keyboard-lock'],
  ['media', 'camera', 'microphone'],
  ['midi', 'midi'],
  ['notifications', 'notifications'],
  ['pointerLock', 'pointer-lock'],
  ['storage-access', 'storage-access'],
  ['top-level-storage-access', 'top-level-storage-access'],
  ['window-management', 'window-management'],
];

export class StandInSession extends EventEmitter {
  #onRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null;
  #onCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null;

  setPermissionRequestHandler(handler: Parameters<Electron.Session['setPermissionRequestHandler']>[0]): void {
    this.#onRequest = handler;
  }

  setPermissionCheckHandler(handler: Parameters<Electron.Session['setPermissionCheckHandler']>[0]): void {
    this.#onCheck = handler;
  }

  setDevicePermissionHandler(_handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0]): void {
    // There are no devices to ask about.
  }

  /** Asks the app about every permission, and sets what Chromium would otherwise ask a person. */
  async applyPermissions(
    browser: DevtoolsSession,
    contents: Electron.WebContents,
    origin: string,
  ): Promise<void> {
    const details = { isMainFrame: true, requestingUrl: origin };
    for (const [permission, ...names] of PERMISSIONS) {
      const request = Promise.withResolvers<boolean>();
      // Electron permits what nothing handles.
      if (this.#onRequest === null) request.resolve(true);
      else this.#onRequest(contents, permission, request.resolve, details);
      const isChecked = this.#onCheck?.(contents, permission, origin, details) ?? true;
      const setting = (await request.promise) && isChecked ? 'granted' : 'denied';
      for (const name of names)
        await browser.send('Browser.setPermission', { permission: { name }, setting, origin });
    }
  }

  /** Reports downloads that a page starts, and cancels those that the app does not want. */
  async watchDownloads(browser: DevtoolsSession, contents: Electron.WebContents): Promise<void> {
    browser.on('Browser.downloadWillBegin', ({ guid }) => {
      let isPrevented = false;
      this.emit('will-download', { preventDefault: () => (isPrevented = true) }, {}, contents, null);
      if (!isPrevented) throw new Error('The stand-in for Electron has no downloads of the page.');
      browser.send('Browser.cancelDownload', { guid }).catch(() => undefined);
    });
    await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  }
}

export const createSession = (): { readonly session: StandInSession; readonly listed: StandInSession } => {
  const session = new StandInSession();
  return { session, listed: onlyListed('Session', session) };
};
