// The app's one window.

import { BrowserWindow, nativeTheme } from 'electron';
import { WINDOW_URL } from './window-origin.ts';

/** Shown when its first frame is ready, so that it never flashes white; resolves when it is shown. */
export async function openWindow(preload: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 720,
    minHeight: 480,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181c' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  const isDrawn = new Promise<void>((resolve) => window.once('ready-to-show', () => resolve()));
  await Promise.all([window.loadURL(WINDOW_URL), isDrawn.then(() => window.show())]);
  return window;
}
