// The app without a window over an in-memory service: the real core on a data folder, and the bridge as the window
// calls it.

import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Notice } from '#shared/bridge/notices.ts';
import type { Clock } from '../service-client/clock.ts';
import { createCore, type CoreOptions } from '../core.ts';
import { createFolderDestination, type Destination } from '../exports/destination.ts';
import { memoryKeychain } from './memory-keychain.ts';
import { ACCOUNT } from './command-line.ts';
import { putEmptyArchiveOf } from './empty-archive.ts';
import { HastyClock } from './fake-clock.ts';
import type { FakeService } from './fake-service.ts';
import { threeDays } from './three-days.ts';

export interface OpenAppOptions {
  readonly service?: Pick<FakeService, 'transport'>;
  readonly clock?: Clock;
  /** The exports folder; initially a temporary one. */
  readonly destination?: Destination;
  /** Not connected unless the settings say so. */
  readonly isUnconnected?: boolean;
  readonly updates?: CoreOptions['updates'];
}

/** Errors: those of `createCore`. */
export async function openApp(dataDir: string, options: OpenAppOptions = {}) {
  const { service = threeDays(), clock = new HastyClock(), isUnconnected = false } = options;
  if (!isUnconnected)
    await putEmptyArchiveOf(dataDir, { kind: 'account', baseUrl: ACCOUNT.RAILBIRD_BASE_URL });
  const core = await createCore({
    dataDir,
    version: '0.0.0',
    host: 'web',
    env: isUnconnected ? {} : { ...ACCOUNT },
    platform: 'linux',
    clock,
    archiveThreads: 1,
    transport: service.transport,
    keychain: memoryKeychain(),
    destination: options.destination ?? createFolderDestination(join(dataDir, 'exports')),
    ...(options.updates === undefined ? {} : { updates: options.updates }),
    sampleCommand: { command: '/nonexistent', args: [], env: {} },
  });
  const client: BridgeClient = createRouterClient(core.router);
  return { core, client, notices: () => noticesOf(client), close: core.close };
}

/** The notices above every screen. */
async function noticesOf(client: BridgeClient): Promise<Notice[]> {
  for await (const notices of await client.notices.watch()) return notices;
  return [];
}

/** The code that a call fails with: 'none' if it succeeds, 'other' for an error without a code. */
export async function codeOf(call: Promise<unknown>): Promise<ErrorCode | 'none' | 'other'> {
  try {
    await call;
    return 'none';
  } catch (error) {
    const { data } = error as { data?: { code?: ErrorCode } };
    return data?.code ?? 'other';
  }
}
