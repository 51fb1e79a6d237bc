// Completes the lock files after a dependency was added or updated: `node build/lock.mjs`.
//
// npm omits optional packages of other platforms from a lock file if the current registry lacks that version. `npm ci`
// refuses such a file, and an entry added by hand, without a hash, would make it install whatever a registry returns.
// So this script has npm resolve the missing entries, and fails for a version that lacks a platform.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from './setup/modules.mjs';
import { inProject } from './setup/project.mjs';

/**
 * An entry of a lock file, with the properties used here.
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [link]       a folder of the project itself
 * @property {boolean} [inBundle]   comes inside its parent, whose hash covers it
 * @property {boolean} [dev]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * A package to fetch from the registry: its place in the lock file, its name and version.
 * @typedef {{ place: string, name: string, version: string, dev: boolean }} Wanted
 */

export const LOCK_FILES = [
  'package-lock.json',
  'build/desktop/package-lock.json',
  'bench/grid/peers/package-lock.json',
];

/**
 * What a lock file lacks: entries without a hash, and optional packages that have no entry.
 * @param {Record<string, Entry>} packages
 * @returns {Wanted[]}
 */
export function lacking(packages) {
  const found = new Map();
  for (const [place, entry] of Object.entries(packages)) {
    const { version = '', dev = false } = entry;
    if (place !== '' && !entry.integrity && !entry.link && !entry.inBundle) {
      found.set(place, {
        place,
        name: place.slice(place.lastIndexOf(MODULES) + MODULES.length),
        version,
        dev,
      });
    }
    for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
      const own = `${place === '' ? '' : `${place}/`}${MODULES}${name}`;
      const shared = `${MODULES}${name}`;
      // npm chooses the version unless it is exact.
      if (own in packages || shared in packages || !/^\d[^ |]*$/u.test(wanted)) continue;
      found.set(shared, { place: shared, name, version: wanted, dev });
    }
  }
  return [...found.values()];
}

const MODULES = 'node_modules/';

/**
 * The entries for what a lock file lacks, as npm writes them.
 * @param {Wanted[]} wanted
 * @returns {Record<string, Entry>} without those that the registry does not have
 */
function entriesOf(wanted) {
  const folder = mkdtempSync(path.join(tmpdir(), 'railbird-lock-'));
  try {
    copyFileSync(inProject('.npmrc'), path.join(folder, '.npmrc'));
    // Under separate names, because a lock file may contain several versions of one package.
    const optionalDependencies = Object.fromEntries(
      wanted.map(({ name, version }, at) => [`wanted-${at}`, `npm:${name}@${version}`]),
    );
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, optionalDependencies }));
    const result = npm(['install', '--package-lock-only', '--no-audit', '--no-fund'], folder);
    if (result.status !== 0) throw new Error(`npm failed.\n${result.stderr}${result.stdout}`);
    const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
    return Object.fromEntries(
      wanted.flatMap(({ place, dev }, at) => {
        const { name: _, ...entry } = packages[`${MODULES}wanted-${at}`] ?? {};
        return entry.integrity ? [[place, { ...entry, ...(dev && { dev }) }]] : [];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function complete(file) {
  const lock = JSON.parse(readFileSync(inProject(file), 'utf8'));
  const wanted = lacking(lock.packages);
  if (wanted.length === 0) return;
  const found = entriesOf(wanted);
  const entries = Object.entries({ ...lock.packages, ...found });
  lock.packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(inProject(file), `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${file}: ${Object.keys(found).length} packages completed\n`);
  const absent = wanted.filter(({ place }) => !(place in found));
  if (absent.length === 0) return;
  const names = absent.map(({ name, version }) => `  ${name}@${version}`).join('\n');
  process.stderr.write(
    `${file}: the registry does not have\n${names}\nPin a version in package.json that it has for every platform.\n`,
  );
  process.exitCode = 1;
}

if (import.meta.main ?? process.argv[1]?.endsWith('lock.mjs')) for (const file of LOCK_FILES) complete(file);
