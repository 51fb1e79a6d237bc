// The command line of the app in a browser window.

import { parseArgs } from 'node:util';

export interface WebOptions {
  readonly dataDir: string | undefined;
  /** 0: any free port. A fixed one helps users who connect through a tunnel. */
  readonly port: number;
  /** Show the window in the default browser. */
  readonly open: boolean;
  /** Connect to the sample service in this run. */
  readonly sample: boolean;
}

/** An invalid command line; the message is for the user who typed it. */
export class WebOptionsError extends Error {}

export const WEB_USAGE = `Usage: npm start -- --host=web [options]
  --no-open        print the address instead of opening the browser
  --data-dir DIR   where downloads, settings and logs are kept
  --sample         use the sample data in this run
  --port N         port to listen on; any free one if absent`;

/** A key is never an option: every user of a machine can read command lines. Errors: WebOptionsError. */
export function parseWebOptions(argv: readonly string[]): WebOptions {
  const values = valuesOf(argv);
  if (values.host !== undefined && values.host !== 'web') throw new WebOptionsError('--host takes web');
  if (values['data-dir'] === '') throw new WebOptionsError('--data-dir needs a folder');
  return {
    dataDir: values['data-dir'],
    port: portOf(values.port ?? '0'),
    open: values['no-open'] !== true,
    sample: values.sample === true,
  };
}

function valuesOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      options: {
        host: { type: 'string' },
        'no-open': { type: 'boolean' },
        'data-dir': { type: 'string' },
        sample: { type: 'boolean' },
        port: { type: 'string' },
      },
    });
    return values;
  } catch (cause) {
    throw new WebOptionsError(cause instanceof Error ? cause.message : 'unreadable options', { cause });
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new WebOptionsError('--port takes a number up to 65535');
  return port;
}
