// The app's data core in its real composition, connected to the proxy, with an archive in a separate folder.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttemptLog } from '../../electron/service-client/api-client.ts';
import { createUndiciTransport, type Timeouts } from '../../electron/service-client/undici-transport.ts';
import type { Transport } from '../../electron/service-client/transport.ts';
import type { Clock } from '../../electron/service-client/clock.ts';
import { createDataCore, type DataCore } from '../../electron/data-core.ts';
import { memoryKeychain } from '../../electron/testing/memory-keychain.ts';

/** Real milliseconds: a service that never answers must not delay a run, and a busy machine must not look like one. */
const QUICK: Timeouts = { connectMs: 3_000, headersMs: 800, idleMs: 500, totalMs: 8_000 };

/** If nothing is ever silent, a busy machine gets more time. */
export const PATIENT: Timeouts = { connectMs: 20_000, headersMs: 20_000, idleMs: 20_000, totalMs: 40_000 };

export interface LabCore {
  readonly core: DataCore;
  close(): Promise<void>;
}

export async function openLabCore(options: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userKey: string;
  readonly clock: Clock;
  /** Replaces the lab's own. */
  readonly timeouts?: Timeouts;
  /** Called when a request leaves. */
  readonly onSend?: () => void;
  readonly onAttempt?: (attempt: AttemptLog) => void;
  /** Changes the requests that the app sends. */
  readonly wrap?: (send: Transport) => Transport;
  /** Replaces the temporary folder, which is removed in the end. */
  readonly dataDir?: string;
}): Promise<LabCore> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'railbird-lab-')));
  const transport = createUndiciTransport(options.timeouts ?? QUICK);
  const send = options.wrap?.(transport.send) ?? transport.send;
  const core = await createDataCore({
    dataDir,
    version: '0.0.0',
    host: 'terminal',
    env: {
      RAILBIRD_BASE_URL: options.baseUrl,
      RAILBIRD_API_KEY: options.apiKey,
      RAILBIRD_USER_KEY: options.userKey,
    },
    platform: 'linux',
    clock: options.clock,
    // A second thread makes queries of a few records slower.
    archiveThreads: 1,
    ...(options.onAttempt ? { onAttempt: options.onAttempt } : {}),
    transport: (request) => {
      options.onSend?.();
      return send(request);
    },
    keychain: memoryKeychain(),
    sampleCommand: { command: '/nonexistent', args: [], env: {} },
  });
  return {
    core,
    async close() {
      await core.close();
      await transport.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
