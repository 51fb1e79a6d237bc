// The app in a browser window as a process, as a user starts it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programOf } from './program.ts';

export interface AppProcess {
  readonly pid: number;
  /** Opens its window, once. */
  readonly address: string;
  /** Resolves when it has ended, with its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Resolves when it is ready. `keychains`: a folder in place of that of the user who runs the tests. */
export async function startAppProcess(
  dataDir: string,
  options: {
    readonly keychains: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<AppProcess> {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, DISPLAY: _display, ...env } = process.env;
  const words = ['--host=web', '--no-open', '--data-dir', dataDir, ...(options.args ?? [])];
  const child = spawn(process.execPath, [programOf('electron/web'), ...words], {
    env: { ...env, XDG_RUNTIME_DIR: options.keychains, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[code: number | null]>;
  const address = await readyAddress(createInterface({ input: child.stdout }));
  if (address === undefined) throw new Error('the app ended before it was ready');
  return {
    pid: child.pid ?? 0,
    address,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await exit;
      return code;
    },
  };
}

/** The address that it prints once its core is there; undefined if its output ends before. */
async function readyAddress(lines: AsyncIterable<string>): Promise<string | undefined> {
  for await (const line of lines) {
    const { event, url } = JSON.parse(line) as { readonly event: string; readonly url: string };
    if (event === 'ready') return url;
  }
  return undefined;
}
