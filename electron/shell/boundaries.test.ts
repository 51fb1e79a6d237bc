// What the main process denies, at Electron's own events: those that the stand-in's Chromium never has are among them.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PORT_CHANNEL } from '#shared/bridge/port.ts';
import { contentSecurityPolicy } from '../bridge/window-policy.ts';
import { setImmediate } from 'node:timers/promises';
import { PageRequests } from '../launch/page-requests.ts';

const fake = vi.hoisted(() => ({
  app: undefined as unknown as EventEmitter,
  ipcMain: undefined as unknown as EventEmitter,
  session: undefined as unknown as EventEmitter,
  handle: vi.fn<(scheme: string, handler: (request: Request) => Promise<Response>) => void>(),
  declared: [] as unknown[],
  onRequest:
    vi.fn<(ask: (contents: unknown, permission: string, answer: (is: boolean) => void) => void) => void>(),
  onCheck: vi.fn<(check: (contents: unknown, permission: string) => boolean) => void>(),
  onDevice: vi.fn<(permit: () => boolean) => void>(),
  windows: [] as Record<string, unknown>[],
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  Object.assign(fake, { app: new Emitter(), ipcMain: new Emitter(), session: new Emitter() });
  return {
    app: fake.app,
    ipcMain: fake.ipcMain,
    MessageChannelMain: class {
      port1 = 'the end that stays';
      port2 = 'the end that goes';
    },
    BrowserWindow: class {
      constructor(options: Record<string, unknown>) {
        fake.windows.push(options);
      }
      webContents = { on: () => undefined };
      once = (event: string, listener: () => void) => (event === 'ready-to-show' ? listener() : undefined);
      loadURL = async () => undefined;
      show = () => undefined;
    },
    nativeTheme: { shouldUseDarkColors: false },
    protocol: {
      handle: fake.handle,
      registerSchemesAsPrivileged: (schemes: unknown) => fake.declared.push(schemes),
    },
    session: {
      defaultSession: Object.assign(fake.session, {
        setPermissionRequestHandler: fake.onRequest,
        setPermissionCheckHandler: fake.onCheck,
        setDevicePermissionHandler: fake.onDevice,
      }),
    },
  };
});

const { declareScheme, serveWindow } = await import('./app-protocol.ts');
const { handOutPorts } = await import('./bridge-port.ts');
const { denyPermissions, lockPages } = await import('./security.ts');
const { openWindow } = await import('./window.ts');

/** An event that can be prevented, and whether it was. */
function preventable(url = '') {
  const event = { url, isPrevented: false, preventDefault: () => (event.isPrevented = true) };
  return event;
}

describe('a page', () => {
  let onWindowOpen: (() => unknown) | undefined;
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: () => unknown) => (onWindowOpen = handler),
  });
  beforeAll(() => {
    lockPages();
    fake.app.emit('web-contents-created', {}, contents);
  });

  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s stays at the window', (name) => {
    for (const [address, isPrevented] of [
      ['app://railbird/?x', false],
      ['app://railbird.evil/', true],
      ['app://railbird:80/', true],
      ['app://x@railbird/', true],
      ['https://example.com/', true],
      ['file:///etc/passwd', true],
      ['javascript:alert(1)', true],
      ['about:blank', true],
      ['', true],
    ] as const) {
      const event = preventable(address);
      contents.emit(name, event);
      expect([address, event.isPrevented]).toEqual([address, isPrevented]);
    }
  });

  test('no webview is attached, whatever its settings', () => {
    const event = preventable();
    contents.emit('will-attach-webview', event, { nodeIntegration: true }, { src: 'app://railbird/' });
    expect(event.isPrevented).toBe(true);
  });

  test('no Bluetooth device is chosen', () => {
    const event = preventable();
    const choose = vi.fn();
    contents.emit('select-bluetooth-device', event, [{ deviceId: 'a' }], choose);
    expect([event.isPrevented, choose.mock.calls]).toEqual([true, [['']]]);
  });

  test('no window is opened', () => {
    expect(onWindowOpen?.()).toEqual({ action: 'deny' });
  });
});

test('permissions are answered by the table, devices and downloads denied', () => {
  denyPermissions();
  const [ask] = fake.onRequest.mock.calls[0] ?? [];
  const [check] = fake.onCheck.mock.calls[0] ?? [];
  const answersTo = (permission: string) => {
    const answer = vi.fn();
    ask?.({}, permission, answer);
    return [answer.mock.lastCall?.[0], check?.({}, permission)];
  };
  expect(answersTo('clipboard-sanitized-write')).toEqual([true, true]);
  for (const permission of ['media', 'openExternal', 'fileSystem', 'invented', 'constructor'])
    expect(answersTo(permission)).toEqual([false, false]);
  expect(fake.onDevice.mock.calls[0]?.[0]()).toBe(false);
  const download = preventable();
  fake.session.emit('will-download', download);
  expect(download.isPrevented).toBe(true);
});

test('the window is isolated, sandboxed, and without anything that Electron advises against', async () => {
  await openWindow({ preload: '/preload.cjs', onCrash: vi.fn(), onShutdown: vi.fn() });
  expect(fake.windows.map(({ webPreferences }) => webPreferences)).toEqual([
    {
      preload: '/preload.cjs',
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
  ]);
});

describe('the one channel', () => {
  const attached: unknown[] = [];
  const sent: unknown[][] = [];
  beforeAll(() => handOutPorts((port) => attached.push(port)));
  beforeEach(() => {
    attached.length = 0;
    sent.length = 0;
  });

  const frame = (url: string, parent: object | null = null) => ({
    url,
    parent,
    postMessage: (...args: unknown[]) => sent.push(args),
  });

  test('gives the main frame of the window a port', () => {
    fake.ipcMain.emit(PORT_CHANNEL, { senderFrame: frame('app://railbird/') });
    expect(attached).toEqual(['the end that stays']);
    expect(sent).toEqual([[PORT_CHANNEL, null, ['the end that goes']]]);
  });

  test.each([
    ['a frame in it', { senderFrame: frame('app://railbird/', {}) }, []],
    ['a page elsewhere', { senderFrame: frame('https://example.com/') }, []],
    ['a host of nearly its name', { senderFrame: frame('app://railbird.evil/') }, []],
    ['a frame that is gone', { senderFrame: null }, []],
    ['a page that sends arguments', { senderFrame: frame('app://railbird/') }, [{ __proto__: null }]],
  ])('gives %s none', (_who, event, args) => {
    fake.ipcMain.emit(PORT_CHANNEL, event, ...args);
    expect([attached, sent]).toEqual([[], []]);
  });

  test('is the only one', () => {
    expect(fake.ipcMain.eventNames()).toEqual([PORT_CHANNEL]);
  });
});

describe('the scheme', () => {
  const requests = new PageRequests(60_000);
  /** More than is sent at once. */
  const LARGE = '0123456789'.repeat(60_000);
  let folder = '';
  let handler: ((request: Request) => Promise<Response>) | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'railbird-scheme-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    await writeFile(join(folder, 'secret.txt'), 'not of a known kind');
    await writeFile(join(folder, 'large.js'), LARGE);
    declareScheme();
    const page = () => readFile(join(folder, 'index.html'), 'utf8');
    serveWindow({ folder, page, requests });
    handler = fake.handle.mock.calls[0]?.[1];
  });
  afterAll(() => rm(folder, { recursive: true }));

  const ask = async (url: string, method = 'GET') => {
    const answer = await handler?.({ url, method } as Request);
    expect(answer?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    return [answer?.status, await answer?.text()];
  };

  test('has an origin of its own, and no privilege that it does not need', () => {
    const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
    expect(fake.declared).toEqual([[{ scheme: 'app', privileges }]]);
  });

  test('answers GET, and HEAD without a body', async () => {
    expect(await ask('app://railbird/')).toEqual([200, '<!doctype html>']);
    expect(await ask('app://railbird/', 'HEAD')).toEqual([200, '']);
  });

  test('a file is sent whole, and the core waits until all of it was read, or is wanted no more', async () => {
    const reader = (
      await handler?.({ url: 'app://railbird/large.js', method: 'GET' } as Request)
    )?.body?.getReader();
    let isLoaded = false;
    const loaded = requests.answered().then(() => (isLoaded = true));
    let text = '';
    const decoder = new TextDecoder();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      expect(isLoaded).toBe(false);
      text += decoder.decode(read.value, { stream: true });
      await setImmediate();
    }
    expect(text).toBe(LARGE);
    await loaded;
    const unwanted = await handler?.({ url: 'app://railbird/large.js', method: 'GET' } as Request);
    await unwanted?.body?.cancel();
    await requests.answered();
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s', async (method) => {
    expect(await ask('app://railbird/', method)).toEqual([405, '']);
  });

  test.each([
    'app://elsewhere/',
    'app://railbird:80/',
    'app://x@railbird/',
    'app://railbird/secret.txt',
    'app://railbird/..%2findex.html',
    'app://railbird/absent.html',
  ])('finds nothing at %s', async (address) => {
    expect(await ask(address)).toEqual([404, '']);
  });
});

test('the policy lets in nothing but the app itself', () => {
  const policy = contentSecurityPolicy(() => 'hash');
  expect(policy.split('; ')[0]).toBe("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*|frame-src|object-src/);
});
