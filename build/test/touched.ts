// Runs the tests that a change affects, nearest first, as many as fit into a minute of both cores. The change is
// everything uncommitted or, if there is nothing, the last commit.

import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importGraph } from '../mutation/import-graph.ts';
import { inProject, projectEnvironment, projectNode, root, script } from '../setup/project.mjs';

/** The total time of the tests, in milliseconds: two run in parallel. */
const BUDGET_MS = 60_000;
/** The assumed time of a test file that has not run here before: what they take on average. */
const USUAL_MS = 2_000;

const TEST = /\.test\.(?:ts|tsx|mjs)$/u;

/**
 * Test files by the number of imports between them and the nearest changed file, the nearest first. A test beside a
 * changed file with the same name counts as an importer.
 */
export function touchedTests(
  files: readonly string[],
  changed: readonly string[],
  imports: (file: string) => readonly string[],
): readonly string[] {
  const importers = Map.groupBy(
    files.flatMap((file) => imports(file).map((target) => [target, file] as const)),
    ([target]) => target,
  );
  const reached = new Set(changed.filter((file) => files.includes(file)));
  for (const file of reached) for (const [, importer] of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => TEST.test(file));
}

interface Results {
  readonly projects: Readonly<
    Record<string, { readonly files: Readonly<Record<string, { readonly duration: number }>> }>
  >;
}

/** The duration of each test file in its last run here, in milliseconds, from the folder where Vitest keeps its results. */
export function durations(cache: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  try {
    for (const results of globSync('*/results.json', { cwd: cache })) {
      const { projects } = JSON.parse(readFileSync(path.join(cache, results), 'utf8')) as Results;
      for (const { files } of Object.values(projects))
        for (const [file, { duration }] of Object.entries(files)) found.set(file, duration);
    }
  } catch {
    // They are of another version of Vitest, or half written.
  }
  return found;
}

/** Those that fit into the time, the nearest first: one that takes most of it leaves the others their part. */
export function withinBudget(tests: readonly string[], msOf: (file: string) => number): readonly string[] {
  let left = BUDGET_MS;
  return tests.filter((file) => {
    const ms = msOf(file);
    if (ms > left) return false;
    left -= ms;
    return true;
  });
}

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(Boolean);

function changedFiles(): readonly string[] {
  const uncommitted = [
    ...git('diff', '--name-only', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', '-z', 'HEAD~1', 'HEAD');
}

function main(args: readonly string[]): number {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').filter((file) =>
    /\.(?:ts|tsx|mjs|json|sql)$/u.test(file),
  );
  const { imports } = importGraph(root, files);
  const touched = touchedTests(files, changedFiles(), imports);
  const known = durations(inProject('node_modules', '.vite', 'vitest'));
  const chosen = withinBudget(touched, (file) => known.get(file) ?? USUAL_MS);
  process.stdout.write(
    `${chosen.length} of ${touched.length} test files that import what has changed, the nearest first\n`,
  );
  if (chosen.length === 0) return 0;
  const { status } = spawnSync(projectNode(), [script('vitest'), 'run', ...args, ...chosen], {
    cwd: root,
    env: projectEnvironment(),
    stdio: 'inherit',
  });
  return status ?? 1;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
