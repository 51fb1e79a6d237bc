import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
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

test('pages that a killed start left are removed, and nothing else', () => {
  const pages = [1, 2].map((n) => `railbird-open-0f8fad5b-d9cb-469f-a165-7086772895${n}0.html`);
  const recent = pages[1] ?? '';
  const others = ['railbird-open-notes.html', 'notes.html'];
  for (const name of [...pages, ...others]) {
    writeFileSync(join(folder, name), '');
    const age = name === recent ? 1 : 3600;
    utimesSync(join(folder, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
  let onUsed = (): void => undefined;
  openBrowser({
    browser: [process.execPath, '-e', ''],
    folder,
    newAddress: (whenUsed) => {
      onUsed = whenUsed;
      return 'http://127.0.0.1/';
    },
  });
  onUsed();
  // A browser may still be on its way to the recent one.
  expect(readdirSync(folder).toSorted()).toEqual([...others, recent].toSorted());
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
