// The pages for developers name files and folders that exist.

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './setup/project.mjs';

const FOLDERS = '(?:shared|service|electron|renderer|build|bench|e2e|docs)';
const NAMED = new RegExp(`\`(${FOLDERS}/[\\w./-]*)\``, 'gu');

it.each([
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/electron-apis.md',
  'docs/security.md',
  'CONTRIBUTING.md',
  'README.md',
])('%s', (page) => {
  const named = [...readFileSync(inProject(page), 'utf8').matchAll(NAMED)].map(([, file]) => file);
  expect(named.filter((file) => !existsSync(inProject(file)))).toEqual([]);
});
