// `npm test`: sets up what the tests need, runs everything that a change must pass, and counts it.
//
//   npm test                      everything
//   npm test -- lint unit         the named steps only (build/test/steps.mjs)
//   npm test -- shared/filters    the tests of a folder or a file, or a spec of e2e/
//   npm test -- quick             types, lint and the tests that the present change touches
//   npm test -- screens           the pictures in docs/screens, taken again
//
// Prints a line for each step with its time, the complete output of failed steps, and finally `N passed, N failed`.

import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium, setUp } from './setup.mjs';
import { whenNpmEnds } from './setup/launch.mjs';
import { inProject, projectEnvironment, root } from './setup/project.mjs';
import { COUNTS, summary, sum } from './test/count.mjs';
import { run, stopAll } from './test/process.mjs';
import { stepOf, steps } from './test/steps.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** The tests ignore the user's own settings for the app, its keys and the keychain. */
function environment() {
  const env = projectEnvironment({ CI: 'true' });
  for (const name of Object.keys(env))
    if (name.startsWith('RAILBIRD_') && name !== 'RAILBIRD_SEED') delete env[name];
  const chromium = findChromium();
  if (chromium !== undefined) env.RAILBIRD_CHROMIUM = chromium;
  if (process.platform === 'linux') env.DBUS_SESSION_BUS_ADDRESS = 'disabled:';
  const memory = memoryFolder();
  if (memory !== undefined) env.TMPDIR = memory;
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'NODE_ENV', 'NODE_OPTIONS']) delete env[name];
  return env;
}

/** The tests fill a thousand archives, each of them synced to disk. */
const ROOMY_BYTES = 4 * 1024 ** 3;

/** A folder in memory, if Linux has one with enough space: tests keep nothing that they write. */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return process.platform === 'linux' && bavail * bsize >= ROOMY_BYTES ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a step and prints its outcome. */
async function take(step, base, scratchRoot, yields) {
  if (step.skip !== undefined) {
    say(`- ${step.name}: skipped, ${step.skip}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const scratch = path.join(scratchRoot, step.name.replaceAll(/[ /]/g, '-'));
  mkdirSync(scratch, { mode: 0o700 });
  const report = path.join(scratchRoot, `${step.name.replaceAll('/', '-')}.json`);
  const sample = path.join(scratchRoot, 'racing');
  const programs = path.join(scratchRoot, 'programs-made');
  const fill = (text) =>
    text
      .replaceAll('{report}', report)
      .replaceAll('{scratch}', scratch)
      .replaceAll('{sample}', sample)
      .replaceAll('{programs}', programs);
  const [command, ...args] = step.run.map(fill);
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]);
  const outcome = await run(command, args, {
    cwd: root,
    env: { ...base, ...Object.fromEntries(own) },
    limitMs: step.limitMs,
    yields,
  });
  const count = COUNTS[step.count](outcome.code, report);
  const counts = step.count === 'one' ? '' : `: ${summary(count)}`;
  const why = outcome.problem === undefined ? '' : ` (${outcome.problem})`;
  if (count.failed > 0)
    say(`\n----- ${step.name} -----\n${stripVTControlCharacters(outcome.output).trimEnd()}\n-----`);
  say(`${count.failed === 0 ? '✓' : '✗'} ${step.name}${counts}, ${inSeconds(outcome.ms)}${why}`);
  return count;
}

/** Two at a time, in the given order: the machine on which this was measured has two cores. */
async function takeAll(list, takeOne) {
  const waiting = [...list];
  const counts = [];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      counts.push(await takeOne(step));
  };
  await Promise.all([lane(), lane()]);
  return counts;
}

/** The checks for a change that is still being written. */
const QUICK = ['touched', 'types', 'lint'];

async function test(names) {
  const since = Date.now();
  // Compiling the keychain module is a step of the complete run, since most others do not need it.
  setUp('test', say, { withoutKeychain: names.length === 0 });
  say(`✓ set-up, ${inSeconds(Date.now() - since)}`);

  const isPlace = (name) => name.includes('/') && existsSync(inProject(name));
  const all = [...steps(), ...names.filter(isPlace).map(stepOf)];
  const wanted = names.flatMap((name) => (name === 'quick' ? QUICK : [name]));
  const unknown = wanted.filter((name) => !all.some((step) => step.name.split(' ')[0] === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no step or file ${unknown.join(', ')}. Steps: quick, ${[...new Set(all.map(({ name }) => name.split(' ')[0]))].join(', ')}.`,
    );
  const isNamed = (step) => wanted.includes(step.name.split(' ')[0]);
  const chosen = all.filter((step) => (names.length === 0 ? step.onlyNamed !== true : isNamed(step)));

  const scratchRoot = mkdtempSync(path.join(os.tmpdir(), 'railbird-test-'));
  process.once('exit', () => rmSync(scratchRoot, { recursive: true, force: true }));
  const base = environment();
  const counts = [];
  // The end-to-end tests wait for the browser a fifth of their time: checks that nothing waits for take what is left.
  const yields = (step) => chosen.some((other) => other.name === step.beside);
  for (const stage of ['checks', 'tests', 'window']) {
    const list = chosen.filter((step) => step.stage === stage && !yields(step));
    const beside = chosen.filter((step) => list.some((other) => other.name === step.beside));
    counts.push(
      ...(await takeAll([...list, ...beside], (step) => take(step, base, scratchRoot, yields(step)))),
    );
  }
  say(`All of it took ${inSeconds(Date.now() - since)}.`);
  return sum(counts);
}

/** Stopped from outside: that does not count as passed. */
function giveUp() {
  stopAll();
  say(summary({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, giveUp);
whenNpmEnds(giveUp);

let total;
try {
  total = await test(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  total = { passed: 0, failed: 1, skipped: 0 };
}
process.exitCode = total.failed === 0 ? 0 : 1;
say(summary(total));
