// Electron's process refuses memory that a native module owns as a buffer ("external buffers", forbidden by V8's memory
// cage): such a call fails there and works in Node, so that no other test would notice.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../setup/project.mjs';

const FORBIDDEN = ['napi_create_external_buffer', 'napi_create_external_arraybuffer'];

/** The functions of Node's that Electron forbids and the module names. */
const forbiddenIn = (file) => {
  const bytes = readFileSync(file);
  return FORBIDDEN.filter((name) => bytes.includes(name));
};

/** The native packages, by the package that the code imports; keytar is absent where nothing can compile it. */
const NATIVE = {
  '@duckdb/node-api': '@duckdb/node-bindings-*/duckdb.node',
  keytar: 'keytar/build/Release/keytar.node',
  'better-sqlite3': `better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
};

const modulesOf = (name) =>
  globSync(NATIVE[name], { cwd: inProject('node_modules') }).map((file) => inProject('node_modules', file));

const appCode = globSync('{electron,shared}/**/*.ts', { cwd: inProject() })
  .filter((file) => !file.endsWith('.test.ts') && !file.split(path.sep).includes('testing'))
  .map((file) => readFileSync(inProject(file), 'utf8'))
  .join('\n');
const loaded = Object.keys(NATIVE).filter((name) => appCode.includes(`'${name}'`));

test('the app loads DuckDB and keytar into Electron, and SQLite only into the service', () => {
  expect(loaded).toEqual(['@duckdb/node-api', 'keytar']);
});

test('the native modules that Electron loads make no external buffers', () => {
  expect(modulesOf('@duckdb/node-api')).not.toEqual([]);
  for (const file of loaded.flatMap(modulesOf)) expect([file, forbiddenIn(file)]).toEqual([file, []]);
});

test('a module that makes them is found', () => {
  expect(modulesOf('better-sqlite3').map(forbiddenIn)).toEqual([['napi_create_external_buffer']]);
});
