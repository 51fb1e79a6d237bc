// Starts the app under Electron and detects whether a window appeared. If none did, it reports the reason and the
// remedy, so that the caller can open the browser window instead.
//
// Failures on a first machine come from outside the app: Ubuntu 24.04 does not let ordinary programs create a
// sandbox, a container lacks a library, a machine has no graphics driver. Electron then ends or hangs silently.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { handOver } from './launch.mjs';

/** The time limit for a window to show, in milliseconds. */
const WINDOW_WITHIN = 20_000;

const CHECK_EVERY = 100;

const NO_SANDBOX = '--no-sandbox';

/** The loader's message when a shared library of the binary is missing. */
const CANNOT_LOAD = 127;

/** Its exit signals when it is stopped from outside: Ctrl-C, the terminal closed, npm ended. */
const STOPPED = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => 128 + os.constants.signals[signal]);

/**
 * Chromium refuses to run as root inside its sandbox.
 * @param {(line: string) => void} say
 * @param {{ platform?: NodeJS.Platform, uid?: number }} [user]
 * @returns {string[]} flags for Electron
 */
export function sandboxFlags(say, { platform = process.platform, uid = process.getuid?.() } = {}) {
  if (platform !== 'linux' || uid !== 0) return [];
  say("Running as root: Chromium's sandbox is off. Better start Railbird as an ordinary user.");
  return [NO_SANDBOX];
}

/**
 * @typedef {object} ElectronEnd
 * @property {number} code     Electron's exit code, 128 + n after signal n
 * @property {string} [reason] why there was no window, with a remedy; absent if one was shown, if Electron ended well
 *                             without one (the window of an earlier start came to the front), or if it was stopped
 *                             from outside
 */

/**
 * @param {string} binary
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, windowWithin?: number, settings?: string }} [options]
 *   `windowWithin` in milliseconds; `settings` is the folder of the kernel's
 * @returns {Promise<ElectronEnd>} when Electron has ended
 */
export async function startElectron(
  binary,
  args,
  { env = process.env, windowWithin = WINDOW_WITHIN, settings = '/proc/sys' } = {},
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'railbird-start-'));
  // The app writes this file when its window shows (electron/launch/window-shown.ts).
  const shown = path.join(folder, 'shown');
  const hung = new AbortController();
  const since = performance.now();
  const check = setInterval(() => {
    if (existsSync(shown)) clearInterval(check);
    else if (performance.now() - since > windowWithin) {
      clearInterval(check);
      hung.abort();
    }
  }, CHECK_EVERY);
  try {
    const code = await handOver(
      binary,
      args,
      { env: { ...env, RAILBIRD_SHOWN_FILE: shown } },
      hung.signal,
    ).catch((error) => error);
    if (code instanceof Error) return { code: 1, reason: `it cannot be started (${code.message})` };
    if (existsSync(shown)) return { code };
    if (hung.signal.aborted) return { code, reason: whyHung(windowWithin) };
    if (code === 0 || STOPPED.includes(code)) return { code };
    const isForbidden = !args.includes(NO_SANDBOX) && sandboxIsForbidden(settings);
    return { code, reason: whyEnded(code, binary, isForbidden) };
  } finally {
    clearInterval(check);
    rmSync(folder, { recursive: true, force: true });
  }
}

const whyHung = (within) =>
  `it showed no window within ${within / 1000} s. On a machine without a graphics driver, try: npm start -- --disable-gpu`;

function whyEnded(code, binary, isForbidden) {
  if (code === CANNOT_LOAD) return whyNotLoaded(missingLibraries(binary));
  const signal = Object.entries(os.constants.signals).find(([, number]) => code === 128 + number)?.[0];
  const ended = signal === undefined ? `it ended with code ${code}` : `it was stopped by ${signal}`;
  const helper = path.join(path.dirname(binary), 'chrome-sandbox');
  if (process.platform === 'linux' && isForbidden && !isSetuidRoot(helper)) {
    return `this system does not let ordinary programs create a sandbox (${ended}). To allow it for Railbird: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
  }
  return `${ended} before it showed a window. What it printed above may say why`;
}

/** Debian's package for each library that Electron's binary asks for and a small system may lack. */
const PACKAGE_OF = {
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libgbm.so.1': 'libgbm1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libsmime3.so': 'libnss3',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXrandr.so.2': 'libxrandr2',
};

/**
 * @param {string[]} libraries  empty if they are unknown
 * @returns {string}
 */
export function whyNotLoaded(libraries) {
  if (libraries.length === 0) return 'it lacks a system library, which the line above may name';
  const packages = [...new Set(libraries.flatMap((library) => PACKAGE_OF[library] ?? []))];
  const isDebian = existsSync('/usr/bin/apt-get');
  const mend =
    isDebian && packages.length > 0 ? `. To install: sudo apt-get install ${packages.join(' ')}` : '';
  return `it lacks ${libraries.join(', ')}${mend}`;
}

function missingLibraries(binary) {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [binary], { encoding: 'utf8', timeout: 5000 });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library);
}

/** Kernels forbid it in three ways: AppArmor's rule (Ubuntu 24.04), Debian's switch, no namespaces at all. */
const FORBIDDING = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
];

const sandboxIsForbidden = (settings) =>
  FORBIDDING.some(([name, value]) => settingOf(path.join(settings, name)) === value);

function settingOf(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function isSetuidRoot(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0;
}
