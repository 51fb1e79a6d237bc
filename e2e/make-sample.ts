// Generates the sample racing into a folder, which has its name only when it is complete: node e2e/make-sample.ts FOLDER

import { mkdir, rename } from 'node:fs/promises';
import { startSampleService } from './sample-service.ts';

/** Runs the sample service until it has generated all its days. Rejects if the folder exists already. */
export async function makeSample(folder: string): Promise<void> {
  const unfinished = `${folder}.part`;
  await mkdir(unfinished, { recursive: true });
  const service = await startSampleService(unfinished);
  await service.made;
  await service.stop();
  await rename(unfinished, folder);
}

if (import.meta.main) await makeSample(process.argv[2] ?? '');
