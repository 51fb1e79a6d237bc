// Mutation testing: changes the code in one place at a time and checks whether a test notices.
//
//   npm run mutate -- AREA|FOLDER|FILE... [--most N] [--seed N] [--minutes N] [--json FILE] [--all-verdicts]
//
// Without a name it lists the areas. Exits with 1 if an area kills fewer mutants than required.

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inProject, root } from '../setup/project.mjs';
import { AREAS, type Area } from './areas.ts';
import { readEquivalents } from './equivalent.ts';
import { filesOf, measure, type Measured } from './measure.ts';
import { listed, score, tableOf } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'all' },
    json: { type: 'string' },
    'all-verdicts': { type: 'boolean', default: false },
  },
});

// So that the copy of the project is removed as well (sandbox.ts).
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function figure(name: string, text: string, most: number): number {
  const value = text === 'all' ? most : Number(text);
  if (!(value >= 0)) throw new Error(`--${name} takes a number, not ${text}.`);
  return value;
}

const git = (...args: string[]): string[] =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').filter(
  (file) => file !== '' && existsSync(inProject(file)),
);

/**
 * The areas that a word names: one of the table, or an ad-hoc one made of a folder's or file's code and the tests of
 * its areas.
 */
function areaOf(word: string): Area {
  const named = AREAS.find(({ name }) => name === word);
  if (named !== undefined) return named;
  const place = word.replace(/^\.\//u, '').replace(/\/$/u, '');
  const globs = [place, `${place}/**`];
  const found = filesOf({ name: word, files: globs, tests: [], wanted: 70 }, files);
  if (found.length === 0)
    throw new Error(
      `${word} is neither an area (${AREAS.map(({ name }) => name).join(', ')}) nor a folder or file with code.`,
    );
  const areas = AREAS.filter((area) => filesOf(area, files).some((file) => found.includes(file)));
  const besides = found.map((file) => `${file.slice(0, file.lastIndexOf('/'))}/*.test.{ts,tsx}`);
  return {
    name: word,
    files: found,
    tests: [...new Set([...areas.flatMap(({ tests }) => tests), ...besides])],
    wanted: areas.some(({ wanted }) => wanted === 85) ? 85 : 70,
    ...(areas.some(({ texts }) => texts) ? { texts: true } : {}),
  };
}

if (positionals.length === 0) {
  say(
    'npm run mutate -- AREA|FOLDER|FILE... [--most N] [--seed N] [--minutes N] [--json FILE] [--all-verdicts]\n',
  );
  for (const area of AREAS)
    say(`${area.name.padEnd(24)}${area.wanted} %  ${filesOf(area, files).length} files`);
} else {
  const areas = (positionals.includes('all') ? AREAS.map(({ name }) => name) : positionals).map(areaOf);
  const equivalents = readEquivalents(AREAS.map(({ name }) => name));
  const measured: Measured[] = [];
  const found = measure(areas, {
    root,
    files,
    equivalents,
    most: figure('most', values.most, Infinity),
    seed: figure('seed', values.seed, 1),
    within: figure('minutes', values.minutes, Infinity) * 60_000,
    say,
  });
  for await (const one of found) {
    measured.push(one);
    say(listed(one, values['all-verdicts']));
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(measured, undefined, 2));
  }
  say(tableOf(measured));
  if (measured.some((one) => score(one) < one.area.wanted)) process.exitCode = 1;
}
