// Before the first test: what the app loads is built from the sources as they are, and the sample racing made once, to be
// copied into each test's own folder. Making it takes the time of many tests.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSampleService } from './sample-service.ts';

const inProject = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Where fixtures.ts finds the racing that was made. */
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

/** Runs the sample service until all its days are made. */
async function makeSample(folder: string): Promise<void> {
  const service = await startSampleService(folder);
  await service.made;
  await service.stop();
}
