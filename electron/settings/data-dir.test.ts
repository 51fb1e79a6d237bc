import { expect, test } from 'vitest';
import { dataDirOf } from './data-dir.ts';

test.each([
  ['linux', {}, '/home/u/.local/share/railbird'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/railbird'],
  ['darwin', {}, '/home/u/Library/Application Support/Railbird'],
  ['linux', { RAILBIRD_DATA_DIR: '/elsewhere', XDG_DATA_HOME: '/data' }, '/elsewhere'],
])('%s with %o keeps its files in %s', (platform, env, expected) => {
  expect(dataDirOf({ platform, homeDir: '/home/u', env })).toBe(expected);
});
