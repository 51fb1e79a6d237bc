import { expect, test } from 'vitest';
import { dataDirOf } from './data-dir.ts';

const usual = { platform: 'linux', homeDir: '/home/u', env: {}, folder: '/here', given: undefined };

test.each([
  ['linux', {}, '/home/u/.local/share/railbird'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/railbird'],
  ['darwin', {}, '/home/u/Library/Application Support/Railbird'],
  ['linux', { RAILBIRD_DATA_DIR: '/elsewhere', XDG_DATA_HOME: '/data' }, '/elsewhere'],
])('%s with %o keeps its files in %s', (platform, env, expected) => {
  expect(dataDirOf({ ...usual, platform, env })).toBe(expected);
});

test.skipIf(process.platform === 'win32').each([
  ['/a/../b/', '/b'],
  ['data', '/here/data'],
  ['.', '/here'],
  ['~', '/home/u'],
  ['~/racing', '/home/u/racing'],
  ['./~/racing', '/here/~/racing'],
  ['~tilde', '/here/~tilde'],
])('a folder named %s is %s, by the option and by the variable', (named, expected) => {
  expect(dataDirOf({ ...usual, given: named })).toBe(expected);
  expect(dataDirOf({ ...usual, env: { RAILBIRD_DATA_DIR: named } })).toBe(expected);
});

test('what is given comes before the variable', () => {
  expect(dataDirOf({ ...usual, given: '/given', env: { RAILBIRD_DATA_DIR: '/there' } })).toBe('/given');
});
