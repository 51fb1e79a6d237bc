// The sample racing that `npm test` has generated once for all tests that start on it.

import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies it to where the app stores its own. Without it the app generates some, which takes longer than most tests. */
export async function putMadeSample(dataDir: string): Promise<void> {
  const made = process.env['RAILBIRD_TEST_SAMPLE'] ?? '';
  if (existsSync(made)) await cp(made, join(dataDir, 'sample-service'), { recursive: true });
}
