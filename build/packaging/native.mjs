// Packages with native modules: bundles cannot contain them, so builds leave them outside, and packages include these
// of their files.

import { builtinModules } from 'node:module';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../setup/project.mjs';

const platform = `${process.platform}-${process.arch}`;

/**
 * @typedef {object} NativePackage
 * @property {string} name
 * @property {string[]} files       the files that it needs at run time, and its license
 * @property {boolean} [optional]   it may be absent; the program then works without it, as it does in the project
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

/** The files of all of them; the optional ones may be absent. */
export const NATIVE_NAMES = PACKAGES.map(({ name }) => name);

/** Names that remain imports in the build output; `pg` tries to load pg-native and works without it. */
const OUTSIDE = ['@duckdb/node-bindings', 'better-sqlite3', 'keytar', 'pg-native'];

/** @param {string} id  the imported name */
export const isOutside = (id) =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`) || id.startsWith(`${name}-`));

/**
 * Copies the files of the native packages into a `node_modules`.
 * @param {string} modules  that folder
 * @throws if a required package is absent
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
