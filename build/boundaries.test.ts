// Writes one file for each forbidden import and expects the project's lint rule to report it.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files with one forbidden import each, and part of the message that lint reports for it. */
const FORBIDDEN: readonly (readonly [file: string, code: string, message: string])[] = [
  ['shared/a.ts', `export * from '../service/b.ts';`, 'shared/ may not import service/.'],
  ['shared/b.ts', `export * from '../electron/b.ts';`, 'shared/ may not import electron/.'],
  ['shared/c.ts', `export * from '../renderer/b.ts';`, 'shared/ may not import renderer/.'],
  ['shared/d.ts', `export * from 'node:fs';`, 'shared/ does not run in Node alone'],
  ['shared/e.ts', `export * from 'react';`, 'shared/ imports only'],
  ['shared/f.ts', `export const load = () => import('undici');`, 'shared/ imports only'],
  ['service/deep/a.ts', `export * from '../../electron/b.ts';`, 'service/ may not import electron/.'],
  ['service/deep/b.ts', `export * from '../../renderer/b.ts';`, 'service/ may not import renderer/.'],
  ['service/deep/c.ts', `export * from '../../shared/errors.ts';`, 'Import shared/ as #shared/'],
  ['service/deep/d.ts', `export * from 'electron';`, 'Only electron/shell'],
  ['service/deep/e.ts', `export * from '../../e2e/b.ts';`, 'service/ may not import e2e/.'],
  [
    'electron/service-client/a.ts',
    `export * from '../../service/b.ts';`,
    'electron/ may not import service/.',
  ],
  [
    'electron/service-client/b.ts',
    `export * from '../../renderer/b.ts';`,
    'electron/ may not import renderer/.',
  ],
  ['electron/service-client/c.ts', `export * from 'electron';`, 'Only electron/shell'],
  ['electron/service-client/d.ts', `export type { App } from 'electron';`, 'Only electron/shell'],
  ['electron/service-client/e.ts', `export const load = () => import('electron');`, 'Only electron/shell'],
  ['electron/service-client/f.ts', `export * from 'electron/main';`, 'Only electron/shell'],
  ['electron/web.ts', `export * from 'electron';`, 'Only electron/shell'],
  ['renderer/grid/a.ts', `export * from '../../service/b.ts';`, 'renderer/ may not import service/.'],
  ['renderer/grid/b.ts', `export * from '../../electron/b.ts';`, 'renderer/ may not import electron/.'],
  ['renderer/grid/c.tsx', `export * from 'electron';`, 'Only electron/shell'],
  ['renderer/grid/d.ts', `export * from 'node:fs';`, 'renderer/ does not run in Node alone'],
  ['renderer/grid/e.ts', `export * from 'fs/promises';`, 'renderer/ does not run in Node alone'],
  ['renderer/grid/f.ts', `export * from '@duckdb/node-api';`, 'belongs to another folder'],
  ['build/a.ts', `export * from '../electron/b.ts';`, 'build/ may not import electron/.'],
];

/** Files with one allowed import each. */
const ALLOWED: readonly (readonly [file: string, code: string])[] = [
  ['shared/g.ts', `export type { z } from 'zod';`],
  ['service/deep/f.ts', `export * from '#shared/errors.ts';`],
  ['service/electron/g.ts', `export * from '../renderer/b.ts';`],
  ['electron/main.ts', `export * from 'electron';`],
  ['electron/preload.ts', `export * from 'electron';`],
  ['electron/shell/a.ts', `export * from 'electron';`],
  ['e2e/a.ts', `export * from '../electron/b.ts';`],
  ['bench/a.ts', `export * from '../renderer/b.ts';`],
];

const FILES = [...FORBIDDEN, ...ALLOWED];

let project: string;
let messages: Map<string, string[]>;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'railbird-boundaries-'));
  await cp(path.join(root, '.oxlintrc.json'), path.join(project, '.oxlintrc.json'));
  await cp(path.join(root, 'build/lint'), path.join(project, 'build/lint'), { recursive: true });
  await cp(path.join(root, 'docs/glossary.md'), path.join(project, 'docs/glossary.md'));
  for (const [file, code] of FILES) {
    await mkdir(path.join(project, path.dirname(file)), { recursive: true });
    await writeFile(path.join(project, file), `${code}\n`);
  }
  const folders = [...new Set(FILES.map(([file]) => file.split('/')[0] ?? ''))];
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  messages = await lint(folders);
}, 60_000);

afterAll(() => rm(project, { recursive: true, force: true }));

/** The messages of `boundaries/imports`, by file. */
async function lint(folders: readonly string[]): Promise<Map<string, string[]>> {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '--format', 'json', ...folders], { cwd: project }, (_error, text) =>
      resolve(text),
    );
  });
  const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
  const found = new Map<string, string[]>();
  for (const { code, filename, message } of report.diagnostics)
    if (code === 'boundaries(imports)') found.set(filename, [...(found.get(filename) ?? []), message]);
  return found;
}

test.each(FORBIDDEN)('%s may not contain %s', (file, _code, message) => {
  expect(messages.get(file)?.join()).toContain(message);
});

test.each(ALLOWED)('%s may contain %s', (file) => {
  expect(messages.get(file)).toBeUndefined();
});
