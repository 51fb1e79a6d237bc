// The command line over an in-memory service: the real core and archive in a temporary folder, from the words of a line
// to its exit code. Either as in a process of its own, or executed by an app that runs on the folder.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../cli/run.ts';
import { createCore, type CoreOptions } from '../core.ts';
import { createDataCore } from '../data-core.ts';
import { createFolderDestination } from '../exports/destination.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { openNotices } from '../files/notices.ts';
import { openCommandHost } from '../socket/command-host.ts';
import { runInApp, type RunInAppOptions } from '../socket/run-in-app.ts';
import { putEmptyArchiveOf } from './empty-archive.ts';
import { HastyClock, type FakeClock } from './fake-clock.ts';
import type { FakeService } from './fake-service.ts';
import { memoryKeychain, noKeychain } from './memory-keychain.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { threeDays } from './three-days.ts';

/** The service's address, for tests that store something under it. */
export const SERVICE_ADDRESS = 'http://service.example';

export const ACCOUNT = {
  RAILBIRD_BASE_URL: SERVICE_ADDRESS,
  RAILBIRD_API_KEY: 'the-app-key',
  RAILBIRD_USER_KEY: 'the-user-key',
};

export interface Given {
  readonly terminal?: Parameters<typeof fakeTerminal>[0];
  readonly signal?: AbortSignal;
  readonly env?: Record<string, string>;
  readonly keychain?: Keychain;
  /** There is none. */
  readonly without?: 'keychain';
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly messages: string;
  /** The last line of standard error if it is JSON. */
  readonly account: Record<string, unknown> | undefined;
}

export interface CommandLine {
  readonly dataDir: string;
  readonly service: FakeService;
  readonly clock: FakeClock;
  run(line: string, given?: Given): Promise<Ended>;
  remove(): Promise<void>;
}

let executor: 'itself' | 'app' = 'itself';

/** Who executes the lines from now on: a fresh app for each, as fresh as a process of its own would be. */
export function executeBy(who: typeof executor): void {
  executor = who;
}

export async function commandLine(): Promise<CommandLine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-cli-'));
  const service = threeDays();
  // Time goes on from one command to the next.
  const clock = new HastyClock();

  async function run(line: string, given: Given = {}): Promise<Ended> {
    const terminal = fakeTerminal(given.terminal);
    await putEmptyArchiveOf(
      dataDir,
      line.includes('--sample') ? { kind: 'sample' } : { kind: 'account', baseUrl: SERVICE_ADDRESS },
    );
    const parts = {
      dataDir,
      version: '0.0.0',
      platform: 'linux',
      clock,
      transport: service.transport,
      keychain: given.without === 'keychain' ? noKeychain() : (given.keychain ?? memoryKeychain()),
      sampleCommand: { command: '/nonexistent', args: [], env: {} },
      archiveThreads: 1,
    };
    const typed = {
      program: 'railbird',
      terminal,
      folder: process.cwd(),
      signal: given.signal ?? new AbortController().signal,
    };
    const env = { ...(given.env ?? ACCOUNT) };
    const code =
      executor === 'app'
        ? await runInFreshApp(splitLine(line), { ...typed, env }, parts)
        : await runCli(splitLine(line), {
            ...typed,
            now: () => clock.now(),
            openNotices: () => openNotices({ dataDir, now: () => clock.now(), report: () => undefined }),
            openCore: (options) => createDataCore({ ...options, ...parts, host: 'terminal', env }),
          });
    const last = terminal.messages.at(-1) ?? '';
    const account = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : undefined;
    return { code, out: terminal.out(), messages: terminal.messages.join('\n'), account };
  }

  return { dataDir, service, clock, run, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Splits at blanks; `'...'` is one word. */
const splitLine = (line: string): string[] =>
  (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));

async function runInFreshApp(
  argv: readonly string[],
  typed: Pick<RunInAppOptions, 'program' | 'terminal' | 'folder' | 'signal' | 'env'>,
  parts: Omit<CoreOptions, 'host' | 'env' | 'destination'>,
): Promise<number> {
  const { dataDir, version, clock } = parts;
  const destination = createFolderDestination(join(dataDir, 'exports'));
  const core = await createCore({ ...parts, host: 'web', env: {}, destination });
  const host = await openCommandHost({ dataDir, version, now: () => clock.now(), core });
  try {
    const onAppEnded = () => Promise.reject(new Error('the app ended'));
    const code = await runInApp({ ...typed, argv, dataDir, version, onAppEnded });
    if (code === undefined) throw new Error('no app was found');
    return code;
  } finally {
    await host.close();
    await core.close();
  }
}
