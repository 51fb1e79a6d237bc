// Every row of docs/decisions.md, "The service", stands in the document and has a group of tests named after it.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BEHAVIOR } from './behavior.ts';
import { openApiText } from './document.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const [, section = ''] = /\n## The service\n([^]*?)\n###? /.exec(read('../../../docs/decisions.md')) ?? [];
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => (line.split('|')[1] ?? '').replaceAll('`', '').trim())
  .slice(1)
  .filter((name) => !name.startsWith('---'));

const tests = read('../../decisions.test.ts') + read('../../decisions-around.test.ts');
const text = openApiText();

test('the document speaks of the rows of the decisions, and of no other', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(Object.keys(BEHAVIOR)).toEqual(rows);
});

test.each(rows)('%s has its tests, and its place in the document', (row) => {
  expect(tests).toContain(`describe('${row}', () => {`);
  expect(text).toContain(`## ${row}\\n`);
});
