import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../setup/project.mjs';
import { entriesOf, homeProblem, wordProblem } from './glossary.mjs';

const ENTRIES = entriesOf(readFileSync(inProject('docs', 'glossary.md'), 'utf8'));

it('has at most forty words', () => {
  expect(ENTRIES.length).toBeGreaterThan(20);
  expect(ENTRIES.length).toBeLessThanOrEqual(40);
});

it.each(ENTRIES.filter(({ type }) => type !== undefined))('$word is $type in $home', ({ type, home }) => {
  expect(existsSync(inProject(home))).toBe(true);
  expect(readFileSync(inProject(home), 'utf8')).toMatch(
    new RegExp(`export (?:abstract )?(?:interface|type|class) ${type}\\b`, 'u'),
  );
});

it('finds a replaced word in a name, and only where it is whole', () => {
  expect(wordProblem(ENTRIES, 'heldDays')).toMatch(/"held" is "stored"/u);
  expect(wordProblem(ENTRIES, '#isHeld')).toMatch(/held/u);
  expect(wordProblem(ENTRIES, 'shield')).toBeUndefined();
  expect(wordProblem(ENTRIES, 'storedDays')).toBeUndefined();
});

it('finds a type of the glossary that is declared elsewhere', () => {
  expect(homeProblem(ENTRIES, 'Route', 'renderer/app/Frame.tsx')).toMatch(/screens\.tsx/u);
  expect(homeProblem(ENTRIES, 'Route', 'renderer/app/screens.tsx')).toBeUndefined();
});
