// The app under Electron: its composition root.

import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, net, shell } from 'electron';
import { RailbirdError } from '#shared/errors.ts';
import { systemClock } from './service-client/clock.ts';
import { createMessagePortHost } from './bridge/message-port-host.ts';
import { createCore, type Core } from './core.ts';
import { endProcess, isKeychainWaiting, loadKeytar, openKeychain } from './keychain/keychain.ts';
import { createAddressInbox } from './launch/address-inbox.ts';
import { createFileInbox } from './launch/file-inbox.ts';
import { createReopening } from './launch/reopening.ts';
import { parseDesktopOptions } from './launch/desktop-options.ts';
import { packagedSample, sampleCommandOf, type SampleCommandDeps } from './launch/sample-command.ts';
import { reportShown } from './launch/window-shown.ts';
import { keepMemorySmall } from './launch/small-memory.ts';
import { dataDirOf } from './settings/data-dir.ts';
import { declareScheme, serveWindow } from './shell/app-protocol.ts';
import { handOutPorts } from './shell/bridge-port.ts';
import { explainFailedStart } from './shell/failed-start.ts';
import { installMenu } from './shell/menu.ts';
import { createDesktopTransport } from './shell/net-transport.ts';
import { askWhereToSave } from './shell/save-dialog.ts';
import { openAddresses } from './shell/open-addresses.ts';
import { denyPermissions, lockPages } from './shell/security.ts';
import { openWindow } from './shell/window.ts';
import { openCommandHost, type CommandHost } from './socket/command-host.ts';

const { env, platform } = process;
const home = app.getAppPath();
const options = parseDesktopOptions(process.argv);
const inbox = createAddressInbox();
const files = createFileInbox();
const mayReopen = createReopening(() => performance.now());
const dataDir = options.dataDir ?? dataDirOf({ platform, homeDir: homedir(), env });

app.enableSandbox();
const unusable = makeWindowFolder();
declareScheme();
lockPages();

if (unusable !== undefined) void app.whenReady().then(() => failStart(unusable));
else if (app.requestSingleInstanceLock()) {
  openAddresses({
    app,
    argv: process.argv,
    folder: process.cwd(),
    receive: inbox.receive,
    receiveFile: files.receive,
    focus: focusWindow,
  });
  void run();
} else app.quit();

/** The folder for Chromium's own files, which must exist before it is set. Returns why there cannot be one. */
function makeWindowFolder(): RailbirdError | undefined {
  const folder = join(dataDir, 'window');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
    return undefined;
  } catch (cause) {
    return new RailbirdError('FILE_FAILED', { path: folder }, { cause });
  }
}

function failStart(error: unknown): void {
  reportShown(env);
  explainFailedStart(error);
}

function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized() === true) window.restore();
  window?.focus();
}

async function run(): Promise<void> {
  try {
    await app.whenReady();
    denyPermissions();
    installMenu(platform);
    serveWindow(join(home, 'dist', 'renderer'));
    const core = await openCore();
    const commands = await openCommandHost({
      dataDir,
      version: app.getVersion(),
      now: () => systemClock.now(),
      core,
    });
    closeWith(core, commands);
    handOutPorts(createMessagePortHost(core.router).attach);
    core.start();
    reportCrashes(core);
    await showWindow(core);
    reportShown(env);
    keepMemorySmall();
  } catch (error) {
    failStart(error);
  }
}

/** Opens the window, and another one in its place if it crashes. */
async function showWindow(core: Core): Promise<void> {
  await openWindow({
    preload: join(home, 'dist', 'electron', 'preload.cjs'),
    onShutdown: core.ending,
    onCrash: (window, reason) => {
      core.report(new Error(`the window ended: ${reason}`));
      if (!mayReopen()) return explainFailedStart(new RailbirdError('WINDOW_CRASHES', { reason }));
      // The new one first: without any window the app would quit.
      core
        .windowCrashed(reason)
        .then(() => {
          const opened = showWindow(core);
          window.destroy();
          return opened;
        })
        .catch(failStart);
    },
  });
}

/** An error that nothing handles ends the app with words instead of a stack trace; the next start says so. */
function reportCrashes(core: Core): void {
  process.on('unhandledRejection', core.report);
  process.on('uncaughtException', (error) => {
    core.report(error);
    explainFailedStart(error);
  });
}

function openCore(): Promise<Core> {
  return createCore({
    dataDir,
    version: app.getVersion(),
    host: 'electron',
    env,
    platform,
    clock: systemClock,
    transport: createDesktopTransport((url, init) => net.fetch(url, init), env),
    keychain: openKeychain(loadKeytar),
    destination: askWhereToSave,
    reveal: (path) => shell.showItemInFolder(path),
    sampleCommand: sampleCommandOf({ ...sampleProgram(), dataDir }),
    sample: options.sample,
    addresses: inbox.addresses,
    openedFiles: files.files,
  });
}

/** A packaged app contains a Node for it; a checkout uses the project's own, or Electron set to run as one. */
function sampleProgram(): Omit<SampleCommandDeps, 'dataDir'> {
  if (app.isPackaged) return { ...packagedSample(home, platform), env };
  const main = join(home, 'service', 'main.ts');
  const [system, binary] = platform === 'win32' ? ['win', 'node.exe'] : [platform, 'node'];
  const node = join(home, 'node_modules', `node-${system}-${process.arch}`, 'bin', binary);
  if (existsSync(node)) return { node, main, env };
  return { node: process.execPath, main, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } };
}

function closeWith(core: Core, commands: CommandHost): void {
  let closed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    commands
      .close()
      .then(core.close)
      .then(
        () => (isKeychainWaiting() ? endProcess(0) : app.quit()),
        () => (isKeychainWaiting() ? endProcess(1) : app.exit(1)),
      );
  });
}
