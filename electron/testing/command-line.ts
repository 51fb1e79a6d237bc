// The command line over an in-memory service: the real core and archive in a temporary folder, from the words of a line
// to its exit code.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../cli/run.ts';
import { createDataCore } from '../data-core.ts';
import { createSessionStore } from '../keychain/session-store.ts';
import { openNotices } from '../files/notices.ts';
import { putEmptyArchiveOf } from './empty-archive.ts';
import { HastyClock } from './fake-clock.ts';
import type { FakeService } from './fake-service.ts';
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
  readonly keychain?: ReturnType<typeof createSessionStore>;
  /** There is no keychain, only memory for this session. */
  readonly without?: 'session';
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
  run(line: string, given?: Given): Promise<Ended>;
  remove(): Promise<void>;
}

export async function commandLine(): Promise<CommandLine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'railbird-cli-'));
  const service = threeDays();

  async function run(line: string, given: Given = {}): Promise<Ended> {
    const terminal = fakeTerminal(given.terminal);
    const clock = new HastyClock();
    const code = await runCli(splitLine(line), {
      program: 'railbird',
      terminal,
      folder: process.cwd(),
      signal: given.signal ?? new AbortController().signal,
      now: () => clock.now(),
      openNotices: () => openNotices({ dataDir, now: () => clock.now(), report: () => undefined }),
      openCore: async (options) => {
        await putEmptyArchiveOf(dataDir, { kind: 'account', baseUrl: SERVICE_ADDRESS });
        return createDataCore({
          ...options,
          dataDir,
          version: '0.0.0',
          host: 'terminal',
          env: { ...(given.env ?? ACCOUNT) },
          platform: 'linux',
          clock,
          transport: service.transport,
          chooseKeyStore: async () => ({
            store: { ...(given.keychain ?? createSessionStore()), kind: given.without ?? 'keychain' },
          }),
          sampleCommand: { command: '/nonexistent', args: [], env: {} },
        });
      },
    });
    const last = terminal.messages.at(-1) ?? '';
    const account = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : undefined;
    return { code, out: terminal.out(), messages: terminal.messages.join('\n'), account };
  }

  return { dataDir, service, run, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Splits at blanks; `'...'` is one word. */
const splitLine = (line: string): string[] =>
  (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
