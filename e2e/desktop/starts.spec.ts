// Starts of the desktop app on machines that lack something: each ends in a window, or in words.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readlink, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  desktopArguments,
  desktopEnvironment,
  desktopWindow,
  programFor,
  type DesktopOptions,
} from '../desktop-process.ts';
import { expect, test, type Host } from '../fixtures.ts';
import { groupRuns } from '../process-group.ts';

test.use({ sampleIsMade: false });

/** A start that ends by itself. */
async function startOnce(host: Host, options: DesktopOptions) {
  if (host === 'web') throw new Error('A browser window is not started by itself.');
  const child = spawn(programFor(host), desktopArguments(options), {
    env: desktopEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

const NO_SCREEN = { DISPLAY: '', WAYLAND_DISPLAY: '', WAYLAND_SOCKET: '', XDG_SESSION_TYPE: '' };

test('without a screen it says so on the terminal, in its language, and what to do instead', async ({
  dataDir,
  host,
}) => {
  test.skip(process.platform !== 'linux', 'other systems open no terminal without a screen');
  const start = (LC_ALL: string) =>
    startOnce(host, {
      dataDir,
      args: ['--ozone-platform=x11'],
      env: { ...NO_SCREEN, DISPLAY: ':4711', LC_ALL },
    });
  const { code, output } = await start('C');
  expect(code).toBe(1);
  expect(output).toContain('There is no screen to open a window on');
  expect(output).toContain('DISPLAY=:4711');
  expect(output).toContain('the command line “railbird”');
  expect(output).not.toMatch(/\n\s+at .*\.js:\d+/);
  expect((await start('ja_JP.UTF-8')).output).toContain('画面がないため、ウィンドウを開けません');
});

test('in a Wayland session that has ended it starts again, on the screen that is there', async ({
  dataDir,
  host,
}) => {
  test.skip(host !== 'stand-in', 'it names a screen that nobody has, on which Electron would open no window');
  const env = {
    ...NO_SCREEN,
    XDG_SESSION_TYPE: 'wayland',
    STAND_IN_OZONE: 'wayland',
    DISPLAY: 'desk.invalid:0',
  };
  // The second process opens the window; Playwright would know the first alone.
  const child = spawn(programFor('stand-in'), [...desktopArguments({ dataDir }), '--no-sandbox'], {
    env: desktopEnvironment({ dataDir, env }),
    stdio: 'ignore',
    detached: true,
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const memory = () => readFile(path.join(dataDir, 'start.json'), 'utf8').catch(() => '');
  await expect.poll(memory, { timeout: 30_000 }).toBe('{"version":1,"failures":0}');
  // The process itself: Chromium, which belongs to the same group, is closed by it.
  process.kill(Number(await readlink(path.join(dataDir, 'window', 'stand-in-lock'))), 'SIGTERM');
  await expect.poll(() => groupRuns(child.pid ?? 0)).toBe(false);
});

test('a graphics driver that crashes again and again is left out from the next start on', async ({
  page,
  mainProcess,
  dataDir,
  app,
  launch,
}) => {
  const isWithoutGpu = (process: typeof mainProcess) =>
    process.evaluate(({ app: main }) => main.commandLine.hasSwitch('disable-gpu'));
  expect(await isWithoutGpu(mainProcess)).toBe(false);
  await mainProcess.evaluate(({ app: main }) => {
    const crash = { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU', serviceName: 'GPU' };
    for (let crashes = 0; crashes < 3; crashes += 1) main.emit('child-process-gone', {}, crash);
  });
  await expect(page.getByText(/graphics driver crashed three times/)).toBeVisible();
  await app.stop();

  for (const [args, isWithout] of [
    [[], true],
    [['--with-gpu'], false],
  ] as const) {
    const again = await launch({ dataDir, args });
    await desktopWindow(again, null);
    if (again.electron === undefined) throw new Error('It has no main process.');
    expect(await isWithoutGpu(again.electron)).toBe(isWithout);
    await again.stop();
  }
});

test('files of the window that cannot be used are set aside, and it opens with new ones', async ({
  dataDir,
  launch,
}) => {
  await writeFile(path.join(dataDir, 'window'), 'not a folder');
  const page = await desktopWindow(await launch({ dataDir }), null);
  const notice = page.getByText('The window’s own files could not be used, and new ones were made');
  await expect(notice).toBeVisible();
  expect((await stat(path.join(dataDir, 'window'))).isDirectory()).toBe(true);
});

test('after starts that died without a word it opens without the graphics card, and says so', async ({
  dataDir,
  launch,
}) => {
  await writeFile(path.join(dataDir, 'start.json'), JSON.stringify({ version: 1, failures: 1 }));
  const app = await launch({ dataDir });
  const page = await desktopWindow(app, null);
  await expect(page.getByText(/last start led to no window/)).toBeVisible();
  expect(await app.electron?.evaluate(({ app: main }) => main.commandLine.hasSwitch('disable-gpu'))).toBe(
    true,
  );
});
