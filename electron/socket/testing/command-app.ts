// An app on a data folder, and commands that it executes: both ends of the socket in one process.

import { fakeTerminal } from '../../testing/fake-terminal.ts';
import { openApp, type OpenAppOptions } from '../../testing/open-app.ts';
import { openCommandHost } from '../command-host.ts';
import { runInApp } from '../run-in-app.ts';

/** Of the app and of its commands. */
export const VERSION = '1.2.3';

export interface Typed {
  readonly terminal?: Parameters<typeof fakeTerminal>[0];
  readonly signal?: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly version?: string;
  readonly namedDataDir?: string;
}

export interface Executed {
  /** Undefined if there is no app. */
  readonly code: number | undefined;
  readonly out: string;
  readonly messages: string;
  /** The last line of standard error if it is JSON. */
  readonly account: Record<string, unknown> | undefined;
}

export async function openCommandApp(dataDir: string, options: OpenAppOptions = {}) {
  const app = await openApp(dataDir, options);
  const now = () => options.clock?.now() ?? Date.now();
  const host = await openCommandHost({ dataDir, version: VERSION, now, core: app.core });
  return {
    ...app,
    host,
    close: async () => {
      await host.close();
      await app.close();
    },
  };
}

/** `argv`: the words after `railbird`. */
export async function execute(
  dataDir: string,
  argv: readonly string[],
  given: Typed = {},
): Promise<Executed> {
  const terminal = fakeTerminal(given.terminal);
  const code = await runInApp({
    dataDir,
    namedDataDir: given.namedDataDir,
    version: given.version ?? VERSION,
    argv,
    program: 'railbird',
    folder: given.folder ?? dataDir,
    env: given.env ?? {},
    terminal,
    signal: given.signal ?? new AbortController().signal,
    onAppEnded: async () => undefined,
  });
  const last = terminal.messages.at(-1) ?? '';
  const account = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : undefined;
  return { code, out: terminal.out(), messages: terminal.messages.join('\n'), account };
}
