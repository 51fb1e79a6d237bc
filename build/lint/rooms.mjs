// Who may import whom: the rooms of the house, as an oxlint rule (`rooms/imports`).

import { builtinModules } from 'node:module';
import path from 'node:path';

const BUILTIN = new Set(builtinModules);

/**
 * @typedef {object} Room
 * @property {string[] | 'any'} rooms       the other rooms it may import
 * @property {boolean} [node]               whether it runs in Node and may use its built-in modules
 * @property {string[]} [onlyPackages]      the only packages it may import
 * @property {string[]} [withoutPackages]   packages that belong to another room
 */

/** Packages that need Node, and those that need a page. */
const OF_NODE = [
  '@duckdb/node-api',
  '@orpc/server',
  'better-sqlite3',
  'commander',
  'keytar',
  'pino',
  'rate-limiter-flexible',
  'sirv',
  'undici',
];
const OF_THE_PAGE = [
  '@orpc/tanstack-query',
  '@tanstack/react-query',
  '@tanstack/react-table',
  '@testing-library/react',
  '@testing-library/user-event',
  'react',
  'react-aria-components',
  'react-dom',
  'react-i18next',
  'zustand',
];

/** @type {Record<string, Room>} */
const ROOMS = {
  shared: {
    rooms: [],
    // commander for command-line/ alone, which only programs that run in Node import.
    onlyPackages: ['zod', '@orpc/contract', '@internationalized/date', 'commander', 'vitest', 'fast-check'],
  },
  service: { rooms: ['shared'], node: true, withoutPackages: OF_THE_PAGE },
  electron: { rooms: ['shared'], node: true, withoutPackages: OF_THE_PAGE },
  renderer: { rooms: ['shared'], withoutPackages: OF_NODE },
  build: { rooms: [], node: true, withoutPackages: OF_THE_PAGE },
  e2e: { rooms: 'any', node: true },
  bench: { rooms: 'any', node: true },
};

/** The only places that may import Electron itself: all else runs, and is tested, without it. */
const ELECTRONS_PLACES = /^electron\/(?:shell\/.*|main\.ts|preload\.ts)$/u;

/** The file that an import of ours points at, from the project's root; undefined for a package. */
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
 * What is wrong with an import.
 * @param {string} file       the importing file, from the project's root, with slashes
 * @param {string} specifier  as written
 * @returns {string | undefined} a sentence, or nothing when the import is fine
 */
export function breach(file, specifier) {
  const from = file.split('/')[0];
  const room = ROOMS[from];
  if (room === undefined) return undefined;
  const ours = target(specifier, file);
  if (ours !== undefined) {
    const to = ours.split('/')[0];
    if (to === from) return undefined;
    if (room.rooms !== 'any' && !room.rooms.includes(to)) return `${from}/ may not import ${to}/.`;
    if (to === 'shared' && !specifier.startsWith('#')) return 'Import shared/ as #shared/...';
    return undefined;
  }
  const name = packageOf(specifier);
  if (specifier.startsWith('node:') || BUILTIN.has(name))
    return room.node ? undefined : `${from}/ does not run in Node alone: no ${specifier} here.`;
  if (name === 'electron' && room.rooms !== 'any')
    return ELECTRONS_PLACES.test(file)
      ? undefined
      : 'Only electron/shell, electron/main.ts and electron/preload.ts import electron.';
  if (room.onlyPackages !== undefined && !room.onlyPackages.includes(name))
    return `${from}/ imports only ${room.onlyPackages.join(', ')}.`;
  if (room.withoutPackages?.includes(name)) return `${name} belongs to another room than ${from}/.`;
  return undefined;
}

const imports = {
  meta: { type: 'problem', docs: { description: 'keep to who may import whom' } },
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

export default { meta: { name: 'rooms' }, rules: { imports } };
