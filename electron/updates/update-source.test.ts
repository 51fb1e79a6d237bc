// electron-updater itself against a feed on this machine, as an AppImage that replaces its own file.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RailbirdError } from '#shared/errors.ts';
import { createUpdateSource, feedIn, type UpdateSource } from './update-source.ts';
import { updateOriginOf, type UpdateOriginDeps } from './update-origin.ts';

const PACKAGE = '#!/bin/sh\necho the new version\n';
const sha512 = createHash('sha512').update(PACKAGE).digest('base64');

let folder = '';
let appImage = '';
let address = '';
let requests: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-feed-'));
  appImage = join(folder, 'Railbird.AppImage');
  writeFileSync(appImage, 'the old version');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('APPIMAGE', appImage);
  requests = [];
  answer = serve(feedOf('1.1.0'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

/** As electron-builder writes it. */
const feedOf = (version: string, checksum = sha512): string =>
  [
    `version: ${version}`,
    'files:',
    `  - url: Railbird-${version}.AppImage`,
    `    sha512: ${checksum}`,
    `    size: ${PACKAGE.length}`,
    `path: Railbird-${version}.AppImage`,
    `sha512: ${checksum}`,
    "releaseDate: '2026-11-20T00:00:00.000Z'",
  ].join('\n');

const serve =
  (feed: string): typeof answer =>
  ({ url = '' }, response) => {
    const isFeed = /^\/railbird\/latest-linux(?:-arm64)?\.yml/u.test(url);
    if (isFeed) response.end(feed);
    else if (url.startsWith('/railbird/Railbird-')) response.end(PACKAGE);
    else response.writeHead(404).end();
  };

function open(feed = `${address}/railbird`): UpdateSource {
  const feedFile = join(folder, 'app-update.yml');
  writeFileSync(feedFile, `provider: generic\nurl: ${feed}\nupdaterCacheDirName: railbird-updater\n`);
  return createUpdateSource({
    form: 'appimage',
    version: '1.0.0',
    feedFile,
    feed,
    installs: true,
    folder: join(folder, 'updates'),
    fetch: (url, init) => fetch(url, init),
  });
}

test('a newer version is found, downloaded, checked, and put in place of the file', async () => {
  const source = open();
  expect(await source.newest()).toEqual({ version: '1.1.0', isTaken: true });
  const percents: number[] = [];
  await source.download((percent) => percents.push(percent));
  expect(percents.at(-1)).toBe(100);
  expect(readFileSync(appImage, 'utf8')).toBe('the old version');
  expect(await source.install()).toEqual({ program: appImage });
  expect(readFileSync(appImage, 'utf8')).toBe(PACKAGE);
  expect(statSync(appImage).mode & 0o111).not.toBe(0);
});

test('the requests say nothing about the user or the installation', async () => {
  const source = open();
  await source.newest();
  await source.download(() => undefined);
  expect(requests).toHaveLength(2);
  for (const { method, headers } of requests) {
    expect(method).toBe('GET');
    const usual = ['host', 'connection', 'accept', 'accept-language', 'accept-encoding', 'user-agent'];
    const fetches = ['sec-fetch-mode', 'pragma', 'cache-control'];
    expect(Object.keys(headers).filter((name) => ![...usual, ...fetches].includes(name))).toEqual([]);
  }
});

test('the same version and an older one are not taken', async () => {
  for (const version of ['1.0.0', '0.9.9']) {
    answer = serve(feedOf(version));
    const source = open();
    expect(await source.newest()).toEqual({ version, isTaken: false });
    await expect(source.download(() => undefined)).rejects.toThrow();
    expect(existsSync(join(folder, 'updates', 'railbird-updater', 'pending'))).toBe(false);
  }
});

test('a file that is not the one of the feed is deleted, and the present version stays', async () => {
  answer = serve(feedOf('1.1.0', createHash('sha512').update('another').digest('base64')));
  const source = open();
  await source.newest();
  await expect(source.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_DAMAGED' });
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /1\.1\.0/u.test(name),
  );
  expect(left).toEqual([]);
  await expect(source.install()).rejects.toMatchObject({ code: 'UPDATE_FAILED' });
  expect(readFileSync(appImage, 'utf8')).toBe('the old version');
});

describe('an AppImage that cannot be replaced stays as it was', () => {
  const downloaded = async (): Promise<UpdateSource> => {
    const source = open();
    await source.newest();
    await source.download(() => undefined);
    return source;
  };
  const packages = (): string[] => globSync(join(folder, 'updates', '**', '*.AppImage'));
  const expectUntouched = (): void => {
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    expect(readdirSync(folder).toSorted()).toEqual(['Railbird.AppImage', 'app-update.yml', 'updates']);
  };

  test.each(['write', 'sync'] as const)('the disk is full: %s', async (call) => {
    const source = await downloaded();
    const handle = await openHandle(appImage);
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const failing = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, call).mockRejectedValue(full);
    await handle.close();
    const failed = source.install();
    await expect(failed).rejects.toMatchObject({
      code: 'UPDATE_FAILED',
      values: { problem: 'ENOSPC: no space left on device' },
    });
    failing.mockRestore();
    expectUntouched();
    expect(packages()).toHaveLength(1);
    expect(await source.install()).toEqual({ program: appImage });
  });

  test('the new name is taken by a folder', async () => {
    const named = join(folder, 'Railbird-1.0.0.AppImage');
    renameSync(appImage, named);
    vi.stubEnv('APPIMAGE', named);
    mkdirSync(join(folder, 'Railbird-1.1.0.AppImage', 'full'), { recursive: true });
    const source = await downloaded();
    await expect(source.install()).rejects.toMatchObject({ code: 'UPDATE_FAILED' });
    expect(readFileSync(named, 'utf8')).toBe('the old version');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('what was downloaded is gone', async () => {
    const source = await downloaded();
    for (const file of packages()) rmSync(file);
    await expect(source.install()).rejects.toMatchObject({
      code: 'UPDATE_FAILED',
      values: { problem: expect.stringContaining('ENOENT') as string },
    });
    expectUntouched();
  });

  test.each(['', PACKAGE.slice(0, -1), PACKAGE.replace('new', 'odd')])(
    'what was downloaded is another file by now: %j',
    async (content) => {
      const source = await downloaded();
      for (const file of packages()) writeFileSync(file, content);
      await expect(source.install()).rejects.toMatchObject({ code: 'UPDATE_DAMAGED' });
      expectUntouched();
      // Its words say that it was deleted, and to download it again.
      expect(packages()).toEqual([]);
      await source.download(() => undefined);
      expect(await source.install()).toEqual({ program: appImage });
      expect(readFileSync(appImage, 'utf8')).toBe(PACKAGE);
    },
  );

  test('it was moved away with its folder', async () => {
    const source = await downloaded();
    vi.stubEnv('APPIMAGE', join(folder, 'stick', 'Railbird.AppImage'));
    await expect(source.install()).rejects.toMatchObject({ code: 'UPDATE_FAILED' });
    expectUntouched();
  });
});

test('the new version has the permissions of the old one, and nothing of it is left elsewhere', async () => {
  chmodSync(appImage, 0o775);
  const source = open();
  await source.newest();
  await source.download(() => undefined);
  await source.install();
  expect(statSync(appImage).mode & 0o777).toBe(0o775);
  expect(globSync(join(folder, '**', '*.AppImage'))).toEqual([appImage]);
});

test('a folder that cannot be synced after the rename is no failure', async () => {
  const source = open();
  await source.newest();
  await source.download(() => undefined);
  const handle = await openHandle(appImage);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  sync.mockResolvedValueOnce().mockRejectedValue(new Error('EIO'));
  await handle.close();
  expect(await source.install()).toEqual({ program: appImage });
  sync.mockRestore();
  expect(readFileSync(appImage, 'utf8')).toBe(PACKAGE);
});

test('a file named after its version gets the name of the new one', async () => {
  const named = join(folder, 'railbird-1.0.0.AppImage');
  renameSync(appImage, named);
  vi.stubEnv('APPIMAGE', named);
  const source = open();
  await source.newest();
  await source.download(() => undefined);
  const program = join(folder, 'Railbird-1.1.0.AppImage');
  expect(await source.install()).toEqual({ program });
  expect(readFileSync(program, 'utf8')).toBe(PACKAGE);
  expect(existsSync(named)).toBe(false);
});

describe('a redirect', () => {
  const redirect =
    (to: (url: string) => string, status = 302): typeof answer =>
    ({ url = '' }, response) =>
      response.writeHead(status, { location: to(url) }).end('moved');
  const serveAt = serve(feedOf('1.1.0'));

  test.each([301, 302, 303, 307, 308])('with status %i is followed, a relative one too', async (status) => {
    answer = (request, response) => {
      if (request.url?.startsWith('/old/') !== true) return serveAt(request, response);
      redirect((url) => url.replace('/old/', '../railbird/'), status)(request, response);
    };
    const source = open(`${address}/old`);
    expect(await source.newest()).toEqual({ version: '1.1.0', isTaken: true });
    await source.download(() => undefined);
    expect(await source.install()).toEqual({ program: appImage });
  });

  test('through plain http is refused, although it leads back to a safe address', async () => {
    let isAsked = false;
    // The address of another machine as far as the app knows.
    const between = createServer(({ url = '' }, response) => {
      isAsked = true;
      response.writeHead(302, { location: `${address}${url}` }).end();
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.2', resolve));
    const unsafe = `http://127.0.0.2:${(between.address() as AddressInfo).port}`;
    answer = (request, response) => {
      const isPackage = request.url?.includes('Railbird-') === true;
      if (request.url?.startsWith('/old/') !== true && !isPackage) return serveAt(request, response);
      redirect((url) => `${unsafe}${url.replace('/old/', '/railbird/')}`)(request, response);
    };
    await expect(open(`${address}/old`).newest()).rejects.toMatchObject({
      code: 'UPDATE_FEED_UNREACHABLE',
      values: { problem: expect.stringContaining(`${unsafe}/railbird/`) as string },
    });
    const source = open();
    await source.newest();
    await expect(source.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_FEED_UNREACHABLE' });
    expect(isAsked).toBe(false);
    between.closeAllConnections();
    await new Promise((resolve) => between.close(resolve));
  });

  test.each([
    [5, { version: '1.1.0', isTaken: true }],
    [6, 'UPDATE_FEED_UNREACHABLE'],
  ])('is followed five times: %i', async (hops, expected) => {
    let left = hops;
    answer = (request, response) => {
      if (left === 0) return serveAt(request, response);
      left -= 1;
      redirect((url) => url)(request, response);
    };
    const found = await open()
      .newest()
      .catch((error: unknown) => (error as RailbirdError).code);
    expect(found).toEqual(expected);
    expect(requests).toHaveLength(6);
  });

  test.each(['', 'http://[', 'file:///etc/passwd', 'data:text/plain,version: 9.9.9'])(
    'to %j is refused',
    async (location) => {
      answer = (_request, response) => response.writeHead(302, location === '' ? {} : { location }).end();
      await expect(open().newest()).rejects.toMatchObject({ code: 'UPDATE_FEED_UNREACHABLE' });
    },
  );
});

test('a connection that ends in the middle leaves nothing to install', async () => {
  const feed = serve(feedOf('1.1.0'));
  answer = (request, response) => {
    if (!request.url?.includes('Railbird-')) return feed(request, response);
    response.writeHead(200, { 'content-length': String(PACKAGE.length) });
    response.write(PACKAGE.slice(0, 5), () => response.destroy());
  };
  const source = open();
  await source.newest();
  await expect(source.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_FEED_UNREACHABLE' });
  await expect(source.install()).rejects.toMatchObject({ code: 'UPDATE_FAILED' });
});

describe('a feed that cannot be used is told apart', () => {
  const reply =
    (status: number, body = ''): typeof answer =>
    (_request, response) =>
      response.writeHead(status).end(body);

  test.each([
    ['nothing at its address', reply(404), 'UPDATE_FEED_MISSING'],
    ['a server in trouble', reply(503), 'UPDATE_FEED_UNREACHABLE'],
    [
      'a page that asks for a sign-in',
      reply(200, '<!doctype html><title>Sign in</title>'),
      'UPDATE_FEED_UNREADABLE',
    ],
    ['nothing in it', reply(200), 'UPDATE_FEED_UNREADABLE'],
    ['a list instead of a version', reply(200, '- a\n- b\n'), 'UPDATE_FEED_UNREADABLE'],
    ['a version that is none', reply(200, feedOf('newest')), 'UPDATE_FEED_UNREADABLE'],
    ['no end', reply(200, 'x'.repeat(2 * 1024 * 1024)), 'UPDATE_FEED_UNREACHABLE'],
  ] as const)('%s', async (_what, given, code) => {
    answer = given;
    await expect(open().newest()).rejects.toMatchObject({ code });
  });

  test('no network', async () => {
    const feed = `${address}/railbird`;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const failed = open(feed).newest();
    await expect(failed).rejects.toMatchObject({
      code: 'UPDATE_FEED_UNREACHABLE',
      values: { feed, problem: 'ECONNREFUSED' },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  test('a version without a checksum is not downloaded', async () => {
    answer = serve('version: 1.1.0\nfiles:\n  - url: Railbird-1.1.0.AppImage\n');
    const source = open();
    await source.newest();
    await expect(source.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_FEED_UNREADABLE' });
    expect(requests).toHaveLength(1);
  });
});

describe('a package', () => {
  const origin = (more: Partial<UpdateOriginDeps>) =>
    updateOriginOf({
      isPackaged: true,
      version: '1.0.0',
      platform: 'linux',
      env: {},
      execPath: join(folder, 'railbird'),
      resources: folder,
      dataDir: folder,
      fetch: (url, init) => fetch(url, init),
      ...more,
    });
  const feedFile = (url: string): void =>
    writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\n`);

  test('has the feed that its maker named, if that is safe to ask', () => {
    expect(origin({ isPackaged: false })).toEqual({ without: 'source', installedBy: 'person' });
    expect(origin({})).toEqual({ without: 'feed', installedBy: 'person' });
    feedFile('http://example.com/railbird');
    expect(origin({})).toEqual({ without: 'feed', installedBy: 'person' });
    feedFile('https://example.com/railbird');
    expect(origin({}).source?.feed).toBe('https://example.com/railbird');
    expect(feedIn(join(folder, 'none.yml'))).toBeUndefined();
  });

  test('is replaced by whoever installed it', () => {
    feedFile('https://example.com/railbird');
    const appImageEnv = { APPIMAGE: appImage, APPDIR: folder };
    expect(origin({}).installedBy).toBe('person');
    expect(origin({ env: appImageEnv }).installedBy).toBe('app');
    writeFileSync(join(folder, 'package-type'), 'deb\n');
    expect(origin({}).installedBy).toBe('system');
    expect(origin({ platform: 'win32' }).installedBy).toBe('person');
    writeFileSync(join(folder, 'Uninstall Railbird.exe'), '');
    expect(origin({ platform: 'win32' }).installedBy).toBe('app');
  });

  test('of the system’s package manager asks the feed all the same', async () => {
    vi.stubEnv('APPIMAGE', undefined);
    writeFileSync(join(folder, 'package-type'), 'rpm');
    feedFile(`${address}/railbird`);
    expect(await origin({}).source?.newest()).toEqual({ version: '1.1.0', isTaken: true });
  });
});
