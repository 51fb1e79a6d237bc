// The app under Electron: its composition root.

import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, net, shell } from 'electron';
import { RailbirdError } from '#shared/errors.ts';
import type { Core } from './core.ts';
import type { DesktopCore } from './desktop-core.ts';
import { endProcess, isKeychainWaiting } from './keychain/keychain.ts';
import { createAddressInbox } from './launch/address-inbox.ts';
import { loadCoreParts } from './launch/core-parts.ts';
import { appImageOf, dataPlaceOf } from './launch/data-place.ts';
import { createFileInbox } from './launch/file-inbox.ts';
import { createReopening } from './launch/reopening.ts';
import { parseDesktopOptions } from './launch/desktop-options.ts';
import { decideStart, ozoneSwitch, type DesktopStart } from './launch/desktop-start.ts';
import { lockElsewhere } from './launch/lock-elsewhere.ts';
import { PageRequests } from './launch/page-requests.ts';
import { readPage } from './launch/page-start.ts';
import { packagedSample, sampleCommandOf, type SampleCommandDeps } from './launch/sample-command.ts';
import { gpuNotice, startNotices } from './launch/start-notices.ts';
import { startMemoryFile } from './launch/start-memory.ts';
import { reportShown } from './launch/window-shown.ts';
import { keepMemorySmall } from './launch/small-memory.ts';
import { declareScheme, serveWindow } from './shell/app-protocol.ts';
import { handOutPorts } from './shell/bridge-port.ts';
import { explainFailedStart, explainOnTerminal } from './shell/failed-start.ts';
import { onGpuCrash, withoutGpu } from './shell/gpu.ts';
import { installMenu } from './shell/menu.ts';
import { askWhereToSave } from './shell/save-dialog.ts';
import { openAddresses, type Starts } from './shell/open-addresses.ts';
import { denyPermissions, lockPages } from './shell/security.ts';
import { openWindow } from './shell/window.ts';

const { env, platform } = process;
const home = app.getAppPath();
const options = parseDesktopOptions(process.argv);
const inbox = createAddressInbox();
const files = createFileInbox();
const mayReopen = createReopening(() => performance.now());
const { dataDir, isPortable } = dataPlaceOf({
  platform,
  env,
  homeDir: homedir(),
  folder: process.cwd(),
  given: options.dataDir,
  isPackaged: app.isPackaged,
  execPath: process.execPath,
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
});

app.enableSandbox();
const decision = decideStart({
  dataDir,
  version: app.getVersion(),
  platform,
  uid: process.getuid?.(),
  env,
  argv: process.argv,
  withGpu: options.withGpu,
  chosen: app.commandLine.getSwitchValue('ozone-platform'),
  now: () => Date.now(),
});
switch (decision.kind) {
  case 'go':
    go(decision);
    break;
  case 'again':
    relaunch([ozoneSwitch(decision.ozone), ...process.argv.slice(1)]);
    app.exit();
    break;
  case 'stop':
    stop(decision.error);
}

/** Once this process has ended. An AppImage is unmounted then, and must be started itself. */
function relaunch(args: readonly string[]): void {
  const file = appImageOf({ platform, env, execPath: process.execPath });
  app.relaunch({ args: [...args], ...(file === undefined ? {} : { execPath: file }) });
}

/** Chromium's switches and folder are set before it is ready. */
function go(start: DesktopStart): void {
  app.setPath('userData', start.window.folder);
  if (start.withoutGpu !== undefined) withoutGpu();
  declareScheme();
  lockPages();
  if (!app.requestSingleInstanceLock()) {
    const elsewhere = lockElsewhere(start.window.folder);
    if (elsewhere === undefined) app.quit();
    else stop(elsewhere);
    return;
  }
  start.memory.begin();
  app.once('will-quit', () => start.memory.ended());
  const starts = openAddresses({
    app,
    argv: process.argv,
    folder: process.cwd(),
    receive: inbox.receive,
    receiveFile: files.receive,
    focus: focusWindow,
  });
  void run(start, starts);
}

/** Says why there is no window. Without a screen no dialog can say it. */
function stop(error: RailbirdError): void {
  if (error.code === 'DISPLAY_MISSING') explainOnTerminal(error, env);
  else void failWhenReady(error);
}

async function failWhenReady(error: RailbirdError): Promise<void> {
  await app.whenReady();
  failStart(error);
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

/** The window opens at once, and shows the picture of its frame while the core is loaded and opened. */
async function run(start: DesktopStart, starts: Starts): Promise<void> {
  try {
    await app.whenReady();
    denyPermissions();
    installMenu(platform);
    const windowDir = join(home, 'dist', 'renderer');
    const requests = new PageRequests();
    const page = () => readPage({ windowDir, dataDir, sample: options.sample });
    serveWindow({ folder: windowDir, page, requests });
    requests.expectPage();
    const opening = openCore(start, requests);
    // A core that cannot be opened is explained below, and no port of the window is served.
    handOutPorts((port) => void opening.then(({ window }) => window.attach(port)).catch(() => undefined));
    closeWith(opening, starts);
    const [, { core }] = await Promise.all([showWindow(opening), opening]);
    start.memory.shown(start.ozone);
    reportShown(env);
    keepMemorySmall(() => core.releaseMemory());
  } catch (error) {
    start.memory.ended();
    failStart(error);
  }
}

/** Opens the window, and another one in its place if it crashes. */
async function showWindow(opening: Promise<DesktopCore>): Promise<void> {
  await openWindow({
    preload: join(home, 'dist', 'electron', 'preload.cjs'),
    // Before there is a core, nothing was noted of this run.
    onShutdown: () => void opening.then(({ core }) => core.ending()).catch(() => undefined),
    onCrash: (window, reason) => {
      if (!mayReopen()) return explainFailedStart(new RailbirdError('WINDOW_CRASHES', { reason }));
      // The new one first: without any window the app would quit.
      opening
        .then(({ core }) => {
          core.report(new Error(`the window ended: ${reason}`));
          return core.windowCrashed(reason);
        })
        .then(() => {
          const opened = showWindow(opening);
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

/** Its code is most of the app's: the window loads its page meanwhile. */
async function openCore(start: DesktopStart, requests: PageRequests): Promise<DesktopCore> {
  await loadCoreParts(requests);
  const { openDesktopCore } = await import('./desktop-core.ts');
  const opened = await openDesktopCore({
    dataDir,
    version: app.getVersion(),
    isPortable,
    env,
    platform,
    fetch: (url, init) => net.fetch(url, init),
    request: (wanted) => net.request(wanted),
    installation: {
      isPackaged: app.isPackaged,
      execPath: process.execPath,
      resources: process.resourcesPath,
    },
    destination: askWhereToSave,
    reveal: (path) => shell.showItemInFolder(path),
    sampleCommand: sampleCommandOf({ ...sampleProgram(), dataDir }),
    sample: options.sample,
    addresses: inbox.addresses,
    openedFiles: files.files,
    quit: () => app.quit(),
  });
  const { core } = opened;
  core.start();
  reportCrashes(core);
  onGpuCrash(() => {
    if (start.memory.gpuCrashed()) void core.notices.add(gpuNotice(startMemoryFile(dataDir), 'crashes'));
  });
  for (const notice of startNotices(start, dataDir)) await core.notices.add(notice);
  return opened;
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

/** A new version that the user chose takes this one's place once nothing is open, and starts when this has ended. */
async function installUpdate(core: Core, starts: Starts): Promise<void> {
  try {
    const update = await core.installUpdate();
    if (update === undefined) return startMissed(starts);
    const args = [...(starts.missed() ?? process.argv.slice(1))];
    if (update.program !== undefined) app.relaunch({ execPath: update.program, args });
  } catch (error) {
    explainFailedStart(error);
  }
}

/** A start that came while this one was closing has ended by now, without a window. */
function startMissed(starts: Starts): void {
  const args = starts.missed();
  if (args !== undefined) relaunch(args);
}

/** A window that has crashed, or hangs, must not keep the app from ending. */
const LEAVES_WITHIN_MS = 500;

/** The window may be closed before there is a core: the app then ends once that can be closed in order. */
function closeWith(opening: Promise<DesktopCore>, starts: Starts): void {
  const close = async () => {
    const { core, commands, window } = await opening;
    await window.left(LEAVES_WITHIN_MS);
    await commands.close();
    await core.close();
    await installUpdate(core, starts);
  };
  let closed = false;
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    starts.closing();
    close().then(
      () => (isKeychainWaiting() ? endProcess(0) : app.quit()),
      () => (isKeychainWaiting() ? endProcess(1) : app.exit(1)),
    );
  });
}
