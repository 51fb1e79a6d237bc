// Missing packages on Debian, with stand-ins for dpkg-query and apt-get that keep their state in a folder.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installPackages, missingPackages } from './debian.mjs';

let folder;

/** A command of that name, first in PATH. */
function standIn(name, script) {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
}

const installed = (...names) => names.map((name) => `${name} installed\n`).join('');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'railbird-debian-'));
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
  standIn('dpkg-query', `cat "${folder}/installed"`);
  standIn('apt-cache', 'exit 0');
  standIn(
    'apt-get',
    `echo "$@" >>"${folder}/calls"; [ "$1" = update ] || cp "${folder}/after" "${folder}/installed"`,
  );
  writeFileSync(path.join(folder, 'installed'), installed('dbus') + 'chromium config-files\n');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const names = (needs) => needs.map((need) => need.name);

test('a package that was removed but left its settings is missing', () => {
  expect(names(missingPackages(['secrets', 'browser']))).toEqual([
    'gnome-keyring',
    'chromium-headless-shell',
  ]);
});

test('another Japanese font is accepted as well', () => {
  expect(names(missingPackages(['font']))).toEqual(['fonts-noto-cjk']);
  writeFileSync(path.join(folder, 'installed'), installed('fonts-ipafont-gothic'));
  expect(missingPackages(['font'])).toEqual([]);
});

test('a user who may install gets the missing packages, and a list of those still missing', () => {
  writeFileSync(path.join(folder, 'after'), installed('dbus', 'gnome-keyring'));
  const lines = [];
  const left = installPackages(missingPackages(['secrets', 'browser']), (line) => lines.push(line), []);
  expect(names(left)).toEqual(['chromium-headless-shell']);
  const calls = readFileSync(path.join(folder, 'calls'), 'utf8');
  expect(calls).toMatch(/^update/u);
  expect(calls).toMatch(/^install .*gnome-keyring chromium-headless-shell$/mu);
});

test('a package that this Debian does not have gives way to the next that serves', () => {
  standIn('apt-cache', '[ "$2" != chromium-headless-shell ]');
  writeFileSync(path.join(folder, 'after'), installed('chromium'));
  expect(installPackages(missingPackages(['browser']), () => {}, [])).toEqual([]);
  expect(readFileSync(path.join(folder, 'calls'), 'utf8')).toMatch(/^install .* chromium$/mu);
});

test('an update that fails does not stop the installation', () => {
  standIn('apt-get', `[ "$1" = update ] && exit 100; cp "${folder}/after" "${folder}/installed"`);
  writeFileSync(path.join(folder, 'after'), installed('dbus', 'gnome-keyring'));
  expect(installPackages(missingPackages(['secrets']), () => {}, [])).toEqual([]);
});

test('a user who may not install gets the exact command, and nothing is called', () => {
  const lines = [];
  const left = installPackages(missingPackages(['secrets']), (line) => lines.push(line), null);
  expect(names(left)).toEqual(['gnome-keyring']);
  expect(lines.join('\n')).toContain('sudo apt-get install -y --no-install-recommends gnome-keyring');
  expect(existsSync(path.join(folder, 'calls'))).toBe(false);
});

test('installing PostgreSQL creates no server: the setting for Debian exists meanwhile, and is removed afterwards', () => {
  standIn('mkdir', 'true');
  standIn('sh', `echo "$4: $5" >>"${folder}/written"; touch "${folder}/meanwhile"`);
  standIn('rm', `echo "$2" >>"${folder}/removed"; /bin/rm "${folder}/meanwhile"`);
  standIn('apt-cache', 'exit 0');
  standIn(
    'apt-get',
    `[ "$1" = update ] && exit 0; [ -e "${folder}/meanwhile" ] && cp "${folder}/after" "${folder}/installed"`,
  );
  writeFileSync(path.join(folder, 'after'), installed('postgresql'));
  expect(installPackages(missingPackages(['database']), () => {}, [])).toEqual([]);
  const file = '/etc/postgresql-common/createcluster.d/railbird.conf';
  expect(readFileSync(path.join(folder, 'written'), 'utf8')).toBe(`${file}: create_main_cluster = false\n`);
  expect(readFileSync(path.join(folder, 'removed'), 'utf8')).toBe(`${file}\n`);
});
