// Restricts every page of the app to the window: no other location, no other window, no permission beyond the table.

import { app, session } from 'electron';
import { isPermitted } from './permissions.ts';
import { isWindowUrl } from './window-origin.ts';

/** Call before any window is created. */
export function lockPages(): void {
  app.on('web-contents-created', (_created, contents) => {
    const stay = (event: { preventDefault(): void; readonly url: string }) => {
      if (!isWindowUrl(event.url)) event.preventDefault();
    };
    contents.on('will-navigate', stay);
    contents.on('will-redirect', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // No permission covers it, and Electron would choose the first device.
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      event.preventDefault();
      choose('');
    });
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Call after the app is ready. */
export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(isPermitted(permission)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission) => isPermitted(permission));
  defaultSession.setDevicePermissionHandler(() => false);
  // Only the main process writes files.
  defaultSession.on('will-download', (event) => event.preventDefault());
}
