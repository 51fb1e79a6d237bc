// What a request target names.

import { expect, test } from 'vitest';
import { parseTarget } from './request-target.ts';

test.each([
  ['/v1/tra?api_key=a', '/v1/tra', ['a'], []],
  ['/v1/tra', '/v1/tra', [], []],
  ['/v1/tra?api_key=a&api_key=b', '/v1/tra', ['a', 'b'], []],
  ['/v1/tra?racekey=1&api_key=a&racekey=2&x', '/v1/tra', ['a'], ['racekey', 'x']],
  ['/v1/tra?api_key=a%2Bb+c?d', '/v1/tra', ['a+b c?d'], []],
  ['http://example.org/v1/tra?api_key=a', '/v1/tra', ['a'], []],
  ['HTTPS://example.org?api_key=a', '/', ['a'], []],
  ['', '', [], []],
])('%s', (text, path, apiKeys, otherNames) => {
  // The second time it is remembered.
  for (let time = 0; time < 2; time++) {
    expect(parseTarget(text)).toEqual({ path, query: { apiKeys, otherNames } });
  }
});

test('neither many targets nor long ones fill the memory', () => {
  const first = parseTarget('/0');
  expect(parseTarget('/0')).toBe(first);
  for (let each = 1; each <= 1_000; each++) parseTarget(`/${each}`);
  expect(parseTarget('/0')).not.toBe(first);
  const long = `/${'x'.repeat(250)}`;
  expect(parseTarget(long)).not.toBe(parseTarget(long));
});
