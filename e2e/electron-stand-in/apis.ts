// Every part of Electron that the app uses. The stand-in has these and refuses any other, so that the list is complete;
// the compiler and apis.test.ts check it against Electron's own declarations (node_modules/electron/electron.d.ts).
// docs/security.md shows it.

import type * as Electron from 'electron';

type Names<Type> = readonly (keyof Type & string)[];

/** Members by Electron's name of the type; a name in brackets stands for the statics of a class. */
export const MEMBERS = {
  App: [
    'commandLine',
    'disableHardwareAcceleration',
    'enableSandbox',
    'exit',
    'getAppPath',
    'getLocale',
    'getPath',
    'getVersion',
    'isPackaged',
    'on',
    'once',
    'quit',
    'relaunch',
    'requestSingleInstanceLock',
    'setAsDefaultProtocolClient',
    'setPath',
    'whenReady',
  ],
  CommandLine: ['appendSwitch', 'getSwitchValue'],
  RelaunchOptions: ['args', 'execPath'],
  '[BrowserWindow]': ['getAllWindows', 'getFocusedWindow'],
  BrowserWindow: ['destroy', 'focus', 'isMinimized', 'loadURL', 'once', 'restore', 'show', 'webContents'],
  BrowserWindowConstructorOptions: [
    'backgroundColor',
    'height',
    'minHeight',
    'minWidth',
    'show',
    'webPreferences',
    'width',
  ],
  WebPreferences: [
    'contextIsolation',
    'navigateOnDragDrop',
    'nodeIntegration',
    'nodeIntegrationInSubFrames',
    'nodeIntegrationInWorker',
    'preload',
    'sandbox',
    'spellcheck',
    'webSecurity',
    'webviewTag',
  ],
  WebContents: ['on', 'setWindowOpenHandler'],
  WebFrameMain: ['parent', 'postMessage', 'url'],
  IpcMain: ['on'],
  IpcMainEvent: ['senderFrame'],
  MessageChannelMain: ['port1', 'port2'],
  MessagePortMain: ['on', 'postMessage', 'start'],
  ContextBridge: ['exposeInMainWorld'],
  IpcRenderer: ['on', 'send'],
  IpcRendererEvent: ['ports'],
  Dialog: ['showErrorBox', 'showSaveDialog'],
  SaveDialogOptions: ['defaultPath', 'filters', 'properties', 'title'],
  '[Menu]': ['buildFromTemplate', 'setApplicationMenu'],
  MenuItemConstructorOptions: ['label', 'role', 'submenu', 'type'],
  NativeTheme: ['shouldUseDarkColors'],
  Net: ['fetch', 'request'],
  ClientRequest: ['abort', 'end', 'on'],
  ClientRequestConstructorOptions: ['cache', 'credentials', 'redirect', 'referrerPolicy', 'url'],
  IncomingMessage: ['headers', 'statusCode'],
  Protocol: ['handle', 'registerSchemesAsPrivileged'],
  Privileges: ['codeCache', 'secure', 'standard', 'supportFetchAPI'],
  Session: ['on', 'setDevicePermissionHandler', 'setPermissionCheckHandler', 'setPermissionRequestHandler'],
  Shell: ['showItemInFolder'],
} as const satisfies {
  App: Names<Electron.App>;
  CommandLine: Names<Electron.CommandLine>;
  RelaunchOptions: Names<Electron.RelaunchOptions>;
  '[BrowserWindow]': Names<typeof Electron.BrowserWindow>;
  BrowserWindow: Names<Electron.BrowserWindow>;
  BrowserWindowConstructorOptions: Names<Electron.BrowserWindowConstructorOptions>;
  WebPreferences: Names<Electron.WebPreferences>;
  WebContents: Names<Electron.WebContents>;
  WebFrameMain: Names<Electron.WebFrameMain>;
  IpcMain: Names<Electron.IpcMain>;
  IpcMainEvent: Names<Electron.IpcMainEvent>;
  MessageChannelMain: Names<Electron.MessageChannelMain>;
  MessagePortMain: Names<Electron.MessagePortMain>;
  ContextBridge: Names<Electron.ContextBridge>;
  IpcRenderer: Names<Electron.IpcRenderer>;
  IpcRendererEvent: Names<Electron.IpcRendererEvent>;
  Dialog: Names<Electron.Dialog>;
  SaveDialogOptions: Names<Electron.SaveDialogOptions>;
  '[Menu]': Names<typeof Electron.Menu>;
  MenuItemConstructorOptions: Names<Electron.MenuItemConstructorOptions>;
  NativeTheme: Names<Electron.NativeTheme>;
  Net: Names<Electron.Net>;
  ClientRequest: Names<Electron.ClientRequest>;
  ClientRequestConstructorOptions: Names<Electron.ClientRequestConstructorOptions>;
  IncomingMessage: Names<Electron.IncomingMessage>;
  Protocol: Names<Electron.Protocol>;
  Privileges: Names<Electron.Privileges>;
  Session: Names<Electron.Session>;
  Shell: Names<Electron.Shell>;
};

/** What only tests call, to see and do what a person sees and does: menus, the window's state. */
export const FOR_TESTS = {
  App: ['emit'],
  CommandLine: ['hasSwitch'],
  BrowserWindow: ['isFocused', 'isVisible', 'minimize'],
  '[Menu]': ['getApplicationMenu'],
  Menu: ['items'],
  MenuItem: ['click', 'label', 'role', 'submenu', 'type'],
} as const satisfies {
  App: Names<Electron.App>;
  CommandLine: Names<Electron.CommandLine>;
  BrowserWindow: Names<Electron.BrowserWindow>;
  '[Menu]': Names<typeof Electron.Menu>;
  Menu: Names<Electron.Menu>;
  MenuItem: Names<Electron.MenuItem>;
};

/** Events by type, each with the listener as Electron declares it. */
export const EVENTS = {
  App: {
    'child-process-gone': '(event: Event, details: Details) => void',
    'open-file': '(event: Event, path: string) => void',
    'open-url': '(event: Event, url: string) => void',
    'second-instance':
      '(event: Event, argv: string[], workingDirectory: string, additionalData: unknown) => void',
    'web-contents-created': '(event: Event, webContents: WebContents) => void',
    'will-quit': '(event: Event) => void',
    'window-all-closed': '() => void',
  },
  BrowserWindow: {
    'ready-to-show': '() => void',
    'session-end': '(event: WindowSessionEndEvent) => void',
  },
  ClientRequest: {
    error: '(error: Error) => void',
    redirect:
      '(statusCode: number, method: string, redirectUrl: string, responseHeaders: Record<string, string[]>) => void',
    response: '(response: IncomingMessage) => void',
  },
  MessagePortMain: { close: '() => void', message: '(messageEvent: MessageEvent) => void' },
  Session: {
    'will-download':
      '(event: Event, item: DownloadItem, webContents: WebContents, frame: (WebFrameMain) | (null)) => void',
  },
  WebContents: {
    'select-bluetooth-device':
      '(event: Event, devices: BluetoothDevice[], callback: (deviceId: string) => void) => void',
    'render-process-gone': '(event: Event, details: RenderProcessGoneDetails) => void',
    'will-attach-webview':
      '(event: Event, webPreferences: WebPreferences, params: Record<string, string>) => void',
    'will-frame-navigate': '(details: Event<WebContentsWillFrameNavigateEventParams>) => void',
    'will-navigate':
      '(details: Event<WebContentsWillNavigateEventParams>, url: string, isInPlace: boolean, isMainFrame: boolean, frameProcessId: number, frameRoutingId: number) => void',
    'will-redirect':
      '(details: Event<WebContentsWillRedirectEventParams>, url: string, isInPlace: boolean, isMainFrame: boolean, frameProcessId: number, frameRoutingId: number) => void',
  },
} as const;

/** What of it the stand-in has only in part, or not as Electron does. The rest it does as the documentation says. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'App.child-process-gone': 'never happens by itself: Chromium does not report it; a test emits it',
  'App.disableHardwareAcceleration': "as 'disable-gpu', which this Chromium always has",
  'App.relaunch': 'this process ends first, and the next one has its output',
  'CommandLine.getSwitchValue':
    "'ozone-platform' is 'headless' unless the command line says otherwise, or STAND_IN_OZONE names what Chromium would choose",
  'App.enableSandbox':
    "Debian's Chromium runs with the flags of the other end-to-end tests, without its sandbox",
  'App.isPackaged': 'false unless STAND_IN_RESOURCES names the folder of a packaged app',
  'App.open-file': 'never happens: Electron has it on macOS alone',
  'App.open-url': 'never happens: Electron has it on macOS alone',
  'App.setAsDefaultProtocolClient': 'the system is not asked',
  'BrowserWindow.session-end': 'never happens: Electron has it on Windows alone',
  'BrowserWindow.show': 'kept as a state: the Chromium has no screen',
  'BrowserWindow.focus': 'kept as a state, and the page is brought to the front',
  'BrowserWindowConstructorOptions.backgroundColor': 'not drawn',
  'WebPreferences.sandbox': 'must be true; the preload script has only contextBridge and ipcRenderer',
  'WebPreferences.webSecurity': 'must be true, as are the other settings of the list',
  'WebContents.select-bluetooth-device': 'never happens: there are no devices',
  'WebContents.will-attach-webview': 'never happens: this Chromium has no webviews',
  'WebContents.render-process-gone': "the reason is always 'crashed'",
  'WebContents.will-navigate':
    'at the request of the document; for schemes of other programs it happens but nothing is opened',
  'WebContents.will-redirect': 'has not happened: nothing redirects the window',
  'WebContents.setWindowOpenHandler': "only 'deny' is known",
  'ContextBridge.exposeInMainWorld': 'only functions without arguments and results',
  'MessagePortMain.postMessage':
    'the same kinds of values, as JSON between two processes; no ports in messages',
  'MessagePortMain.message':
    'what the page posts while its window closes is lost; while it reloads, it arrives',
  'Dialog.showErrorBox': 'written to stderr; does not wait',
  'Dialog.showSaveDialog': 'cancelled unless a test replaces it',
  '[Menu].setApplicationMenu': 'not drawn; no keys of its own; a test clicks its items',
  'NativeTheme.shouldUseDarkColors': 'always false',
  'Net.fetch': "Node's fetch with Chromium's names for errors: no system proxy, no system certificates",
  'Net.request': 'over net.fetch, without credentials or a body',
  'ClientRequestConstructorOptions.redirect':
    "'manual' only: as net-client-request.ts of Electron's source does it, which no test has seen",
  'Protocol.handle':
    "the page's origin is https://railbird.app.invalid instead of app://railbird; every request to it is answered by the handler",
  'Privileges.codeCache': 'not applied',
  'Session.setPermissionCheckHandler':
    'asked in advance for every permission that Chromium can set from outside',
  'Session.setPermissionRequestHandler': 'as above; both must permit',
  'Session.setDevicePermissionHandler': 'never asked: there are no devices',
  'Shell.showItemInFolder': 'written to stderr',
};
