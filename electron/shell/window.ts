// The app's one window.

import { BrowserWindow, nativeTheme } from 'electron';
import { WINDOW_URL } from './window-origin.ts';

/** Shown when its first frame is there, so that it never flashes white. */
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
  window.once('ready-to-show', () => window.show());
  await window.loadURL(WINDOW_URL);
  return window;
}
