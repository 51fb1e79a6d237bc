// The programs that tests start as processes.

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Their names in the mode `tests` of vite.config.ts. */
type Program = 'electron/cli' | 'electron/web' | 'service/main' | 'electron/downloads/testing/kill-driver';

/**
 * The file to start with Node: of the bundles that `npm test` has made of the current sources (build/test/programs.mjs),
 * or else the source.
 */
export function programOf(name: Program): string {
  const bundles = process.env['RAILBIRD_TEST_PROGRAMS'] ?? '';
  return existsSync(bundles)
    ? join(realpathSync(bundles), `${name}.js`)
    : fileURLToPath(new URL(`../../${name}.ts`, import.meta.url));
}
