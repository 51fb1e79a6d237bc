// How the sample service is started: by path, in a process of its own, never imported.

import { join } from 'node:path';
import type { SampleCommand } from '../connection/sample-service.ts';

export interface SampleCommandDeps {
  /** A Node that runs TypeScript, or Electron told to be one. */
  readonly node: string;
  readonly main: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Where a packaged app has the service and the Node that runs it (build/package-desktop.mjs). The app is one archive,
 * which other processes cannot look into; what they need lies outside, in a folder of the archive's name.
 */
export function packagedSample(home: string, platform: string): Pick<SampleCommandDeps, 'node' | 'main'> {
  const folder = join(`${home}.unpacked`, 'sample');
  return {
    node: join(folder, 'runtime', platform === 'win32' ? 'node.exe' : 'node'),
    main: join(folder, 'service', 'main.js'),
  };
}

/** The child sees none of the app's own variables. */
export function sampleCommandOf({ node, main, dataDir, env }: SampleCommandDeps): SampleCommand {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('RAILBIRD_'));
  const folder = join(dataDir, 'sample-service');
  return {
    command: node,
    args: [main, '--sample', '--port', '0', '--data-dir', folder, '--exit-with-parent'],
    env: Object.fromEntries(own),
  };
}
