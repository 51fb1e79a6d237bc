// What `import ... from 'electron'` gives in the stand-in.

import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { StandInApp, type AppOptions } from './app.ts';
import { createWindows } from './browser-window.ts';
import { createCloner } from './clone.ts';
import { createMenu } from './menu.ts';
import { createMessageChannelMain } from './message-ports.ts';
import { netFetch } from './net-fetch.ts';
import { netRequest } from './net-request.ts';
import { checkListed, onlyListed, type Listed } from './only-listed.ts';
import { createSchemes } from './scheme.ts';
import { createSession } from './session.ts';

interface StandIn {
  /** The module, with Electron's types for what is on the list. */
  readonly electron: {
    readonly app: Listed<Electron.App, 'App'>;
    readonly BrowserWindow: Listed<typeof Electron.BrowserWindow, '[BrowserWindow]'>;
    readonly dialog: Listed<Electron.Dialog, 'Dialog'>;
    readonly ipcMain: Listed<Electron.IpcMain, 'IpcMain'>;
    readonly Menu: Listed<typeof Electron.Menu, '[Menu]'>;
    readonly MessageChannelMain: new () => Listed<Electron.MessageChannelMain, 'MessageChannelMain'>;
    readonly nativeTheme: Listed<Electron.NativeTheme, 'NativeTheme'>;
    readonly net: Listed<Electron.Net, 'Net'>;
    readonly protocol: Listed<Electron.Protocol, 'Protocol'>;
    readonly session: { readonly defaultSession: Listed<Electron.Session, 'Session'> };
    readonly shell: Listed<Electron.Shell, 'Shell'>;
  };
  readonly app: StandInApp;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const dialog: Listed<Electron.Dialog, 'Dialog'> = {
  showErrorBox: (title, content) => say(`${title}\n${content}`),
  showSaveDialog: async (...args: readonly unknown[]) => {
    checkListed('SaveDialogOptions', args.at(-1) as Electron.SaveDialogOptions);
    return { canceled: true, filePath: '' };
  },
};

export function createElectron(options: Omit<AppOptions, 'closeWindows'>): StandIn {
  const cloner = createCloner();
  const ipc = new EventEmitter();
  const { session, listed: defaultSession } = createSession();
  const app: StandInApp = new StandInApp({ ...options, closeWindows: () => windows.closeAll() });
  const schemes = createSchemes(() => app.isReady);
  const windows = createWindows({
    chromium: () => app.chromium(),
    schemes,
    session,
    cloner,
    receive: (channel, senderFrame, args) =>
      ipc.emit(channel, onlyListed('IpcMainEvent', { senderFrame }), ...args),
    onContents: (contents) => app.emit('web-contents-created', {}, contents),
    onAllClosed: () => app.windowsClosed(),
  });
  const menu = createMenu({ quit: () => app.quit(), window: windows.current });
  const electron: StandIn['electron'] = {
    app: onlyListed('App', app) as unknown as Electron.App,
    BrowserWindow: windows.BrowserWindow as unknown as typeof Electron.BrowserWindow,
    dialog: onlyListed('Dialog', dialog),
    ipcMain: onlyListed('IpcMain', ipc) as unknown as Electron.IpcMain,
    Menu: menu as typeof Electron.Menu,
    MessageChannelMain: createMessageChannelMain(cloner),
    nativeTheme: onlyListed('NativeTheme', { shouldUseDarkColors: false }),
    net: onlyListed('Net', { fetch: netFetch, request: netRequest }),
    protocol: schemes.protocol,
    session: { defaultSession: defaultSession as unknown as Electron.Session },
    shell: onlyListed('Shell', { showItemInFolder: (file: string) => say(`In the file manager: ${file}`) }),
  };
  return { electron, app };
}
