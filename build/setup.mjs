// Prepares the machine: `node build/setup.mjs [start|test]`. Plain Node 20 or newer, no dependencies.
//
// Leaves everything that is present alone, so a second call takes a moment. It stops only for what nothing works
// without; for the rest it reports what is missing, the consequence, and the command that fixes it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { installPackages, isDebian, missingPackages } from './setup/debian.mjs';
import { buildKeytar, installModules, keytarIsBuilt, modulesAreFresh } from './setup/modules.mjs';

/** Whether this machine can show a window. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Whether a keychain can respond here; on Linux it is behind the session bus. */
const hasKeychain = () => process.platform !== 'linux' || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS);

/** The Debian packages that a purpose needs on this machine, beyond Node and npm. */
const WANTED = {
  run: () => [],
  start: () => [
    ...(hasKeychain() && !keytarIsBuilt() ? ['keychain'] : []),
    ...(hasDisplay() ? ['font'] : []),
  ],
  test: () => [...(keytarIsBuilt() ? [] : ['keychain']), 'secrets', 'browser', 'font', 'database'],
};

/**
 * @param {'run' | 'start' | 'test'} purpose
 * @param {(line: string) => void} say  receives the progress; not called when nothing is missing
 * @param {{ withoutKeychain?: boolean }} [options]  whether another call builds the keychain module
 * @returns {{ missing: string[] }} Debian packages that could not be installed
 * @throws when node_modules cannot be installed: nothing works without it
 */
export function setUp(purpose, say, { withoutKeychain = false } = {}) {
  const wanted = WANTED[purpose]();
  let missing = [];
  if (isDebian && wanted.length > 0) {
    missing = missingPackages(wanted);
    if (missing.length > 0) missing = installPackages(missing, say);
  }
  if (!modulesAreFresh()) installModules(say);
  if (!withoutKeychain && (purpose === 'test' || hasKeychain())) {
    const names = missing.map((need) => need.name);
    const buildable = !isDebian || names.every((name) => !['libsecret-1-dev', 'g++', 'make'].includes(name));
    if (buildable) buildKeytar(names.join(' '), say);
    else if (!keytarIsBuilt()) say('Without them the key is kept for the session only, not in the keychain.');
  }
  return { missing: missing.map((need) => need.name) };
}

/** The browser for the end-to-end tests: RAILBIRD_CHROMIUM, or the first of the usual names in PATH. */
export function findChromium() {
  const named = process.env.RAILBIRD_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  const usual = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ];
  for (const name of usual) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return undefined;
}

if (process.argv[1]?.endsWith('setup.mjs')) {
  const purpose = process.argv[2] ?? 'start';
  if (!Object.hasOwn(WANTED, purpose)) {
    process.stderr.write(`Unknown purpose "${purpose}": ${Object.keys(WANTED).join(', ')}\n`);
    process.exitCode = 2;
  } else {
    const { missing } = setUp(purpose, (line) => process.stdout.write(`${line}\n`));
    process.stdout.write(missing.length === 0 ? 'Ready.\n' : `Ready, without: ${missing.join(', ')}.\n`);
  }
}
