import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserCommand, openBrowser } from './open-browser.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
])('%s with %o opens with %s', (platform, env, command) => {
  expect(browserCommand(platform, env)?.[0]).toBe(command);
});

test('without a display nothing is opened', () => {
  expect(browserCommand('linux', {})).toBeUndefined();
});

test('the browser’s command line contains no address, only a page that this user alone can read', async () => {
  const address = 'http://127.0.0.1:1/#token=secret';
  const argsFile = join(folder, 'heard');
  // Replaces the browser: records its arguments.
  const script = `require('node:fs').writeFileSync(${JSON.stringify(argsFile)}, JSON.stringify(process.argv.slice(1)))`;
  const watcher = watch(folder);
  let onUsed = (): void => undefined;
  openBrowser({
    browser: [process.execPath, '-e', script],
    folder,
    newAddress: (whenUsed) => {
      onUsed = whenUsed;
      return address;
    },
  });
  for (;;) {
    try {
      if (readFileSync(argsFile, 'utf8') !== '') break;
    } catch {
      await once(watcher, 'change');
    }
  }
  watcher.close();
  const args = JSON.parse(readFileSync(argsFile, 'utf8')) as string[];
  expect(JSON.stringify(args)).not.toContain('secret');
  const page = fileURLToPath(args.at(-1) ?? '');
  expect(readFileSync(page, 'utf8')).toContain(`url=${address}`);
  if (process.platform !== 'win32') expect(statSync(page).mode & 0o777).toBe(0o600);

  onUsed();
  expect(readdirSync(folder)).toEqual(['heard']);
});

test('no browser opens if the page cannot be written, and the printed address still works', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  openBrowser({
    browser: [process.execPath, '-e', ''],
    folder: join(file, 'x'),
    newAddress: () => 'http://127.0.0.1/',
  });
  expect(readdirSync(folder)).toEqual(['file']);
});
