// The parts of mutation testing that its figures depend on: the set of mutants, the tests run for each, those listed as
// equivalent, and that a sample is drawn and not chosen.

import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AREAS, type Area } from './areas.ts';
import { equivalentsOf } from './equivalent.ts';
import { importGraph } from './import-graph.ts';
import { instrument } from './mutants.ts';
import { reaching } from './reached.ts';
import { score, tableOf } from './report.ts';
import { sample } from './sample.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'railbird-mutation-test-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): string {
  const place = path.join(root, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  return file;
}

describe('mutants', () => {
  it('are identified by file, line and change, and leave out log lines and strings', async () => {
    const file = write(
      'electron/a.ts',
      [
        'export function isFresh(age: number, log: { warn: (text: string) => void }): boolean {',
        "  log.warn(age > 3 ? 'old' : 'new');",
        '  return age <= 7;',
        '}',
      ].join('\n'),
    );
    const { mutants, sources } = await instrument(root, [file], false);
    expect(mutants.map(({ line, change }) => `${line} ${change}`)).toEqual([
      expect.stringMatching(/^1 \{.*\} -> \{\}$/u),
      '3 age <= 7 -> true',
      '3 age <= 7 -> false',
      '3 age <= 7 -> age < 7',
      '3 age <= 7 -> age > 7',
    ]);
    expect(mutants[1]).toMatchObject({ file, code: 'return age <= 7;', kind: 'ConditionalExpression' });
    expect(sources.get(file)).toContain('railbirdMutation');
    expect((await instrument(root, [file], true)).mutants.length).toBe(mutants.length);
  });
});

describe('the tests that relate to a file', () => {
  it('import it in any number of steps, in workers too, and are measured again once one of these files changes', () => {
    const files = [
      write('shared/day.ts', 'export const DAY = 1;'),
      write('electron/worker.ts', "import { DAY } from '#shared/day.ts';\nvoid DAY;"),
      write('electron/thread.ts', "new Worker(new URL('./worker.ts', import.meta.url));"),
      write('electron/thread.test.ts', "import './thread.ts';"),
      write('electron/other.test.ts', "import { it } from 'vitest';"),
    ];
    const graph = importGraph(root, files);
    expect(graph.needs('electron/thread.test.ts')).toContain('shared/day.ts');
    expect(graph.needs('electron/other.test.ts')).not.toContain('shared/day.ts');
    const before = graph.fingerprint('electron/thread.test.ts');
    const other = graph.fingerprint('electron/other.test.ts');
    write('shared/day.ts', 'export const DAY = 2;');
    const after = importGraph(root, files);
    expect(after.fingerprint('electron/thread.test.ts')).not.toBe(before);
    expect(after.fingerprint('electron/other.test.ts')).toBe(other);
  });
});

describe('for one mutant', () => {
  const durations = { a: 100, b: 2000 };
  const tests = [
    {
      test: 'slow.test.ts',
      duration: 3000,
      isWhole: true,
      durations,
      reached: { 7: ['a'], 8: ['a', 'b'], 9: [''] },
    },
    { test: 'quick.test.ts', duration: 500, isWhole: true, durations: { c: 10 }, reached: { 8: ['c'] } },
    {
      test: 'part.test.ts',
      duration: 900,
      isWhole: false,
      durations: { d: 10 },
      reached: { 5: ['e'], 6: [''] },
    },
  ];

  it('only the tests that reach it are run, the quickest file first', () => {
    expect(reaching(tests, '7')).toEqual([{ test: 'slow.test.ts', only: ['a'], duration: 1000 }]);
    expect(reaching(tests, '8').map(({ test, only }) => [test, only])).toEqual([
      ['quick.test.ts', undefined],
      ['slow.test.ts', undefined],
    ]);
    expect(reaching(tests, '4')).toEqual([]);
  });

  it('the whole file is run if the mutant is reached outside any test, except tests that fail without it', () => {
    expect(reaching(tests, '9')).toEqual([{ test: 'slow.test.ts', only: undefined, duration: 3000 }]);
    expect(reaching(tests, '6')).toEqual([{ test: 'part.test.ts', only: ['d'], duration: 900 }]);
    expect(reaching(tests, '5')).toEqual([]);
  });
});

describe('a sample', () => {
  it('is the same for the same seed, different for another, and drawn from all mutants', () => {
    const all = Array.from({ length: 400 }, (_, at) => at);
    const drawn = sample(all, 40, 1);
    expect(sample(all, 40, 1)).toEqual(drawn);
    expect(sample(all, 40, 2)).not.toEqual(drawn);
    expect(new Set(drawn).size).toBe(40);
    expect(drawn.filter((each) => each < 200).length).toBeGreaterThan(8);
    expect(sample(all, Infinity, 3).toSorted((a, b) => a - b)).toEqual(all);
  });
});

const MUTANT = {
  id: '1',
  file: 'a.ts',
  line: 3,
  kind: 'EqualityOperator',
  code: 'x < 1',
  change: 'x < 1 -> x <= 1',
};

describe('a mutant listed as equivalent', () => {
  it('has a reason, and is reported once it matches nothing any more', () => {
    const entry = {
      file: 'a.ts',
      code: 'x < 1',
      change: 'x < 1 -> x <= 1',
      reason: 'x is never 1: it is a count of halves',
    };
    const gone = { ...entry, code: 'y < 1' };
    const equivalents = equivalentsOf([entry, gone]);
    expect(equivalents.reason(MUTANT)).toBe(entry.reason);
    expect(equivalents.reason({ ...MUTANT, change: 'x < 1 -> true' })).toBeUndefined();
    expect(equivalents.stale(['a.ts'], [MUTANT])).toEqual([gone]);
    expect(equivalents.stale(['b.ts'], [])).toEqual([]);
    expect(() => equivalentsOf([{ ...entry, reason: '' }])).toThrow(/without a reason/u);
  });

  it('counts neither for nor against an area', () => {
    const judged = (['killed', 'killed', 'timed out', 'survived', 'not reached', 'equivalent'] as const).map(
      (verdict) => ({ mutant: MUTANT, verdict }),
    );
    const area: Area = { name: 'any', files: [], tests: [], wanted: 85 };
    const measured = { area, of: 9, files: 1, judged, stale: [], seconds: 1 };
    expect(score(measured)).toBe(60);
    expect(tableOf([measured])).toContain('| any | 9 | 6 | 2 | 1 | 1 | 1 | 1 | 60 % | 85 % | 1 |');
  });
});

it('every area has a unique name, code, and tests', () => {
  const project = path.resolve(import.meta.dirname, '../..');
  expect(new Set(AREAS.map(({ name }) => name)).size).toBe(AREAS.length);
  const empty = AREAS.filter(({ files, tests }) =>
    [files, tests].some((globs) => globSync([...globs], { cwd: project }).length === 0),
  );
  expect(empty).toEqual([]);
});
