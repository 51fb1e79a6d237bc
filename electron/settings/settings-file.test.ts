import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

const open = (onDamaged = vi.fn()) => openSettingsFile({ dataDir, onDamaged });

test('a first start has the defaults and writes nothing', async () => {
  const file = await open();
  expect(file.state).toEqual(FIRST_STATE);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a change is found again at the next start, in a file for the owner alone', async () => {
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

test.each(['{"version":1', '{"version":99}', '[]', ''])(
  'a damaged file (%j) is set aside, named, and the defaults are used',
  async (text) => {
    const path = join(dataDir, 'settings.json');
    await writeFile(path, text);
    const onDamaged = vi.fn();
    const file = await open(onDamaged);
    expect(file.state).toEqual(FIRST_STATE);
    expect(onDamaged).toHaveBeenCalledWith(`${path}.damaged`);
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe(text);
    await file.update((state) => state);
    expect((await open()).state).toEqual(FIRST_STATE);
  },
);

test('a place that cannot be written fails as FILE_FAILED, and the change holds for the session', async () => {
  const file = await openSettingsFile({ dataDir: join(dataDir, 'inner'), onDamaged: vi.fn() });
  await writeFile(join(dataDir, 'inner'), 'a file where the folder should be');
  const change = file.update((state) => ({ ...state, settings: { ...state.settings, theme: 'dark' } }));
  await expect(change).rejects.toMatchObject({ code: 'FILE_FAILED' });
  expect(file.state.settings.theme).toBe('dark');
});
