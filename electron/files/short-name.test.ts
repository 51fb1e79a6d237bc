import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test.each([
  ['a short name', 'a short name'],
  ['a'.repeat(181), 'a'.repeat(180)],
  ['あ'.repeat(80), 'あ'.repeat(60)],
  // Two code units that are one character, and two characters that are seen as one.
  [`${'あ'.repeat(59)}a𠮷`, `${'あ'.repeat(59)}a`],
  [`${'あ'.repeat(59)}か\u3099`, 'あ'.repeat(59)],
])('%s is cut to what a file can be called, in whole characters', (name, short) => {
  expect(shortName(name)).toBe(short);
});
