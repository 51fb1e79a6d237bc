// Packages with native modules: no bundle can hold them, so whatever is built leaves them outside, and whatever is
// packaged takes these of their files along.

import { builtinModules } from 'node:module';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../setup/project.mjs';

const platform = `${process.platform}-${process.arch}`;

/**
 * @typedef {object} NativePackage
 * @property {string} name
 * @property {string[]} files       what is needed of it when it runs, and its license
 * @property {boolean} [optional]   it may be absent; the program then does without it as it does in the project
 */

/** @type {NativePackage[]} */
const PACKAGES = [
  { name: '@duckdb/node-bindings', files: ['package.json', 'LICENSE', 'duckdb.js'] },
  { name: `@duckdb/node-bindings-${platform}`, files: ['.'] },
  {
    name: 'better-sqlite3',
    files: ['package.json', 'LICENSE', 'lib', `prebuilds/${platform}.node`],
  },
  {
    name: 'keytar',
    files: ['package.json', 'LICENSE.md', 'lib', 'build/Release/keytar.node'],
    optional: true,
  },
];

/** Of all of them; the optional ones may be absent. */
export const NATIVE_NAMES = PACKAGES.map(({ name }) => name);

/** Names that stay imports in what is built; pg-native is asked for by `pg`, which does without it. */
const OUTSIDE = ['@duckdb/node-bindings', 'better-sqlite3', 'keytar', 'pg-native'];

/** @param {string} id  what is imported */
export const isOutside = (id) =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`) || id.startsWith(`${name}-`));

/**
 * Copies what the native packages need into a `node_modules`.
 * @param {string} modules  that folder
 * @throws when one that is not optional is absent
 */
export function copyNativePackages(modules) {
  for (const { name, files, optional } of PACKAGES) {
    const source = inProject('node_modules', name);
    const missing = files.find((file) => !existsSync(path.join(source, file)));
    if (missing !== undefined) {
      if (optional) continue;
      throw new Error(`${name} has no ${missing} here: run "npm ci", and package on the platform it is for.`);
    }
    for (const file of files)
      cpSync(path.join(source, file), path.join(modules, name, file), { recursive: true });
  }
}
