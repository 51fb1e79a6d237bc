// The app's one window.

import { BrowserWindow, nativeTheme } from 'electron';
import { WINDOW_URL } from './window-origin.ts';

interface WindowOptions {
  readonly preload: string;
  /** Its page has ended and does not come back by itself. `reason`: Electron's word for it. */
  readonly onCrash: (window: BrowserWindow, reason: string) => void;
  /** The system is shutting down and may end the app at any moment. */
  readonly onShutdown: () => void;
}

/** A graphics driver that hangs draws nothing: the window then shows, empty as it is, and can be closed. */
const SHOWN_WITHIN_MS = 15_000;

/** Shown when its first frame is ready, so that it never flashes white; resolves when it is shown. */
export async function openWindow({ preload, onCrash, onShutdown }: WindowOptions): Promise<BrowserWindow> {
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
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') onCrash(window, reason);
  });
  window.once('session-end', onShutdown);
  const isDrawn = new Promise<void>((resolve) => {
    const late = setTimeout(resolve, SHOWN_WITHIN_MS);
    window.once('ready-to-show', () => {
      clearTimeout(late);
      resolve();
    });
  });
  await Promise.all([window.loadURL(WINDOW_URL), isDrawn.then(() => window.show())]);
  return window;
}
