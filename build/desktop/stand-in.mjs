// A stand-in for Electron's main process, for Node's --import: the parts that electron/main.ts and electron/shell use,
// without a window. Instead of one it opens the bridge as the preload script would and requests seven weeks of the
// sample through it: that proves the bundle complete (its modules, the worker, the service with its Node).

import { EventEmitter } from 'node:events';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';

const { RAILBIRD_STAND_IN_APP: home, RAILBIRD_STAND_IN_PROJECT: project } = process.env;
/** Beside the archive. */
Object.assign(process, { resourcesPath: path.dirname(home) });
const PORT_CHANNEL = 'railbird:port';

const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  // Without a window it needs no screen.
  commandLine: { getSwitchValue: () => 'headless' },
  getAppPath: () => home,
  getVersion: () => '0.0.0',
  getLocale: () => 'en',
  getPath: () => home,
  setPath: () => {},
  enableSandbox: () => {},
  setAsDefaultProtocolClient: () => true,
  requestSingleInstanceLock: () => true,
  whenReady: async () => {},
  // As in Electron, listeners may delay quitting and then request it again.
  quit: () => {
    let isPutOff = false;
    app.emit('will-quit', { preventDefault: () => (isPutOff = true) });
    if (!isPutOff) process.exit();
  },
  exit: (code) => process.exit(code),
});

/** Electron passes its listeners an event, Node the message itself. */
const asElectrons = (port) => ({
  on: (event, listener) => port.on(event, (data) => (event === 'message' ? listener({ data }) : listener())),
  postMessage: (message) => port.postMessage(message),
  start: () => port.start(),
});

class MessageChannelMain {
  #ports = new MessageChannel();
  port1 = asElectrons(this.#ports.port1);
  port2 = asElectrons(this.#ports.port2);
}

class BrowserWindow {
  static getAllWindows = () => [];
  // It never crashes, and the system never shuts down.
  webContents = new EventEmitter();
  once(event, listener) {
    if (event === 'ready-to-show') listener();
  }
  show() {}
  async loadURL(address) {
    const postMessage = (_channel, _message, [port]) => void tryOut(port);
    ipcMain.emit(PORT_CHANNEL, { senderFrame: { parent: null, url: address, postMessage } });
  }
}

const ipcMain = new EventEmitter();
const nothing = () => {};
const electron = {
  app,
  BrowserWindow,
  ipcMain,
  MessageChannelMain,
  Menu: { buildFromTemplate: nothing, setApplicationMenu: nothing },
  dialog: { showErrorBox: (title, advice) => process.stderr.write(`${title}. ${advice}\n`) },
  nativeTheme: { shouldUseDarkColors: false },
  net: { fetch: (url, init) => fetch(url, init) },
  protocol: { registerSchemesAsPrivileged: nothing, handle: nothing },
  shell: { showItemInFolder: nothing },
  session: {
    defaultSession: {
      on: nothing,
      setPermissionRequestHandler: nothing,
      setPermissionCheckHandler: nothing,
      setDevicePermissionHandler: nothing,
    },
  },
};

const URL_OF_IT = 'stand-in:electron';
globalThis[Symbol.for(URL_OF_IT)] = electron;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: URL_OF_IT, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    if (url !== URL_OF_IT) return next(url, context);
    const names = Object.keys(electron).join(', ');
    const source = `export const { ${names} } = globalThis[Symbol.for('${URL_OF_IT}')];`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** The window's side of the bridge comes from the project: it is not under test. */
async function tryOut(port) {
  try {
    const require = createRequire(`${project}/package.json`);
    const from = (name) => import(pathToFileURL(require.resolve(name)).href);
    const { createORPCClient } = await from('@orpc/client');
    const { RPCLink } = await from('@orpc/client/message-port');
    port.start();
    const client = createORPCClient(new RPCLink({ port }));
    const address = await firstAddress(client);
    process.stdout.write(`${JSON.stringify({ address, ...(await firstLook(client)) })}\n`);
    app.quit();
  } catch (error) {
    process.stderr.write(`${error?.stack ?? error}\n`);
    process.exit(1);
  }
}

/** What the window is told when the system opens an address with the app. */
async function firstAddress(client) {
  app.emit('second-instance', {}, ['railbird', 'railbird://settings'], home);
  for await (const { address } of await client.app.addresses()) return address;
}

/** Opens enough results that the worker stores them, sorts them, and returns their number and first rows. */
async function firstLook(client) {
  const { today } = await client.app.about();
  const daysAgo = (days) => {
    const noon = Date.UTC(+today.slice(0, 4), +today.slice(4, 6) - 1, +today.slice(6) - days, 12);
    return new Date(noon).toISOString().slice(0, 10).replaceAll('-', '');
  };
  const filter = { start_racedate: daysAgo(49), end_racedate: daysAgo(1) };
  let summary;
  for await (const event of await client.results.open({ source: { kind: 'table', table: 'd_se', filter } }))
    if (event.type === 'opened') ({ summary } = event);
  const { resultId, records, complete } = summary;
  const sort = [{ column: 'horse_name', direction: 'ascending' }];
  await client.results.arrange({ resultId, sort, filters: [] });
  const { cells } = await client.results.window({ resultId, columns: ['horse_name'], from: 0, count: 2 });
  return { records, complete, first: cells[0] };
}
