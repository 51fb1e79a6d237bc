// Commands beside the app on a medium that has no links, no sockets and no rights.

import { chmod, lstat, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as elsewhere from '../files/elsewhere.ts';
import { pathElsewhere } from '../files/elsewhere.ts';
import { findAddress, makePrivateFolder } from './address.ts';
import { execute, openCommandApp } from './testing/command-app.ts';

vi.mock('../files/elsewhere.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof elsewhere>()),
  takesLinks: () => false,
}));

let dataDir = '';
let base = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-stick-'));
  base = pathElsewhere(dataDir, 'commands');
});
afterEach(async () => {
  for (const folder of [dataDir, base]) await rm(folder, { recursive: true, force: true });
});

test('are executed by the app, whose address is among the temporary files, for its user only', async () => {
  const app = await openCommandApp(dataDir, { isUnconnected: true });
  const path = (await findAddress(dataDir)) ?? '';
  expect(path.startsWith(base)).toBe(true);
  for (const folder of [base, dirname(path)]) expect((await lstat(folder)).mode & 0o777).toBe(0o700);
  expect((await execute(dataDir, ['tables'])).code).toBe(0);
  const link = `${dataDir}-link`;
  await symlink(dataDir, link);
  expect(await findAddress(link)).toBe(path);
  await rm(link);
  expect(await readdir(dataDir)).not.toContain('commands');
  await app.close();
  expect(await findAddress(dataDir)).toBeUndefined();
});

test('neither an app nor a command trusts a folder there that others can use', async () => {
  await makePrivateFolder(dataDir);
  await chmod(base, 0o755);
  expect(await findAddress(dataDir)).toBeUndefined();
  await expect(makePrivateFolder(dataDir)).rejects.toThrow('belongs to another user');
});
