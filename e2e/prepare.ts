// Runs before the first test: builds what the app loads from the current sources, and generates the sample racing once,
// to be copied into each test's own folder. Generating it takes as long as many tests.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSampleService } from './sample-service.ts';

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The path under which fixtures.ts finds the generated racing. */
export const SAMPLE_FOLDER = 'RAILBIRD_E2E_SAMPLE';

export default async function prepare(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [inProject('build/window.mjs'), 'renderer', 'electron'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'railbird-e2e-sample-'));
  process.env[SAMPLE_FOLDER] = folder;
  await makeSample(folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Runs the sample service until it has generated all its days. */
async function makeSample(folder: string): Promise<void> {
  const service = await startSampleService(folder);
  await service.made;
  await service.stop();
}
