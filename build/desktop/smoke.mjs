// Starts the packaged app once, on an empty data folder with the sample, and waits until its window works:
// `node build/desktop/smoke.mjs [EXECUTABLE]`, after `npm run package:desktop`. Chromium's debugging port answers in a
// packaged app too; Electron's own inspector is turned off by a fuse.

import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { inProject } from '../setup/project.mjs';

/** The first start makes the sample's racing. */
const READY_WITHIN_MS = 180_000;

/** Where electron-builder leaves the app in a folder. */
const PLACES = {
  linux: 'linux*-unpacked/railbird',
  win32: 'win*-unpacked/Railbird.exe',
  darwin: 'mac*/Railbird.app/Contents/MacOS/Railbird',
};

function executable() {
  const [given] = process.argv.slice(2);
  if (given !== undefined) return given;
  const made = inProject('dist', 'desktop', 'made');
  const [found] = globSync(path.join(made, PLACES[process.platform] ?? ''));
  if (found === undefined) throw new Error(`No app in ${made}: run npm run package:desktop first.`);
  return found;
}

/** The address that Chromium writes into its own folder once its debugging port is open. */
async function debuggingAddress(folder, hasEnded) {
  const file = path.join(folder, 'DevToolsActivePort');
  while (!existsSync(file)) {
    if (hasEnded()) throw new Error('The app ended before its window opened.');
    await wait(100);
  }
  const [port] = readFileSync(file, 'utf8').split('\n');
  return `http://127.0.0.1:${port}`;
}

async function isReady(address) {
  const browser = await chromium.connectOverCDP(address);
  try {
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    await page.locator('[data-app-state="ready"]').waitFor({ timeout: READY_WITHIN_MS });
  } finally {
    await browser.close();
  }
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'railbird-smoke-'));
const app = spawn(
  executable(),
  ['--remote-debugging-port=0', '--sample', `--data-dir=${dataDir}`, `--user-data-dir=${dataDir}/window`],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
const ended = new Promise((resolve) => app.once('exit', resolve).once('error', resolve));
const late = setTimeout(() => app.kill('SIGKILL'), READY_WITHIN_MS);
try {
  await isReady(
    await debuggingAddress(
      path.join(dataDir, 'window'),
      () => app.exitCode !== null || app.signalCode !== null,
    ),
  );
  process.stdout.write('The packaged app opens its window and answers.\n');
} finally {
  clearTimeout(late);
  app.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
