// `npm start` when Electron's binary exists but shows no window: small programs replace the binary and fail as it does
// on first machines, and the browser window opens.

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, IN_A_BROWSER, test as base } from '../fixtures.ts';

/** A Chromium flag that the browser window does not know. */
const CHROMIUMS_FLAG = '--disable-gpu';

const test = base.extend<{ electron: string }>({
  /** The behavior of Electron's binary, as a shell script. */
  electron: ['', { option: true }],
  app: async ({ dataDir, electron, launch }, use) => {
    await use(
      await launch({
        dataDir,
        asFirstCommand: true,
        args: [CHROMIUMS_FLAG],
        env: await machineWith(electron, path.join(dataDir, 'machine')),
      }),
    );
  },
});

test.skip(process.platform === 'win32', 'the programs are shell scripts');

const FAILURES: readonly (readonly [string, string, RegExp])[] = [
  [
    'aborts, as if no sandbox can be created',
    'kill -ABRT $$',
    /SIGABRT\b.*(?:may say why|chmod 4755 '.*chrome-sandbox')\./,
  ],
  [
    'exits with 1',
    'exit 1',
    /it ended with code 1 before it showed a window\. What it printed above may say why\./,
  ],
  ['lacks a library', 'exit 127', /it lacks libnss3\.so(?:\. To install: sudo apt-get install libnss3)?\./],
  ['shows no window', 'exec sleep 600', /it showed no window within 2 s\. .*npm start -- --disable-gpu\./],
];

for (const [what, script, reason] of FAILURES)
  test.describe(`where Electron ${what}`, { tag: IN_A_BROWSER }, () => {
    test.use({ electron: script });

    test('a line gives the reason and a remedy, and the app opens in the browser window', async ({
      app,
      page,
      dataDir,
    }) => {
      await expect(page.locator('[data-app-state="ready"]')).toBeVisible();
      await expect(page).toHaveTitle(/Railbird/);

      const lines = app.output().split('\n');
      const why = lines.filter((line) => line.startsWith('Electron opened no window: '));
      expect(why).toEqual([expect.stringMatching(reason)]);
      expect(why[0]).toMatch(
        / opens in a browser window instead \(npm start -- --host=web does so at once\)\.$/,
      );

      const given = (await readFile(path.join(dataDir, 'machine', 'args'), 'utf8')).trim().split('\n');
      expect(given.slice(-4)).toEqual(['--no-open', '--data-dir', dataDir, CHROMIUMS_FLAG]);
      const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
      expect(given.includes('--no-sandbox')).toBe(isRoot);
      expect(lines.some((line) => line.startsWith('Running as root: '))).toBe(isRoot);

      await page.close();
      // It rejects if any started process remains.
      await app.stop();
    });
  });

/** The environment of a machine with a display, with this binary of Electron, and no other problem. */
async function machineWith(electron: string, folder: string): Promise<Record<string, string>> {
  const programs = {
    electron: `printf '%s\\n' "$@" >'${folder}/args'; ${electron}`,
    // The libraries that the loader misses for the binary, which is a script here.
    ldd: "echo '	libnss3.so => not found'",
    // Set-up must not install anything.
    'dpkg-query': 'shift 2; for name; do echo "$name installed"; done',
  };
  await mkdir(folder);
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  return {
    DISPLAY: ':0',
    DBUS_SESSION_BUS_ADDRESS: '',
    ELECTRON_OVERRIDE_DIST_PATH: folder,
    PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`,
    RAILBIRD_WINDOW_WITHIN: '2',
  };
}
