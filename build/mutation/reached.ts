// Determines which mutants each test file reaches by running it once without an active mutant. Cached in node_modules
// until something that the test needs changes.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ImportGraph } from './import-graph.ts';
import type { TestRunner } from './test-runner.ts';

/** A test file, and what is known of it. */
export interface MeasuredTest {
  readonly test: string;
  /** Its duration in milliseconds. */
  readonly duration: number;
  /** Whether all of its tests passed; nothing is known of those that failed, and they are not run. */
  readonly isWhole: boolean;
  /** The duration of each of its tests, by id. */
  readonly durations: Readonly<Record<string, number>>;
  /** The ids of its tests that reach a mutant, by the mutant's switch; '' if it is reached outside any test. */
  readonly reached: Readonly<Record<string, readonly string[]>>;
}

/** The part of a test file that has to run for one mutant. */
export interface Reaching {
  readonly test: string;
  /** Undefined: the whole file. */
  readonly only: readonly string[] | undefined;
  /** In milliseconds, without the mutant. */
  readonly duration: number;
}

/** The tests that reach a mutant, the quickest first. */
export function reaching(tests: readonly MeasuredTest[], id: string): Reaching[] {
  const found = tests.flatMap(({ test, duration, isWhole, durations, reached }): Reaching[] => {
    const by = reached[id];
    if (by === undefined) return [];
    const passing = Object.keys(durations);
    const only = by.includes('') ? passing : by.filter((each) => each in durations);
    if (only.length === 0) return [];
    if (isWhole && only.length === passing.length) return [{ test, only: undefined, duration }];
    const within = Object.values(durations).reduce((sum, each) => sum + each, 0);
    const left = only.reduce((sum, each) => sum + (durations[each] ?? 0), 0);
    return [{ test, only, duration: Math.max(0, duration - within) + left }];
  });
  return found.toSorted((a, b) => a.duration - b.duration);
}

/** A test file that takes longer than this is left out: it would run once for every mutant it reaches. */
const LONGEST = 240_000;

/** The time limit of one test without an active mutant, in milliseconds. */
const PATIENCE = 40_000;

export interface MeasuringOptions {
  readonly root: string;
  readonly graph: ImportGraph;
  readonly runner: TestRunner;
  /** Identifies the instrumented program: another one has other switches. */
  readonly program: string;
  readonly say: (line: string) => void;
}

/** What a test file reaches; undefined if none of its tests passes. */
export async function measureTest(
  test: string,
  options: MeasuringOptions,
): Promise<MeasuredTest | undefined> {
  const { root, graph, program } = options;
  const folder = path.join(root, 'node_modules', '.cache', 'railbird', 'mutation');
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256')
    .update(`${program}\n${test}\n${graph.fingerprint(test)}`)
    .digest('hex');
  const note = path.join(folder, `${name}.json`);
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as MeasuredTest;
  return runOnce(test, note, options);
}

async function runOnce(
  test: string,
  note: string,
  { runner, say }: MeasuringOptions,
): Promise<MeasuredTest | undefined> {
  const file = `${note}.reached`;
  rmSync(file, { force: true });
  const began = performance.now();
  const {
    outcome,
    why,
    durations = {},
  } = await runner.run({ test, reached: file, patience: PATIENCE }, LONGEST);
  const duration = Math.round(performance.now() - began);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  rmSync(file, { force: true });
  const isWhole = outcome === 'passed';
  if (!isWhole) say(`  left out of ${test}, which ${outcome} without any mutant: ${why ?? ''}`);
  if (Object.keys(durations).length === 0) return undefined;
  const reached: Record<string, string[]> = {};
  for (const line of new Set(lines.filter((each) => each !== ''))) {
    const [id = '', of = ''] = line.split(' ');
    (reached[id] ??= []).push(of);
  }
  const found: MeasuredTest = { test, duration, isWhole, durations, reached };
  // A failure may pass: it is checked again next time.
  if (isWhole) writeFileSync(note, JSON.stringify(found));
  return found;
}
