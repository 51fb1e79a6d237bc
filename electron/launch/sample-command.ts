// The command of the sample service: started by path, as a separate process, never imported.

import { join } from 'node:path';
import type { SampleCommand } from '../connection/sample-service.ts';

export interface SampleCommandDeps {
  /** A Node that runs TypeScript, or Electron set to run as one. */
  readonly node: string;
  readonly main: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The paths of the service and its Node in a packaged app (build/package-desktop.mjs). The app is a single archive that
 * other processes cannot read; the files they need are in a folder beside it that is named after the archive.
 */
export function packagedSample(home: string, platform: string): Pick<SampleCommandDeps, 'node' | 'main'> {
  const folder = join(`${home}.unpacked`, 'sample');
  return {
    node: join(folder, 'runtime', platform === 'win32' ? 'node.exe' : 'node'),
    main: join(folder, 'service', 'main.js'),
  };
}

/** In RAILBIRD_SAMPLE: eight weeks of racing instead of a year, for tests and slow machines. */
const EIGHT_WEEKS = 'weeks';

/** The child gets none of the app's own variables. */
export function sampleCommandOf({ node, main, dataDir, env }: SampleCommandDeps): SampleCommand {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('RAILBIRD_'));
  const folder = join(dataDir, 'sample-service');
  const sample = env['RAILBIRD_SAMPLE'] === EIGHT_WEEKS ? '--sample=weeks' : '--sample';
  return {
    command: node,
    args: [main, sample, '--port', '0', '--data-dir', folder, '--exit-with-parent'],
    env: Object.fromEntries(own),
  };
}
