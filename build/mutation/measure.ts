// Measures areas: draws their mutants and runs each against the tests that reach it until one fails.

import { createHash } from 'node:crypto';
import { matchesGlob } from 'node:path';
import type { Area } from './areas.ts';
import type { Equivalents } from './equivalent.ts';
import { importGraph } from './import-graph.ts';
import { instrument, type Mutant } from './mutants.ts';
import { measureTest, reaching, type MeasuredTest, type Reaching } from './reached.ts';
import { sample } from './sample.ts';
import { makeSandbox } from './sandbox.ts';
import { openTestRunner, type TestRunner } from './test-runner.ts';

export type MutantVerdict = 'killed' | 'timed out' | 'survived' | 'not reached' | 'equivalent';

export interface Judged {
  readonly mutant: Mutant;
  readonly verdict: MutantVerdict;
  /** The test that failed, or why the mutant is equivalent. */
  readonly why?: string | undefined;
}

export interface Measured {
  readonly area: Area;
  /** The number of mutants, and of their files. */
  readonly of: number;
  readonly files: number;
  readonly judged: readonly Judged[];
  readonly stale: ReturnType<Equivalents['stale']>;
  readonly seconds: number;
}

export interface MeasureOptions {
  readonly root: string;
  /** All files of the project. */
  readonly files: readonly string[];
  readonly equivalents: Equivalents;
  readonly most: number;
  readonly seed: number;
  /** No mutant of an area is started after this many milliseconds: its tests were measured before. */
  readonly within: number;
  readonly say: (line: string) => void;
}

export const isTest = (file: string): boolean => /\.test\.(?:ts|tsx|mjs)$/u.test(file);
/** Needs a session of its own, or is a long series of runs: unsuitable for one mutant at a time. */
const isOfAnotherRun = (file: string): boolean =>
  /\.keyring\.test\.|\/kill\.test\.|\/fault-lab\.test\./u.test(file);
const matchesOne = (file: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(file, glob));

/** The files of an area that have mutants. */
export const filesOf = (area: Area, files: readonly string[]): string[] =>
  files.filter(
    (file) =>
      matchesOne(file, area.files) && /\.tsx?$/u.test(file) && !isTest(file) && !file.endsWith('.d.ts'),
  );

/** The time limit of a mutant relative to a run without one, and an allowance for a busy machine, in milliseconds. */
const TIMES = 5;
const AND = 15_000;

/**
 * Builds one program from several areas, so that a test file that serves more than one of them is measured once.
 * @returns the areas, each as soon as it is done
 */
export async function* measure(areas: readonly Area[], options: MeasureOptions): AsyncGenerator<Measured> {
  const { root, files, equivalents, most, seed, within, say } = options;
  const all = [...new Set(areas.flatMap((area) => filesOf(area, files)))];
  const { mutants, sources } = await instrument(
    root,
    all,
    areas.some(({ texts }) => texts),
  );
  const graph = importGraph(root, files);
  using sandbox = makeSandbox(root, files, sources);
  await using runner = openTestRunner(sandbox.root);
  const program = createHash('sha256')
    .update([...sources].map(([file, source]) => `${file}\n${source}`).join('\n'))
    .digest('hex');
  const measured = new Map<string, MeasuredTest | undefined>();
  for (const area of areas) {
    const began = performance.now();
    const mutated = filesOf(area, files);
    const own = mutants.filter(({ file }) => mutated.includes(file));
    const tests = testsOf(area, files).filter((test) => mutated.some((file) => graph.needs(test).has(file)));
    say(`${area.name}: ${own.length} mutants in ${mutated.length} files, ${tests.length} test files`);
    for (const test of tests)
      if (!measured.has(test))
        measured.set(test, await measureTest(test, { root, graph, runner, program, say }));
    const judge = judgeWith(
      tests.flatMap((test) => measured.get(test) ?? []),
      runner,
    );
    const judged: Judged[] = [];
    const first = performance.now();
    for (const mutant of sample(own, most, seed)) {
      if (performance.now() - first > within) break;
      const reason = equivalents.reason(mutant);
      const verdict: Judged =
        reason === undefined ? await judge(mutant) : { mutant, verdict: 'equivalent', why: reason };
      judged.push(verdict);
      if (verdict.verdict === 'survived' || verdict.verdict === 'not reached') say(`  ${described(verdict)}`);
    }
    yield {
      area,
      of: own.length,
      files: mutated.length,
      judged,
      stale: equivalents.stale(mutated, own),
      seconds: Math.round((performance.now() - began) / 1000),
    };
  }
}

const testsOf = (area: Area, files: readonly string[]): string[] =>
  files.filter((file) => isTest(file) && !isOfAnotherRun(file) && matchesOne(file, area.tests));

/** Judges mutants one by one. */
function judgeWith(tests: readonly MeasuredTest[], runner: TestRunner) {
  /** Whether tests of a file pass on their own, by the set of tests run: some depend on earlier ones. */
  const standAlone = new Map<string, boolean>();

  const standsAlone = async ({ test, only }: Reaching, limits: Limits): Promise<boolean> => {
    if (only === undefined) return true;
    const name = [test, ...only].join(' ');
    const known =
      standAlone.get(name) ??
      (await runner.run({ test, only, patience: limits.test }, limits.file)).outcome === 'passed';
    standAlone.set(name, known);
    return known;
  };

  return async (mutant: Mutant): Promise<Judged> => {
    const found = reaching(tests, mutant.id);
    for (const each of found) {
      const { test, only, duration } = each;
      const limits = { file: TIMES * duration + AND, test: (TIMES * duration + AND) / 2 };
      const order = { test, mutant: mutant.id, patience: limits.test };
      let { outcome, why } = await runner.run({ ...order, only }, limits.file);
      if (outcome === 'failed' && !(await standsAlone(each, limits)))
        ({ outcome, why } = await runner.run(order, limits.file));
      if (outcome === 'failed') return { mutant, verdict: 'killed', why: `${test}: ${why}` };
      if (outcome === 'timed out') return { mutant, verdict: 'timed out', why: `${test}: ${why}` };
    }
    return { mutant, verdict: found.length === 0 ? 'not reached' : 'survived' };
  };
}

interface Limits {
  readonly file: number;
  readonly test: number;
}

export const described = ({ mutant, verdict }: Judged): string =>
  `${verdict} ${mutant.file}:${mutant.line} ${mutant.change} (${mutant.kind})`;
