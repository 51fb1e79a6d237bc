// Runs before the first test: builds what the app loads from the current sources, and makes the sample racing and an empty
// archive once, to be copied into each test's own folder. Generating the racing takes as long as many tests.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup as makeEmptyArchive } from '../electron/testing/empty-archive.ts';
import { makeSample } from './make-sample.ts';

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The path under which fixtures.ts finds the generated racing. `npm test` sets it to where it generated the racing. */
export const SAMPLE_FOLDER = 'RAILBIRD_TEST_SAMPLE';

export default async function prepare(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [inProject('build/window.mjs'), 'renderer', 'electron'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await makeEmptyArchive();
  if (existsSync(process.env[SAMPLE_FOLDER] ?? '')) return async () => undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'railbird-e2e-sample-'));
  const made = path.join(folder, 'racing');
  await makeSample(made);
  process.env[SAMPLE_FOLDER] = made;
  return () => rm(folder, { recursive: true, force: true });
}
