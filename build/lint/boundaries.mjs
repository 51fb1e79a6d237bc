// Which folder may import which, as an oxlint rule (`boundaries/imports`).

import { builtinModules } from 'node:module';
import path from 'node:path';

const BUILTIN = new Set(builtinModules);

/**
 * @typedef {object} Folder
 * @property {string[] | 'any'} folders     the other folders it may import
 * @property {boolean} [node]               whether it runs in Node and may use its built-in modules
 * @property {string[]} [onlyPackages]      the only packages it may import
 * @property {string[]} [withoutPackages]   packages that belong to another folder
 */

/** Packages that need Node, and those that need a page. */
const OF_NODE = [
  '@duckdb/node-api',
  '@orpc/server',
  'better-sqlite3',
  'commander',
  'keytar',
  'pino',
  'sirv',
  'undici',
  'ws',
];
const OF_THE_PAGE = [
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-sql',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  '@orpc/tanstack-query',
  '@tanstack/react-query',
  '@tanstack/react-table',
  '@testing-library/react',
  '@testing-library/user-event',
  'react',
  'react-aria-components',
  'react-dom',
  'zustand',
];

/** @type {Record<string, Folder>} */
const FOLDERS = {
  shared: {
    folders: [],
    // commander is for command-line/ alone, which only programs in Node import.
    onlyPackages: [
      'zod',
      '@orpc/contract',
      '@internationalized/date',
      'commander',
      'wanakana',
      'vitest',
      'fast-check',
    ],
  },
  service: { folders: ['shared'], node: true, withoutPackages: OF_THE_PAGE },
  electron: { folders: ['shared'], node: true, withoutPackages: OF_THE_PAGE },
  renderer: { folders: ['shared'], withoutPackages: OF_NODE },
  build: { folders: [], node: true, withoutPackages: OF_THE_PAGE },
  e2e: { folders: 'any', node: true },
  bench: { folders: 'any', node: true },
};

/** The only files that may import Electron: everything else runs and is tested without it. */
const ELECTRON_FILES = /^electron\/(?:shell\/.*|main\.ts|preload\.ts)$/u;

/** The project file that an import points at, relative to the root; undefined for a package. */
function target(specifier, file) {
  if (specifier.startsWith('#shared/')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return undefined;
}

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Checks one import against the boundaries.
 * @param {string} file       the importing file, relative to the root, with slashes
 * @param {string} specifier  as written
 * @returns {string | undefined} the problem as a sentence; undefined when the import is allowed
 */
export function breach(file, specifier) {
  const from = file.split('/')[0];
  const folder = FOLDERS[from];
  if (folder === undefined) return undefined;
  const projectFile = target(specifier, file);
  if (projectFile !== undefined) {
    const to = projectFile.split('/')[0];
    if (to === from) return undefined;
    if (folder.folders !== 'any' && !folder.folders.includes(to)) return `${from}/ may not import ${to}/.`;
    if (to === 'shared' && !specifier.startsWith('#')) return 'Import shared/ as #shared/...';
    return undefined;
  }
  const name = packageOf(specifier);
  if (specifier.startsWith('node:') || BUILTIN.has(name))
    return folder.node ? undefined : `${from}/ does not run in Node alone: no ${specifier} here.`;
  if (name === 'electron' && folder.folders !== 'any')
    return ELECTRON_FILES.test(file)
      ? undefined
      : 'Only electron/shell, electron/main.ts and electron/preload.ts import electron.';
  if (folder.onlyPackages !== undefined && !folder.onlyPackages.includes(name))
    return `${from}/ imports only ${folder.onlyPackages.join(', ')}.`;
  if (folder.withoutPackages?.includes(name)) return `${name} belongs to another folder than ${from}/.`;
  return undefined;
}

const imports = {
  meta: { type: 'problem', docs: { description: 'keep to the imports that each folder is allowed' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const message = breach(file, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      CallExpression: (node) => {
        if (node.callee.type === 'Identifier' && node.callee.name === 'require') check(node.arguments[0]);
      },
    };
  },
};

export default { meta: { name: 'boundaries' }, rules: { imports } };
