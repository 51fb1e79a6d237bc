// The Debian packages that a purpose needs: finds the missing ones and installs them if that is allowed.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * @typedef {object} Need
 * @property {string} name      the package to install
 * @property {string[]} [or]    packages that serve as well
 * @property {string} why       what it is for
 * @property {{ path: string, text: string }} [meanwhile]  a file that exists only during the installation
 */

/** @type {Record<'keychain' | 'font' | 'browser' | 'secrets' | 'database', Need[]>} */
const NEEDS = {
  keychain: [
    { name: 'libsecret-1-dev', why: 'to build the keychain module' },
    { name: 'g++', why: 'to build the keychain module' },
    { name: 'make', why: 'to build the keychain module' },
    { name: 'python3', why: 'to build the keychain module' },
  ],
  font: [
    {
      name: 'fonts-noto-cjk',
      or: ['fonts-ipafont-gothic', 'fonts-vlgothic', 'fonts-takao-gothic', 'fonts-ipaexfont-gothic'],
      why: 'a Japanese font',
    },
  ],
  secrets: [
    { name: 'gnome-keyring', why: 'the secret service that the keychain is tested against' },
    { name: 'dbus', why: 'a session bus for it' },
  ],
  database: [
    {
      name: 'postgresql',
      or: ['postgresql-15', 'postgresql-16', 'postgresql-17', 'postgresql-18'],
      why: "the database that the service's second store is tested against",
      // Debian's package creates and starts a server at once; the tests start their own.
      meanwhile: {
        path: '/etc/postgresql-common/createcluster.d/railbird.conf',
        text: 'create_main_cluster = false',
      },
    },
  ],
  browser: [
    {
      // Without the parts of a browser that no test looks at, it takes a seventh less time.
      name: 'chromium-headless-shell',
      or: ['chromium', 'google-chrome-stable'],
      why: 'the browser of the end-to-end tests',
    },
  ],
};

export const isDebian = process.platform === 'linux' && existsSync('/usr/bin/dpkg-query');

/**
 * The packages still missing for these groups of needs.
 * @param {(keyof typeof NEEDS)[]} groups
 * @returns {Need[]}
 */
export function missingPackages(groups) {
  const needs = groups.flatMap((group) => NEEDS[group]);
  const names = needs.flatMap((need) => [need.name, ...(need.or ?? [])]);
  const query = spawnSync('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...names], {
    encoding: 'utf8',
  });
  const installed = new Set(
    query.stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return needs.filter((need) => ![need.name, ...(need.or ?? [])].some((name) => installed.has(name)));
}

/** The command prefix for apt-get: empty as root, sudo if it needs no password, otherwise null. */
function privilege() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

/**
 * Installs packages if this user may; otherwise prints the command for it.
 * @param {Need[]} needs
 * @param {(line: string) => void} say
 * @param {string[] | null} before  the words in front of apt-get; null if this user may not call it
 * @returns {Need[]} the packages that are still missing
 */
export function installPackages(needs, say, before = privilege()) {
  const names = needs.map((need) => need.name);
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;
  if (before === null) {
    for (const need of needs) say(`missing: ${need.name} (${need.why})`);
    say(`Install with: ${byHand}`);
    return needs;
  }
  const may = (...words) => {
    const [command, ...args] = [...before, ...words];
    return spawnSync(command, args, { encoding: 'utf8' });
  };
  const apt = (...options) => may('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options);
  say(`Installing ${names.join(', ')} ...`);
  const update = apt('update', '-q');
  const isKnown = (name) => may('apt-cache', 'show', name).status === 0;
  const known = needs.map((need) => [need.name, ...(need.or ?? [])].find(isKnown) ?? need.name);
  const meanwhile = needs.flatMap((need) => need.meanwhile ?? []);
  for (const { path, text } of meanwhile) may('sh', '-c', WRITE, 'sh', path, text);
  const install = apt(
    'install',
    '-q',
    '-y',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=120',
    ...known,
  );
  for (const { path } of meanwhile) may('rm', '-f', path);
  if (install.status !== 0) {
    if (update.status !== 0) say(`apt-get update failed: ${lastLines(update.stderr)}`);
    say(`apt-get install failed: ${lastLines(install.stderr)}`);
    say(`By hand: ${byHand}`);
  }
  const gone = new Set(names);
  return missingPackages(Object.keys(NEEDS)).filter((need) => gone.has(need.name));
}

const WRITE = 'mkdir -p "$(dirname "$1")" && printf "%s\\n" "$2" >"$1"';

const lastLines = (text) => (text ?? '').trim().split('\n').slice(-4).join('\n');
