import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addressFile,
  findAddress,
  folderIdentity,
  forgetAddress,
  makePrivateFolder,
  newAddress,
  publishAddress,
} from './address.ts';

const isUnix = process.platform !== 'win32';

let dir = '';
let server: Server;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'railbird-address-'));
  server = createServer();
});
afterEach(async () => {
  server.close();
  await rm(dir, { recursive: true, force: true });
});

/** As the app does it. */
async function claim(dataDir: string): Promise<string> {
  await makePrivateFolder(dataDir);
  const path = await newAddress(dataDir);
  server.listen(path);
  await once(server, 'listening');
  await publishAddress(dataDir, path);
  return path;
}

const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

test('a command finds the address while something listens, and not after it was removed', async () => {
  expect(await findAddress(dir)).toBeUndefined();
  const path = await claim(dir);
  expect(await findAddress(dir)).toBe(path);
  server.close();
  await forgetAddress(dir, path);
  expect(await findAddress(dir)).toBeUndefined();
});

test.runIf(isUnix)(
  'a copy of the folder forgets the address, and leaves the original its socket',
  async () => {
    const path = await claim(dir);
    const copy = join(dir, 'copy');
    await makePrivateFolder(copy);
    await writeFile(addressFile(copy), `${path}\n`, { mode: 0o600 });
    await forgetAddress(copy, path);
    expect(await findAddress(copy)).toBeUndefined();
    expect(await findAddress(dir)).toBe(path);
  },
);

test('a folder has one identity by every path, after a move as well, and its copy another', async () => {
  const folder = join(dir, 'data');
  await mkdir(folder);
  const own = await folderIdentity(folder);
  await symlink(folder, join(dir, 'link'));
  expect(await folderIdentity(join(dir, 'link'))).toBe(own);
  await rename(folder, join(dir, 'moved'));
  expect(await folderIdentity(join(dir, 'moved'))).toBe(own);
  await cp(join(dir, 'moved'), folder, { recursive: true });
  expect(await folderIdentity(folder)).not.toBe(own);
});

describe.runIf(isUnix)('the rights of a Unix socket', () => {
  test('only its owner can open it, whatever the umask and whatever the folder was before', async () => {
    await mkdir(dirname(addressFile(dir)), { mode: 0o777 });
    await chmod(dirname(addressFile(dir)), 0o777);
    const before = process.umask(0);
    const path = await claim(dir).finally(() => process.umask(before));
    expect(await modeOf(dirname(path))).toBe(0o700);
    expect(await modeOf(path)).toBe(0o600);
    expect(await modeOf(addressFile(dir))).toBe(0o600);
  });

  test.each([
    ['a folder that others may enter', (path: string) => chmod(dirname(path), 0o755)],
    ['a socket that others may open', (path: string) => chmod(path, 0o666)],
    ['an address that others may write', () => chmod(addressFile(dir), 0o622)],
    [
      'a file in place of the socket',
      async (path: string) => {
        await rm(path);
        await writeFile(path, '', { mode: 0o600 });
      },
    ],
    [
      'a link in place of the folder',
      async (path: string) => {
        const folder = dirname(path);
        await mkdir(join(dir, 'elsewhere'), { mode: 0o700 });
        await writeFile(join(dir, 'elsewhere', 'address'), await readFile(addressFile(dir)), { mode: 0o600 });
        await rm(folder, { recursive: true });
        await symlink(join(dir, 'elsewhere'), folder);
      },
    ],
  ])('a command does not trust %s: it has keys to send', async (_name, change) => {
    await change(await claim(dir));
    expect(await findAddress(dir)).toBeUndefined();
  });

  test.runIf(process.geteuid?.() === 0)('a command does not trust the folder of another user', async () => {
    const path = await claim(dir);
    const { chown } = await import('node:fs/promises');
    await chown(dirname(path), 65_534, 65_534);
    expect(await findAddress(dir)).toBeUndefined();
    await expect(makePrivateFolder(dir)).rejects.toThrow('belongs to another user');
  });

  test('a data folder whose path is too long for a socket names a short one, which is as private', async () => {
    const deep = join(dir, 'a'.repeat(100), 'b'.repeat(100));
    await mkdir(deep, { recursive: true });
    const path = await claim(deep);
    expect(Buffer.byteLength(path)).toBeLessThan(104);
    expect(path.startsWith(deep)).toBe(false);
    expect(await findAddress(deep)).toBe(path);
    expect(await modeOf(dirname(path))).toBe(0o700);
    await chmod(dirname(path), 0o755);
    expect(await findAddress(deep)).toBeUndefined();
    server.close();
    await forgetAddress(deep, path);
    await expect(lstat(dirname(path))).rejects.toThrow('ENOENT');
  });
});
