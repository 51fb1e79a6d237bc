import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSettingsFile } from './settings-file.ts';
import { FIRST_STATE } from './state-schema.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'railbird-settings-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = () => openSettingsFile({ dataDir, notify: vi.fn() });

test('a first start has the defaults and writes nothing', async () => {
  const file = await open();
  expect(file.state).toEqual(FIRST_STATE);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a change persists to the next start, in a file that only the owner can read', async () => {
  const file = await open();
  await file.update((state) => ({ ...state, settings: { ...state.settings, theme: 'dark' } }));
  expect((await open()).state.settings.theme).toBe('dark');
  expect((await stat(join(dataDir, 'settings.json'))).mode & 0o777).toBe(0o600);
});

test('changes made at once all reach the disk, in order', async () => {
  const file = await open();
  const changes = Array.from({ length: 30 }, (_, n) =>
    file.update((state) => ({ ...state, memory: [...state.memory, [`k${n}`, '1']] })),
  );
  await Promise.all(changes);
  expect((await open()).state.memory.map(([key]) => key)).toEqual(changes.map((_, n) => `k${n}`));
});

test('an unwritable location fails with FILE_FAILED, and nothing appears changed', async () => {
  const file = await openSettingsFile({ dataDir: join(dataDir, 'inner'), notify: vi.fn() });
  await writeFile(join(dataDir, 'inner'), 'a file where the folder should be');
  const change = file.update((state) => ({ ...state, settings: { ...state.settings, theme: 'dark' } }));
  await expect(change).rejects.toMatchObject({ code: 'FILE_FAILED' });
  expect(file.state.settings.theme).toBe('system');
});

test('a reader gets earlier changes, even while they are still being written', async () => {
  const file = await open();
  const change = file.update((state) => ({ ...state, settings: { ...state.settings, language: 'ja' } }));
  expect((await file.read()).settings.language).toBe('ja');
  await change;
});
