// When node_modules is stale and when it is not: a needless `npm ci` costs every start twenty seconds.

import { expect, test } from 'vitest';
import { isFresh } from './modules.mjs';

const wanted = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', optional: true },
};

test('packages installed as locked are fresh, with or without the optional ones', () => {
  expect(isFresh(wanted, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
  const both = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } };
  expect(isFresh(wanted, both)).toBe(true);
});

test('nothing installed, a package absent or another version is stale', () => {
  expect(isFresh(wanted, undefined)).toBe(false);
  expect(isFresh(wanted, {})).toBe(false);
  expect(isFresh(wanted, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
  const otherOptional = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } };
  expect(isFresh(wanted, otherOptional)).toBe(false);
});

test('packages that are no longer required do not make it stale', () => {
  const more = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/old': { version: '1.0.0' } };
  expect(isFresh(wanted, more)).toBe(true);
});
