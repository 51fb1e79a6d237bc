// The checks that a change must pass, a row each. To add a check, add a row.

import { electronBinary } from '../setup/electron.mjs';
import { inProject, projectNode, script } from '../setup/project.mjs';

const MINUTE = 60_000;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {'checks' | 'tests' | 'window'} stage   stages run one after another, the steps of a stage two at a time
 * @property {string[]} run                          the command and its arguments; `{report}` is the path of its report
 * @property {'one' | 'vitest' | 'playwright'} count how its result is counted
 * @property {number} limitMs
 * @property {Record<string, string>} [env]          `{scratch}` is a temporary folder of the step, `{sample}` and `{programs}` what these steps make
 * @property {string} [beside]                    if the step of that name runs, in the moments that it leaves
 * @property {string} [skip]                         why it cannot apply on this machine
 * @property {boolean} [onlyNamed]                   not a check: runs only when requested by name
 */

/** The programs of the compiler, by the folder of their tsconfig.json. */
const PROGRAMS = {
  shared: 'shared',
  service: 'service',
  electron: 'electron',
  renderer: 'renderer',
  e2e: '.',
};

/**
 * The compiler and the linter's are programs in Go that soon end: they collect no garbage before they have 2 GB. The types
 * of `renderer/` took 7.3 s of processor time instead of 10.6, the linter 24 s instead of 31 (measured).
 */
const WITHOUT_COLLECTING = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/** The linter's compiler is as quick on one core beside the other checks, and spends a sixth less on being parallel. */
const ON_ONE_CORE = { GOMAXPROCS: '1' };

/** A tool of the project, run by the project's Node. */
const tool = (command, ...args) => [projectNode(), script(command), ...args];

/** A session bus with an unlocked secret service, which ends with the command. */
const WITH_KEYRING = [
  'dbus-run-session',
  '--',
  'sh',
  '-c',
  'printf x | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"',
  'sh',
];

/** What the steps `sample` and `programs` have made; tests that find nothing there make or start their own. */
const MADE = { RAILBIRD_TEST_SAMPLE: '{sample}', RAILBIRD_TEST_PROGRAMS: '{programs}' };

/**
 * Tests of large results start a worker thread each, which compiles the same sources as the others: Node stores what it
 * has compiled. `electron/results/sql.test.ts` took 16 s of processor time instead of 20 (measured).
 */
const COMPILED = { NODE_COMPILE_CACHE: '{scratch}/compiled' };

const vitest = (...args) =>
  tool('vitest', 'run', ...args, '--reporter=default', '--reporter=json', '--outputFile.json={report}');

/**
 * The step that runs one test file, or those of a folder.
 * @param {string} place  a path relative to the project's root
 * @returns {Step}
 */
export function stepOf(place) {
  const isSpec = place.startsWith('e2e/');
  return {
    name: place,
    stage: isSpec ? 'window' : 'tests',
    run: isSpec ? tool('playwright', 'test', place, '--reporter=list,json') : vitest(place),
    env: isSpec ? { PLAYWRIGHT_JSON_OUTPUT_FILE: '{report}' } : COMPILED,
    count: isSpec ? 'playwright' : 'vitest',
    limitMs: 20 * MINUTE,
  };
}

/** @returns {Step[]} */
const checks = () => [
  {
    // Compiles the keychain module unless that is done.
    name: 'keychain',
    stage: 'checks',
    run: [projectNode(), inProject('build/setup.mjs'), 'test'],
    count: 'one',
    limitMs: 10 * MINUTE,
  },
  ...Object.entries(PROGRAMS).map(([name, folder]) => ({
    name: `types ${name}`,
    stage: 'checks',
    // Its checkers share no types: four of them, the usual, take twice the processor time of one.
    run: tool('tsc', '-p', folder, '--singleThreaded'),
    env: WITHOUT_COLLECTING,
    count: 'one',
    limitMs: 3 * MINUTE,
  })),
  {
    name: 'lint',
    stage: 'checks',
    beside: 'e2e',
    run: tool('oxlint'),
    env: { ...ON_ONE_CORE, ...WITHOUT_COLLECTING },
    count: 'one',
    limitMs: 20 * MINUTE,
  },
  {
    name: 'format',
    stage: 'checks',
    beside: 'e2e',
    run: tool('oxfmt', '--check'),
    count: 'one',
    limitMs: 20 * MINUTE,
  },
  {
    name: 'unused',
    stage: 'checks',
    beside: 'e2e',
    run: tool('knip', '--no-progress'),
    count: 'one',
    limitMs: 20 * MINUTE,
  },
  {
    name: 'window build',
    stage: 'checks',
    run: [projectNode(), inProject('build/window.mjs'), 'renderer', 'electron'],
    count: 'one',
    limitMs: 3 * MINUTE,
  },
  {
    name: 'programs',
    stage: 'checks',
    run: [projectNode(), inProject('build/test/programs.mjs'), '{programs}'],
    count: 'one',
    limitMs: 3 * MINUTE,
  },
  {
    // Generates the sample racing once, for all tests that start on it.
    name: 'sample',
    stage: 'checks',
    run: [projectNode(), inProject('e2e/make-sample.ts'), '{sample}'],
    count: 'one',
    limitMs: 3 * MINUTE,
  },
];

/** @returns {Step[]} */
const tests = () => [
  {
    // Makes the packaged command line and has it answer a day of the sample.
    name: 'package',
    stage: 'tests',
    run: [projectNode(), inProject('build/package-cli.mjs'), '--folder'],
    count: 'one',
    limitMs: 4 * MINUTE,
  },
  {
    // Lays out the desktop app and has its main process answer, in a stand-in for Electron.
    name: 'desktop',
    stage: 'tests',
    run: [projectNode(), inProject('build/package-desktop.mjs'), '--layout'],
    count: 'one',
    limitMs: 4 * MINUTE,
  },
  {
    name: 'unit',
    stage: 'tests',
    run: vitest(),
    env: { ...MADE, ...COMPILED },
    count: 'vitest',
    limitMs: 40 * MINUTE,
  },
  {
    // Part of `npm test -- quick`.
    name: 'touched',
    stage: 'checks',
    run: [projectNode(), inProject('build/test/touched.ts')],
    count: 'one',
    limitMs: 3 * MINUTE,
    onlyNamed: true,
  },
  {
    name: 'keyring',
    stage: 'tests',
    run: [...WITH_KEYRING, ...vitest()],
    env: {
      RAILBIRD_TEST_KEYRING: '1',
      XDG_DATA_HOME: '{scratch}',
      XDG_RUNTIME_DIR: '{scratch}',
      XDG_CONFIG_HOME: '{scratch}',
    },
    count: 'vitest',
    limitMs: 2 * MINUTE,
    skip:
      process.platform === 'linux' ? undefined : 'the secret service that it is tested against is Linux only',
  },
];

/** All end-to-end tests on one host of the desktop app. */
const onDesktop = (host) => ({
  name: host,
  stage: 'window',
  run: tool('playwright', 'test', '--reporter=list,json'),
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: '{report}', RAILBIRD_TEST_HOST: host, ...MADE },
  count: 'playwright',
  limitMs: 60 * MINUTE,
  onlyNamed: true,
});

/** @returns {Step[]} */
const windowTests = () => [
  {
    name: 'e2e',
    stage: 'window',
    run: tool('playwright', 'test', '--reporter=list,json'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: '{report}', ...MADE },
    count: 'playwright',
    limitMs: 40 * MINUTE,
  },
  onDesktop('stand-in'),
  {
    ...onDesktop('electron'),
    skip:
      electronBinary() === undefined ? "Electron's binary is not here; `npm start` fetches it" : undefined,
  },
  {
    // Retakes the pictures in docs/screens.
    name: 'screens',
    stage: 'window',
    run: tool('playwright', 'test', '--reporter=list,json'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: '{report}', RAILBIRD_SCREENS: '1' },
    count: 'playwright',
    limitMs: 7 * MINUTE,
    onlyNamed: true,
  },
];

/** @returns {Step[]} */
export const steps = () => [...checks(), ...tests(), ...windowTests()];
