import { expect, it } from 'vitest';
import { touchedTests } from './touched.ts';

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'a.ts': [],
  'a.test.ts': ['a.ts'],
  'b.ts': ['a.ts'],
  'b.test.ts': ['b.ts'],
  'c.ts': [],
  'c.test.ts': ['c.ts'],
};
const touched = (...changed: readonly string[]) =>
  touchedTests(Object.keys(IMPORTS), changed, (file) => IMPORTS[file] ?? []);

it('names the tests that import a changed file, those that import it directly first', () => {
  expect(touched('a.ts')).toEqual(['a.test.ts', 'b.test.ts']);
  expect(touched('b.ts')).toEqual(['b.test.ts']);
});

it('names a changed test itself, and nothing for deleted files or files without importers', () => {
  expect(touched('c.test.ts')).toEqual(['c.test.ts']);
  expect(touched('gone.ts', 'b.test.ts')).toEqual(['b.test.ts']);
  expect(touched('README.md')).toEqual([]);
});
