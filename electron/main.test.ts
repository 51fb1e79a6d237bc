// The app under Electron, reduced to its answers: what `npm start`, which waits for a window, receives.

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  load: vi.fn<() => Promise<void>>(),
  show: vi.fn(),
  drawn: vi.fn(),
  errorBox: vi.fn(),
  createCore: vi.fn(),
  report: vi.fn(),
  on: vi.fn<(event: string, listener: (...args: unknown[]) => void) => void>(),
  quit: vi.fn(),
  relaunch: vi.fn(),
}));

vi.mock('./core.ts', () => ({ createCore: fake.createCore }));
// It would go on listening for commands after the test.
vi.mock('./socket/command-host.ts', () => ({
  openCommandHost: async () => ({ close: async () => undefined }),
}));
vi.mock('electron', () => ({
  app: {
    commandLine: { getSwitchValue: () => 'headless' },
    enableSandbox: vi.fn(),
    exit: vi.fn(),
    getAppPath: () => '/app',
    getLocale: () => 'en',
    getVersion: () => '0.0.0',
    isPackaged: false,
    on: fake.on,
    once: vi.fn(),
    quit: fake.quit,
    relaunch: fake.relaunch,
    requestSingleInstanceLock: () => true,
    setPath: vi.fn(),
    whenReady: () => Promise.resolve(),
  },
  BrowserWindow: class {
    once = (event: string, listener: () => void) => {
      if (event === 'ready-to-show') fake.drawn.mockImplementation(listener);
    };
    webContents = { on: vi.fn() };
    loadURL = fake.load;
    show = fake.show;
  },
  dialog: { showErrorBox: fake.errorBox },
  ipcMain: { on: vi.fn() },
  Menu: { buildFromTemplate: vi.fn(), setApplicationMenu: vi.fn() },
  nativeTheme: {},
  net: {},
  protocol: { handle: vi.fn(), registerSchemesAsPrivileged: vi.fn() },
  session: {
    defaultSession: {
      on: vi.fn(),
      setDevicePermissionHandler: vi.fn(),
      setPermissionCheckHandler: vi.fn(),
      setPermissionRequestHandler: vi.fn(),
    },
  },
}));

const { argv } = process;
let folder = '';
let shown = '';
/** Listeners of the test runner; the app adds its own to the process. */
const runners = { uncaughtException: [] as unknown[], unhandledRejection: [] as unknown[] };
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
beforeEach(async () => {
  for (const event of EVENTS) runners[event] = process.listeners(event as 'exit');
  folder = await mkdtemp(join(tmpdir(), 'railbird-main-'));
  shown = join(folder, 'shown');
  process.argv = ['electron', '/app', '--data-dir', folder];
  vi.stubEnv('RAILBIRD_SHOWN_FILE', shown);
  vi.resetModules();
  fake.createCore.mockResolvedValue({
    router: {},
    start: vi.fn(),
    report: fake.report,
    releaseMemory: async () => undefined,
  });
  fake.load.mockResolvedValue();
});
afterEach(async () => {
  for (const event of EVENTS)
    for (const listener of process.listeners(event as 'exit'))
      if (!runners[event].includes(listener)) process.off(event, listener);
  process.argv = argv;
  vi.unstubAllEnvs();
  vi.resetAllMocks();
  await rm(folder, { recursive: true });
});

test('`npm start` is notified when the window shows, and not before something is drawn', async () => {
  await import('./main.ts');
  await expect.poll(() => fake.load).toHaveBeenCalledOnce();
  await new Promise(setImmediate);
  expect(existsSync(shown)).toBe(false);

  fake.drawn();
  await expect.poll(() => existsSync(shown)).toBe(true);
  expect(fake.show).toHaveBeenCalledOnce();
  expect(fake.errorBox).not.toHaveBeenCalled();
});

test('the window loads its page while the core is still being opened', async () => {
  const core = Promise.withResolvers<unknown>();
  fake.createCore.mockReturnValue(core.promise);
  await import('./main.ts');
  await expect.poll(() => fake.load).toHaveBeenCalledOnce();
  fake.drawn();
  await expect.poll(() => fake.show).toHaveBeenCalledOnce();
  // Something is on the screen, but nothing can be done with it yet.
  expect(existsSync(shown)).toBe(false);
  core.resolve({ router: {}, start: vi.fn(), report: fake.report, releaseMemory: async () => undefined });
  await expect.poll(() => existsSync(shown)).toBe(true);
});

test('a data folder that cannot be used is explained, with its path, and not as a fault of the program', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  process.argv = ['electron', '/app', '--data-dir', file];
  await import('./main.ts');
  await expect.poll(() => fake.errorBox).toHaveBeenCalledOnce();
  expect(fake.errorBox.mock.lastCall?.[1]).toContain(file);
  expect(existsSync(shown)).toBe(true);
});

test.each([
  ['the core cannot start', 'no core', fake.createCore],
  ['the page cannot be loaded', 'no page', fake.load],
])('if %s, the message counts as shown before the user has read it', async (_what, message, step) => {
  step.mockRejectedValue(new Error(message));
  // The box stays until the user has read it.
  let wasNotified: boolean | undefined;
  fake.errorBox.mockImplementation(() => (wasNotified = existsSync(shown)));
  await import('./main.ts');
  await expect.poll(() => wasNotified).toBe(true);
  expect(fake.errorBox.mock.lastCall?.join(' ')).toContain(message);
});

test('an error that nothing handles is logged and explained', async () => {
  await import('./main.ts');
  const added = () =>
    process.listeners('uncaughtException').find((each) => !runners.uncaughtException.includes(each));
  // It is there with the core.
  await expect.poll(added).toBeDefined();
  const error = new Error('nobody caught it');
  added()?.(error, 'uncaughtException');
  expect(fake.report).toHaveBeenCalledWith(error);
  expect(fake.errorBox.mock.lastCall?.join(' ')).toContain('nobody caught it');
});

describe('a start while it closes', () => {
  const emit = (event: string, ...args: unknown[]): void => {
    for (const [name, listener] of fake.on.mock.calls) if (name === event) listener(...args);
  };
  const update = { program: '/apps/Railbird.AppImage' };

  test.each([
    ['is started once everything is closed', undefined, {}],
    ['starts the new version if one was put in place', update, { execPath: update.program }],
  ])('%s, with what it names', async (_what, installed, program) => {
    const closed = Promise.withResolvers<void>();
    fake.createCore.mockResolvedValue({
      router: {},
      start: vi.fn(),
      report: fake.report,
      releaseMemory: async () => undefined,
      close: () => closed.promise,
      installUpdate: async () => installed,
    });
    await import('./main.ts');
    await expect.poll(() => fake.load).toHaveBeenCalledOnce();
    fake.drawn();
    await expect.poll(() => existsSync(shown)).toBe(true);
    emit('will-quit', { preventDefault: vi.fn() });
    emit('second-instance', {}, ['electron', '/app', 'railbird://settings'], folder);
    expect(fake.relaunch).not.toHaveBeenCalled();
    closed.resolve();
    await expect.poll(() => fake.quit).toHaveBeenCalledOnce();
    const args = ['/app', '--data-dir', folder, 'railbird://settings'];
    expect(fake.relaunch.mock.calls).toEqual([[{ args, ...program }]]);
  });
});
