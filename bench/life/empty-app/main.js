// The least that a desktop app can be: a window that shows a line, from a scheme of its own.

import { app, BrowserWindow, protocol } from 'electron';

const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true };
const noNode = { nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webviewTag: false };
const quiet = { spellcheck: false, navigateOnDragDrop: false };
const webPreferences = {
  ...isolated,
  ...noNode,
  ...quiet,
  preload: new URL('preload.cjs', import.meta.url).pathname,
};
const privileges = { standard: true, secure: true, supportFetchAPI: true };
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
// Electron is ready only after this module was evaluated.
void app.whenReady().then(() => {
  protocol.handle('app', () => new Response('<p>Empty', { headers: { 'content-type': 'text/html' } }));
  return new BrowserWindow({ webPreferences }).loadURL('app://empty/');
});
