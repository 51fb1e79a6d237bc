// Plants each breach of "who may import whom" in a copy of the house and sees the project's own lint refuse it.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of one import each that the lint refuses, and a part of what it answers. */
const REFUSED: readonly (readonly [file: string, code: string, answer: string])[] = [
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
  ['renderer/grid/f.ts', `export * from '@duckdb/node-api';`, 'belongs to another room'],
  ['build/a.ts', `export * from '../electron/b.ts';`, 'build/ may not import electron/.'],
];

/** Files of one import each that it lets through. */
const LET_THROUGH: readonly (readonly [file: string, code: string])[] = [
  ['shared/g.ts', `export type { z } from 'zod';`],
  ['service/deep/f.ts', `export * from '#shared/errors.ts';`],
  ['service/electron/g.ts', `export * from '../renderer/b.ts';`],
  ['electron/main.ts', `export * from 'electron';`],
  ['electron/preload.ts', `export * from 'electron';`],
  ['electron/shell/a.ts', `export * from 'electron';`],
  ['e2e/a.ts', `export * from '../electron/b.ts';`],
  ['bench/a.ts', `export * from '../renderer/b.ts';`],
];

const PLANTED = [...REFUSED, ...LET_THROUGH];

let house: string;
let answers: Map<string, string[]>;

beforeAll(async () => {
  house = await mkdtemp(path.join(tmpdir(), 'railbird-boundaries-'));
  await cp(path.join(root, '.oxlintrc.json'), path.join(house, '.oxlintrc.json'));
  await cp(path.join(root, 'build/lint'), path.join(house, 'build/lint'), { recursive: true });
  await cp(path.join(root, 'docs/glossary.md'), path.join(house, 'docs/glossary.md'));
  for (const [file, code] of PLANTED) {
    await mkdir(path.join(house, path.dirname(file)), { recursive: true });
    await writeFile(path.join(house, file), `${code}\n`);
  }
  const rooms = [...new Set(PLANTED.map(([file]) => file.split('/')[0] ?? ''))];
  await symlink(path.join(root, 'node_modules'), path.join(house, 'node_modules'), 'junction');
  answers = await lint(rooms);
}, 60_000);

afterAll(() => rm(house, { recursive: true, force: true }));

/** What the rule about rooms answers, by file. */
async function lint(rooms: readonly string[]): Promise<Map<string, string[]>> {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '--format', 'json', ...rooms], { cwd: house }, (_error, text) =>
      resolve(text),
    );
  });
  const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
  const found = new Map<string, string[]>();
  for (const { code, filename, message } of report.diagnostics)
    if (code === 'rooms(imports)') found.set(filename, [...(found.get(filename) ?? []), message]);
  return found;
}

test.each(REFUSED)('%s may not say %s', (file, _code, answer) => {
  expect(answers.get(file)?.join()).toContain(answer);
});

test.each(LET_THROUGH)('%s may say %s', (file) => {
  expect(answers.get(file)).toBeUndefined();
});
