// What is installed is what was locked: every package of every platform has its hash, whatever registry it comes from.

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCK_FILES, lacking } from './lock.mjs';
import { inProject, root } from './setup/project.mjs';

test('every lock file of the project is checked', () => {
  const there = globSync('**/package-lock.json', { cwd: root, exclude: ['**/node_modules', 'dist'] });
  expect(there.toSorted()).toEqual(LOCK_FILES.toSorted());
});

describe.each(LOCK_FILES)('%s', (file) => {
  const { packages } = JSON.parse(readFileSync(inProject(file), 'utf8'));
  const entries = Object.entries(packages).filter(([place]) => place !== '');

  test('lacks no hash and no optional package (else: node build/lock.mjs)', () => {
    expect(lacking(packages)).toEqual([]);
  });

  test('has no hash weaker than SHA-512', () => {
    const weak = entries.filter(([, { integrity = 'sha512-' }]) => !/^sha512-[\w+/=]*$/u.test(integrity));
    expect(weak.map(([place]) => place)).toEqual([]);
  });

  test('names no registry', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

const HASH = { integrity: 'sha512-x' };

test('a package without a hash is found, nested and scoped ones too', () => {
  expect(
    lacking({
      '': {},
      'node_modules/a': { version: '1.0.0', ...HASH },
      'node_modules/b': { version: '2.0.0', dev: true },
      'node_modules/a/node_modules/@c/d': { version: '3.0.0' },
    }),
  ).toEqual([
    { place: 'node_modules/b', name: 'b', version: '2.0.0', dev: true },
    { place: 'node_modules/a/node_modules/@c/d', name: '@c/d', version: '3.0.0', dev: false },
  ]);
});

test('a folder of the project, and packages bundled in another one, need no hash', () => {
  expect(
    lacking({ 'node_modules/a': { link: true }, 'node_modules/b/node_modules/c': { inBundle: true } }),
  ).toEqual([]);
});

test('an optional package without an entry is found at the version that its parent pins', () => {
  const optionalDependencies = { '@a/linux-x64': '1.0.0-r.1', '@a/win32-x64': '1.0.0-r.1', loose: '^2.0.0' };
  expect(
    lacking({
      '': { optionalDependencies: { own: '4.0.0' } },
      'node_modules/a': { version: '1.0.0', dev: true, ...HASH, optionalDependencies },
      'node_modules/@a/linux-x64': { version: '1.0.0-r.1', ...HASH },
    }),
  ).toEqual([
    { place: 'node_modules/own', name: 'own', version: '4.0.0', dev: false },
    { place: 'node_modules/@a/win32-x64', name: '@a/win32-x64', version: '1.0.0-r.1', dev: true },
  ]);
});
