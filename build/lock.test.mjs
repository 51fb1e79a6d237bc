// The lock file holds every platform's binding, whatever the registry at hand mirrors.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingBindings, platformOf } from './lock.mjs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

test('no optional package of another platform is missing', () => {
  expect(missingBindings(lock.packages)).toEqual({});
});

test('no registry host is in it', () => {
  const places = Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined);
  expect(places).toEqual([]);
});

test.each([
  ['@oxlint/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@oxlint/binding-linux-x64-gnu', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
  ['@oxlint/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@duckdb/node-bindings-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['fsevents', undefined],
])('the platform of %s is read from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});
