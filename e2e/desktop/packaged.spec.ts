// What only a packaged app has, in the stand-in as if it were one: a new version from a feed on this machine, and a data
// folder beside the program.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import { desktopEnvironment, desktopWindow, programFor } from '../desktop-process.ts';
import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';

test.use({ sampleIsMade: false });
test.skip(({ host }) => host !== 'stand-in', 'Electron’s own binary in a checkout is no package');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Notes its arguments beside itself. */
const NEXT_VERSION = '#!/bin/sh\nprintf "%s\\n" "$@" > "$(dirname "$0")/started"\n';

const feed = (version: string): string => {
  const sha512 = createHash('sha512').update(NEXT_VERSION).digest('base64');
  return `version: ${version}\nfiles:\n  - url: next.AppImage\n    sha512: ${sha512}\n`;
};

/** The environment of an AppImage: its file, and the folder that it is unpacked to, which Node stands for. */
const appImage = (file: string, resources: string): Record<string, string> => ({
  APPIMAGE: file,
  APPDIR: path.dirname(process.execPath),
  STAND_IN_RESOURCES: resources,
});

test('a new version is found, downloaded and started only when the user says so', async ({
  dataDir,
  account,
  launch,
}) => {
  const requested: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requested.push(new URL(url, 'http://feed.invalid').pathname);
    response.end(url.includes('.yml') ? feed('9.9.9') : NEXT_VERSION);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file = path.join(dataDir, 'Railbird.AppImage');
  await writeFile(file, 'the present version');
  await writeFile(
    path.join(dataDir, 'app-update.yml'),
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: railbird-updater\n`,
  );
  const app = await launch({
    dataDir,
    env: {
      ...appImage(file, dataDir),
      RAILBIRD_BASE_URL: account.url,
      RAILBIRD_API_KEY: account.apiKey,
      RAILBIRD_USER_KEY: account.userKey,
    },
  });
  const page = await desktopWindow(app, { width: 1440, height: 900 });
  await new Frame(page).open('Settings');
  const section = page.getByRole('region', { name: 'Updates' });
  await expect(section).toContainText(`list of versions from http://127.0.0.1:${port}/`);
  await expect(section).toContainText('None yet');
  expect(requested).toEqual([]);

  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section).toContainText('9.9.9 is available.');
  expect(requested).toHaveLength(1);
  await section.getByRole('button', { name: 'Download 9.9.9' }).click();
  const restart = section.getByRole('button', { name: 'Restart with 9.9.9' });
  await expect(restart).toBeVisible();
  expect(await readFile(file, 'utf8')).toBe('the present version');

  if (app.electron === undefined) throw new Error('It has no main process.');
  const ended = once(app.electron.process(), 'exit');
  await restart.click();
  expect(await ended).toEqual([0, null]);
  const started = path.join(dataDir, 'started');
  await expect.poll(() => readFile(started, 'utf8').catch(() => '')).toContain(`--data-dir\n${dataDir}\n`);
  expect(await readFile(file, 'utf8')).toBe(NEXT_VERSION);
  server.close();
});

test('with a folder beside it the app is portable, and leaves nothing elsewhere', async ({
  dataDir,
  account,
}) => {
  const home = path.join(dataDir, 'home');
  const stick = path.join(dataDir, 'stick');
  const beside = path.join(stick, 'railbird-data');
  await mkdir(home);
  await mkdir(beside, { recursive: true });
  const electron = await _electron.launch({
    executablePath: programFor('stand-in'),
    args: [ROOT],
    env: desktopEnvironment({
      dataDir,
      env: {
        ...appImage(path.join(stick, 'Railbird.AppImage'), stick),
        HOME: home,
        XDG_DATA_HOME: home,
        RAILBIRD_BASE_URL: account.url,
        RAILBIRD_API_KEY: account.apiKey,
        RAILBIRD_USER_KEY: account.userKey,
      },
    }),
  });
  const page = await electron.firstWindow();
  await new Frame(page).open('Settings');
  const about = page.getByRole('region', { name: 'About', exact: true });
  await expect(about).toContainText(beside);
  await expect(about).toContainText('Portable: this folder lies beside the program');
  await expect(page.getByText('Portable: the user key is not kept on this computer')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Updates' })).toContainText('names no update feed');
  // The window stores its place a moment after it changed.
  await expect.poll(() => readdir(beside)).toEqual(expect.arrayContaining(['settings.json', 'window']));
  await electron.close();
  const left = await readdir(home, { recursive: true });
  expect(left.filter((name) => /railbird/i.test(name))).toEqual([]);
});
