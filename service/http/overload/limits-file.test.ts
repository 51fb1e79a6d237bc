// Limits from a file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { DEFAULT_CONNECTION_LIMITS } from './connection-limits.ts';
import { readLimitsFile } from './limits-file.ts';
import { DEFAULT_SHEDDING } from './shedding.ts';

const USUAL = { limits: DEFAULT_LIMITS, shedding: DEFAULT_SHEDDING, bounds: DEFAULT_CONNECTION_LIMITS };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'railbird-figures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (text: string) => {
  const file = join(folder, 'limits.json');
  writeFileSync(file, text);
  return readLimitsFile(file, USUAL);
};

test('what a file does not name stays usual', () => {
  expect(read('{}')).toEqual(USUAL);
  const user = { perSecond: 100, burst: 200 };
  expect(read(JSON.stringify({ user, shedding: { underWay: 9 }, connections: { address: 7 } }))).toEqual({
    limits: { ...DEFAULT_LIMITS, user },
    bounds: { ...DEFAULT_CONNECTION_LIMITS, connectionsOfAddress: 7 },
    shedding: { ...DEFAULT_SHEDDING, underWay: 9 },
  });
});

test.each([
  ['', 'JSON'],
  ['[]', 'expected object'],
  ['{"users":1}', 'users'],
  ['{"inFlight":0}', 'inFlight'],
  ['{"user":{"perSecond":"5","burst":1}}', 'perSecond'],
])('%s is refused with what is wrong', (text, word) => {
  expect(() => read(text)).toThrow(word);
});

test('a file that is not there is refused', () => {
  expect(() => readLimitsFile(join(folder, 'none.json'), USUAL)).toThrow('none.json');
});
