// A data folder by several paths, and a copy of one, which has the address of the app on the original.

import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SATURDAY, threeDays, YESTERDAY } from '../testing/three-days.ts';
import { addressFile, findAddress } from './address.ts';
import { answererAt } from './answerer.ts';
import { execute, openCommandApp, VERSION } from './testing/command-app.ts';

let dataDir = '';
let app: Awaited<ReturnType<typeof openCommandApp>>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-in-app-'));
  app = await openCommandApp(dataDir, { service: threeDays() });
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const RACES = ['query', 'd_ra', '--from', SATURDAY.racedate, '--to', YESTERDAY.racedate];

test('a data folder may be named by any path that leads to it', async () => {
  const link = `${dataDir}-link`;
  await symlink(dataDir, link);
  const named = await execute(link, ['coverage', '--data-dir', 'a-link'], { namedDataDir: 'a-link' });
  expect(named.code).toBe(0);
  await rm(link);
});

describe('a copy of the data folder, made while the app runs', () => {
  let copy = '';
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'railbird-copy-'));
    await cp(addressFile(dataDir), addressFile(copy), { preserveTimestamps: true });
    await chmod(dirname(addressFile(copy)), 0o700);
  });
  afterEach(() => rm(copy, { recursive: true, force: true }));

  test('has no app, and its commands are not executed in the original', async () => {
    expect(await findAddress(copy)).toBe(await findAddress(dataDir));
    expect(await execute(copy, ['coverage'])).toMatchObject({ code: undefined, messages: '' });
    expect(await execute(copy, ['coverage'], { version: '1.2.4' })).toMatchObject({ code: undefined });
    expect((await execute(dataDir, ['coverage'])).code).toBe(0);
  });

  test('gets an address of its own with its own app, and each folder keeps its commands', async () => {
    const other = await openCommandApp(copy, { service: threeDays() });
    await execute(copy, RACES);
    const rows = async (folder: string) =>
      (await execute(folder, ['sql', 'select count(*) from races'])).out.trimEnd().split('\r\n')[1];
    expect([await rows(copy), await rows(dataDir)]).toEqual(['6', '0']);
    await other.close();
    expect((await execute(copy, ['coverage'])).code).toBeUndefined();
    expect((await execute(dataDir, ['coverage'])).code).toBe(0);
  });

  test('takes nothing from an app that says nothing, or is an earlier version', async () => {
    await app.host.close();
    const server = createServer((socket) => socket.end());
    const path = join(dirname(addressFile(dataDir)), 'socket');
    server.listen(path);
    await once(server, 'listening');
    await expect(answererAt(path, VERSION)).resolves.toEqual({ dataFolder: undefined });
    server.close();
    await expect(answererAt(path, VERSION)).resolves.toBeUndefined();
  });
});
