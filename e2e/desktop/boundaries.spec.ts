// What the window of the desktop app cannot do: leave its own address, open others, ask for permissions, reach more of
// the app than its one port.

import { createHash } from 'node:crypto';
import { contentSecurityPolicy, WINDOW_HEADERS } from '../../electron/bridge/window-policy.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { WelcomeScreen } from '../pages/welcome.ts';
import { inFiles, inHeap, inPage, inProcesses, listen } from '../secrets.ts';

test.use({ sampleIsMade: false, ownsTemporaryFolder: true });

const HEADERS = {
  ...WINDOW_HEADERS,
  'content-security-policy': contentSecurityPolicy((text) =>
    createHash('sha256').update(text).digest('base64'),
  ),
};

/** No file of the window, however it is spelled. */
const OUTSIDE = [
  '/none.js',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5c..%5cpackage.json',
  '/index.html%00.js',
  '/%',
];

test('every answer of its scheme has the headers, and only its own files are there', async ({
  page,
  trouble,
}) => {
  trouble.allow(/status of 40[45]/);
  const answers = await page.evaluate(async (paths) => {
    const ask = async (path: string, method: string) => {
      const answer = await fetch(path, { method });
      return { status: answer.status, headers: Object.fromEntries(answer.headers) };
    };
    return {
      index: await ask('/', 'GET'),
      head: await ask('/', 'HEAD'),
      post: await ask('/', 'POST'),
      outside: await Promise.all(paths.map((path) => ask(path, 'GET'))),
    };
  }, OUTSIDE);
  expect(answers.index).toMatchObject({ status: 200, headers: HEADERS });
  expect(answers.index.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answers.head).toMatchObject({ status: 200, headers: HEADERS });
  expect(answers.post).toMatchObject({ status: 405, headers: HEADERS });
  for (const refused of answers.outside) expect(refused).toMatchObject({ status: 404, headers: HEADERS });
});

test('the page has a port, and nothing else of the app, of Node or of the network', async ({
  page,
  trouble,
}) => {
  // What the policy refuses is reported in the console.
  trouble.allow(/Content Security Policy|127\.0\.0\.1:9/);
  const found = await page.evaluate(async () => {
    const { railbird } = window as unknown as { readonly railbird: object };
    const run = (code: string): unknown => {
      const script = document.createElement('script');
      script.textContent = code;
      document.body.append(script);
      return (window as unknown as Record<string, unknown>)['ran'];
    };
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inFrame = Object.keys(frame.contentWindow ?? {});
    frame.remove();
    return {
      globals: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
      exposed: Object.keys(railbird),
      isFrozen: Object.isFrozen(railbird),
      replaced: Reflect.defineProperty(window, 'railbird', { value: {} }),
      inFrame: inFrame.filter((name) => name === 'railbird'),
      // In a turn of its own: what a test evaluates is excepted from the policy.
      evaluated: await new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve((Reflect.get(window, 'eval') as (code: string) => unknown)('1'));
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
      inline: run('window.ran = true'),
      fetched: await fetch('http://127.0.0.1:9/').then(
        () => 'an answer',
        (error: Error) => error.name,
      ),
    };
  });
  expect(found).toEqual({
    globals: [],
    exposed: ['requestPort'],
    isFrozen: true,
    replaced: false,
    inFrame: [],
    evaluated: 'EvalError',
    inline: undefined,
    fetched: 'TypeError',
  });
});

test('a frame gets nothing: not the window itself, no port, no webview', async ({
  page,
  mainProcess,
  trouble,
}) => {
  trouble.allow(/frame|Content Security Policy|ERR_BLOCKED|ERR_ABORTED/i);
  const found = await page.evaluate(async () => {
    const framed = async (attributes: Record<string, string>): Promise<readonly string[]> => {
      const frame = Object.assign(document.createElement('iframe'), attributes);
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      const inside = frame.contentWindow as unknown as Record<string, unknown> | null;
      let names: readonly string[];
      try {
        names = Object.keys(inside ?? {}).filter((name) => name === 'railbird');
      } catch {
        names = [];
      }
      frame.remove();
      return names;
    };
    const webview = document.createElement('webview');
    webview.setAttribute('src', location.href);
    document.body.append(webview);
    const isInert = webview instanceof HTMLUnknownElement || !('getWebContentsId' in webview);
    webview.remove();
    return {
      empty: await framed({ srcdoc: '<p>x</p>' }),
      itself: await framed({ src: '/' }),
      isInert,
    };
  });
  expect(found).toEqual({ empty: [], itself: [], isInert: true });
  expect(mainProcess.windows()).toHaveLength(1);
});

test('what is no call ends at the port, and calls that are none of the app are refused', async ({ page }) => {
  const answers = await page.evaluate(async () => {
    const { railbird } = window as unknown as { readonly railbird: { requestPort(): void } };
    const port = await new Promise<MessagePort | undefined>((resolve) => {
      addEventListener('message', ({ ports }) => resolve(ports[0]), { once: true });
      railbird.requestPort();
    });
    if (port === undefined) throw new Error('no port came');
    const noCalls = [
      null,
      7,
      '',
      '{',
      '{"i":"a","p":null}',
      {},
      new ArrayBuffer(9),
      new Map(),
      '['.repeat(99_999),
    ];
    for (const each of noCalls) {
      try {
        port.postMessage(each);
      } catch {
        // The stand-in carries no object inside itself; Electron does.
      }
    }
    const received: unknown[] = [];
    const calls = ['/app/about', '/app/nosuch', '/__proto__/toString', '/settings/recall', '/results/close'];
    const answered = new Promise<void>((resolve) => {
      port.addEventListener('message', ({ data }) => {
        received.push(JSON.parse(String(data)));
        if (received.length === calls.length) resolve();
      });
    });
    port.start();
    for (const [at, u] of calls.entries())
      port.postMessage(
        JSON.stringify({ i: String(at), p: { u, b: at === 0 ? {} : { json: { key: at, resultId: {} } } } }),
      );
    await answered;
    return received as { i: string; p: { s?: number; b: { json?: { code?: string; version?: string } } } }[];
  });
  const [about, ...refused] = answers
    .toSorted((a, b) => (a.i < b.i ? -1 : 1))
    .map(({ p: { s, b } }) => [s, b.json?.code]);
  expect(about).toEqual([undefined, undefined]);
  expect(refused).toEqual([
    [404, undefined],
    [404, undefined],
    [400, 'BAD_REQUEST'],
    [400, 'BAD_REQUEST'],
  ]);
});

test('permissions are denied but for copying', async ({ page, trouble }) => {
  // Two of them already by a header.
  trouble.allow(/Permissions policy violation/);
  const granted = await page.evaluate(async () => {
    const state = (name: string) =>
      navigator.permissions.query({ name: name as PermissionName }).then((status) => status.state);
    return {
      'clipboard-write': await state('clipboard-write'),
      'clipboard-read': await state('clipboard-read'),
      notifications: await Notification.requestPermission(),
      midi: await state('midi'),
      'window-management': await state('window-management'),
      position: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('a position'),
          ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : code),
        );
      }),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'a stream',
        (error: Error) => error.name,
      ),
    };
  });
  expect(granted).toEqual({
    'clipboard-write': 'granted',
    'clipboard-read': 'denied',
    notifications: 'denied',
    midi: 'denied',
    'window-management': 'denied',
    position: 'denied',
    camera: expect.stringMatching(/^(?:NotAllowedError|NotFoundError)$/),
  });
});

/** Addresses that a link in a name or a note could have. */
const ELSEWHERE = [
  'https://example.com/',
  'http://127.0.0.1:9/',
  'app://elsewhere/',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:location.assign("https://example.com/")',
  'mailto:someone@example.com',
  'railbird://settings',
];

test('it stays at its address and opens no window, whatever a page tries', async ({
  page,
  mainProcess,
  trouble,
}) => {
  // Chromium's own refusals of file and data addresses.
  trouble.allow(/Not allowed to|Content Security Policy|URL scheme|ERR_ABORTED|ERR_BLOCKED/);
  const address = page.url();
  const opened: string[] = [];
  page.context().on('page', (other) => opened.push(other.url()));
  for (const target of ELSEWHERE) {
    await test.step(target, async () => {
      const windows = await page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href, textContent: 'x' });
        document.body.append(link);
        link.click();
        link.target = '_blank';
        link.click();
        link.remove();
        const form = Object.assign(document.createElement('form'), { action: href, method: 'post' });
        document.body.append(form);
        form.submit();
        form.remove();
        const other = window.open(href, '_blank', 'width=300');
        location.assign(href);
        return other === null ? 0 : 1;
      }, target);
      expect(windows).toBe(0);
      // Playwright's locators would wait for the navigation to end.
      expect(await page.evaluate(() => [location.href, document.readyState])).toEqual([address, 'complete']);
    });
  }
  expect(opened).toEqual([]);
  expect(mainProcess.windows()).toHaveLength(1);
});

test('a file that a page offers is not saved', async ({ page, dataDir }) => {
  await page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['planted-by-the-page']));
    const link = Object.assign(document.createElement('a'), { href, download: 'planted.txt' });
    document.body.append(link);
    link.click();
  });
  await expect(new WelcomeScreen(page).trySample).toBeEnabled();
  // Chromium begins a file of its own before the app refuses, and removes it.
  await expect.poll(() => inFiles(dataDir, 'planted-by-the-page')).toEqual([]);
});

test('the user key goes in through the port and never comes back', async ({
  page,
  app,
  dataDir,
  account,
}) => {
  // Everything that the port brings to the page, from its first message on.
  await page.context().addInitScript(() => {
    const received: string[] = [];
    Object.assign(window, { received });
    const { addEventListener } = MessagePort.prototype;
    MessagePort.prototype.addEventListener = function (this: MessagePort, ...args: unknown[]) {
      if (args[0] === 'message')
        addEventListener.call(this, 'message', (event) => {
          const { data } = event as MessageEvent<unknown>;
          received.push(typeof data === 'string' ? data : new TextDecoder().decode(data as ArrayBuffer));
        });
      Reflect.apply(addEventListener, this, args);
    };
  });
  const listener = listen(page);
  await page.reload();
  const welcome = new WelcomeScreen(page);
  await welcome.form.send(account);
  const frame = new Frame(page);
  await expect(frame.status).toContainText(new URL(account.url).host);
  await frame.open('Settings');
  await expect(page.getByText('In memory, for this session only', { exact: true })).toBeVisible();

  const brought = await page.evaluate(() =>
    (window as unknown as { readonly received: readonly string[] }).received.join('\n'),
  );
  expect(brought).toContain(new URL(account.url).host);
  expect(brought).not.toContain(account.userKey);
  expect(await listener.placesOf(account.userKey), 'on the way').toEqual([]);
  expect(await inPage(page, account.userKey), 'in the page').toEqual([]);
  await expect
    .poll(() => inHeap(page, account.userKey), { message: 'in its memory', timeout: 60_000 })
    .toEqual([]);
  expect(await inProcesses(account.userKey), 'in processes').toEqual([]);
  await app.stop();
  expect(await inFiles(dataDir, account.userKey), 'in files').toEqual([]);
  expect(app.output()).not.toContain(account.userKey);
});
