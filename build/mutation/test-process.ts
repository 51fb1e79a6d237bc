// The process that runs test files for mutation testing: Vitest stays loaded, and each message runs one file.

import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { createVitest } from 'vitest/node';

/** A message to this process. */
export interface TestOrder {
  readonly test: string;
  /** The tests of the file to run, by Vitest's ids; all if omitted. */
  readonly only?: readonly string[] | undefined;
  /** The active mutant. */
  readonly mutant?: string | undefined;
  /** The file that records the reached mutants. */
  readonly reached?: string | undefined;
  /** The time limit of one test, in milliseconds. */
  readonly patience: number;
}

/** Its reply. */
export interface TestReply {
  readonly outcome: 'passed' | 'failed' | 'timed out' | 'no tests';
  /** The first test that failed, and its message. */
  readonly why?: string;
  /** The duration of each passed test, in milliseconds, by id. */
  readonly durations?: Readonly<Record<string, number>>;
}

const [root = '.'] = process.argv.slice(2);
const preload = pathToFileURL(path.join(import.meta.dirname, 'in-every-process.mjs')).href;
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}`.trim();

const vitest = await createVitest('test', {
  root,
  watch: false,
  maxWorkers: 1,
  bail: 1,
  coverage: { enabled: false },
  reporters: [{}],
  onConsoleLog: () => false,
});

for (const { config } of vitest.projects)
  config.setupFiles = [path.join(root, 'build/mutation/each-test.ts'), ...config.setupFiles];

/** The timeout of an expectation relative to that of its test. */
const OF_A_TEST = 0.5;

function setUp({ mutant, reached, patience }: TestOrder): void {
  const variables = { RAILBIRD_MUTANT: mutant, RAILBIRD_MUTANTS_REACHED: reached };
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  for (const { config } of vitest.projects) {
    // While measuring, a failing test must not hide what the others reach.
    config.bail = reached === undefined ? 1 : 0;
    config.testTimeout = patience;
    config.hookTimeout = patience;
    config.expect.poll = { ...config.expect.poll, timeout: patience * OF_A_TEST };
  }
}

async function run(order: TestOrder): Promise<TestReply> {
  setUp(order);
  const found = await vitest.globTestSpecifications([path.join(root, order.test)]);
  const { only } = order;
  const specifications =
    only === undefined
      ? found
      : found.map(({ project, moduleId }) => project.createSpecification(moduleId, { testIds: [...only] }));
  if (specifications.length === 0) return { outcome: 'no tests' };
  // Otherwise Vitest would report the findings of earlier runs again.
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failures = testModules.flatMap((module) => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allTests('failed')].map(
      (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? 'failed'}`,
    ),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => `${suite.fullName}: ${message}`),
    ),
  ]);
  const why = failures[0] ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined);
  const passed = testModules.flatMap((module) => [...module.children.allTests('passed')]);
  const durations = Object.fromEntries(passed.map((test) => [test.id, test.diagnostic()?.duration ?? 0]));
  if (why === undefined && testModules.length > 0 && testModules.every((module) => module.ok()))
    return { outcome: 'passed', durations };
  const isTime = /timed out in \d+ms|Hit count limit/u.test(why ?? '');
  return { outcome: isTime ? 'timed out' : 'failed', why: why ?? 'failed', durations };
}

process.on('message', (order: TestOrder) => {
  void run(order).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ outcome: 'failed', why: String(error) } satisfies TestReply),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
