import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { durations, touchedTests, withinBudget } from './touched.ts';

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

it('knows how long a test file took here, beside what else Vitest keeps', () => {
  const cache = mkdtempSync(join(tmpdir(), 'railbird-touched-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  expect(durations(cache)).toEqual(new Map());
  expect(durations(join(cache, 'gone'))).toEqual(new Map());
  writeFileSync(join(cache, 'CACHEDIR.TAG'), '');
  mkdirSync(join(cache, 'da39'));
  const files = { 'shared/a.test.ts': { failed: false, duration: 1200 } };
  writeFileSync(join(cache, 'da39', 'results.json'), JSON.stringify({ projects: { shared: { files } } }));
  expect(durations(cache)).toEqual(new Map([['shared/a.test.ts', 1200]]));
});

it('leaves out what takes longer than is left, and goes on with what is farther', () => {
  const ms: Readonly<Record<string, number>> = { near: 50_000, long: 20_000, far: 10_000, last: 1 };
  expect(withinBudget(Object.keys(ms), (file) => ms[file] ?? 0)).toEqual(['near', 'far']);
});
