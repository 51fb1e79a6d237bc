import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageStartOf } from '#shared/bridge/page-start.ts';
import { readPage } from './page-start.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'railbird-page-'));
  await writeFile(join(folder, 'index.html'), '<html lang="en" data-start=""><title>Railbird</title>');
});
afterEach(() => rm(folder, { recursive: true }));

async function startOf(settings?: string, sample = false) {
  if (settings !== undefined) await writeFile(join(folder, 'settings.json'), settings);
  const html = await readPage({ windowDir: folder, dataDir: folder, sample });
  const value = /data-start="([^"]*)"/.exec(html)?.[1] ?? '';
  return pageStartOf(value.replaceAll('&quot;', '"'));
}

const UNSET = { language: 'system', theme: 'system', density: 'normal' };

test('the page is told the user’s choices, and that a service is connected', async () => {
  const settings = { language: 'ja', theme: 'dark', density: 'touch', names: 'latin' };
  const state = JSON.stringify({ version: 1, settings, connection: { mode: 'account' }, memory: [] });
  expect(await startOf(state)).toEqual({ language: 'ja', theme: 'dark', density: 'touch', hasFrame: true });
});

test.each([
  ['no settings yet', undefined],
  ['damaged settings', '{"settings": {'],
  ['settings of another form', '[null]'],
  [
    'words that no choice has',
    '{"settings":{"language":"\\"><script>","theme":7},"connection":{"mode":"none"}}',
  ],
])('%s: nothing is chosen, and the window opens with the welcome screen', async (_what, settings) => {
  expect(await startOf(settings)).toEqual({ ...UNSET, hasFrame: false });
});

test('a run with the sample opens with the frame, whatever was connected', async () => {
  expect(await startOf(undefined, true)).toEqual({ ...UNSET, hasFrame: true });
});

test('nothing else of the settings reaches the page', async () => {
  const connection = {
    mode: 'account',
    accounts: [{ id: 'i', apiKey: 'CANARY', baseUrl: 'https://secret.example' }],
  };
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ settings: {}, connection }));
  const html = await readPage({ windowDir: folder, dataDir: folder, sample: false });
  expect(html).not.toMatch(/CANARY|secret/);
});
