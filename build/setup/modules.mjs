// node_modules: installed from the lock file when missing or stale; the keychain module is built separately.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, notes, readJson, root } from './project.mjs';

const KEYTAR = inProject('node_modules', 'keytar');
const KEYTAR_BINARY = path.join(KEYTAR, 'build', 'Release', 'keytar.node');
const DAY = 24 * 60 * 60_000;

/**
 * Whether the installed packages match the lock file. Optional packages (other platforms, keytar if it could not be
 * built) may be absent; leftover packages do no harm.
 * @param {Record<string, { version?: string, optional?: boolean }> | undefined} wanted     the lock file's packages
 * @param {Record<string, { version?: string }> | undefined} installed  those of npm's own record of its work
 */
export function isFresh(wanted, installed) {
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

export const modulesAreFresh = () =>
  isFresh(
    readJson(inProject('package-lock.json'))?.packages,
    readJson(inProject('node_modules', '.package-lock.json'))?.packages,
  );

/**
 * Runs `npm ci` without install scripts (.npmrc); buildKeytar() runs the only one that is needed.
 * @param {(line: string) => void} say
 * @throws when npm fails
 */
export function installModules(say) {
  say('Installing packages (npm ci) ...');
  const result = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result.status !== 0) throw new Error(`npm ci failed.\n${result.stderr}${result.stdout}`);
}

export const keytarIsBuilt = () => existsSync(KEYTAR_BINARY);

/**
 * Builds the keychain module. A failure is remembered for a day, or until something it depends on changes, so
 * that a machine without compilers does not try again at every start; the app then keeps the key for the session only.
 * @param {string} circumstances  what the outcome depends on, e.g. the packages still missing
 * @param {(line: string) => void} say
 * @returns {boolean} whether the module is there
 */
export function buildKeytar(circumstances, say) {
  if (keytarIsBuilt()) return true;
  if (!existsSync(KEYTAR)) return false;
  const note = path.join(notes, 'keytar-failed');
  const attempt = `${circumstances}\n${process.version}`;
  const recent = existsSync(note) && Date.now() - statSync(note).mtimeMs < DAY;
  if (recent && readFileSync(note, 'utf8') === attempt) return false;
  say('Building the keychain module (keytar) ...');
  const headers = path.resolve(path.dirname(process.execPath), '..');
  const ownHeaders = existsSync(path.join(headers, 'include', 'node', 'node_api.h'));
  const result = npm([
    'rebuild',
    'keytar',
    '--ignore-scripts=false',
    ...(ownHeaders ? [`--nodedir=${headers}`] : []),
  ]);
  if (keytarIsBuilt()) return true;
  mkdirSync(notes, { recursive: true });
  writeFileSync(note, attempt);
  writeFileSync(path.join(notes, 'keytar.log'), `${result.stdout}\n${result.stderr}`);
  say('The keychain module could not be built: the key will be kept for the session only.');
  say(`The reason is in ${path.relative(root, path.join(notes, 'keytar.log'))}.`);
  return false;
}

/**
 * npm as it was started, so that a private npm or Node is used again.
 * @param {string[]} args
 * @param {string} [cwd]
 */
export function npm(args, cwd = root) {
  const own = process.env.npm_execpath;
  const options = { cwd, encoding: 'utf8', env: bareEnvironment(), timeout: 10 * 60_000 };
  return own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** The settings that the calling npm hands down (`npm run -s`, --ignore-scripts) are not for the inner one. */
function bareEnvironment() {
  const env = { ...process.env };
  for (const name of ['npm_config_ignore_scripts', 'npm_config_loglevel', 'npm_config_user_agent'])
    delete env[name];
  return { ...env, npm_config_engine_strict: 'false', npm_config_update_notifier: 'false' };
}
