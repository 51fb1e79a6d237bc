// The command line of the desktop app. Electron and Chromium have options of their own, which are ignored.

import { parseArgs } from 'node:util';

export interface DesktopOptions {
  readonly dataDir: string | undefined;
  /** Connect to the sample service in this run. */
  readonly sample: boolean;
  /** Try the graphics card again, which earlier starts did without. */
  readonly withGpu: boolean;
}

export function parseDesktopOptions(argv: readonly string[]): DesktopOptions {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: { 'data-dir': { type: 'string' }, sample: { type: 'boolean' }, 'with-gpu': { type: 'boolean' } },
  });
  const dataDir = values['data-dir'];
  return {
    dataDir: typeof dataDir === 'string' && dataDir !== '' ? dataDir : undefined,
    sample: values.sample === true,
    withGpu: values['with-gpu'] === true,
  };
}
