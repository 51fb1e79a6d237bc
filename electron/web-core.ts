// The core behind the browser window: everything that the window's first picture does without. web.ts loads it once it
// listens.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormData } from 'undici';
import { z } from 'zod';
import { loopbackCore, type LoopbackCore } from './bridge/loopback-core.ts';
import { createCore, type Core } from './core.ts';
import { createFolderDestination } from './exports/destination.ts';
import { loadKeytar, openKeychain } from './keychain/keychain.ts';
import { sampleCommandOf } from './launch/sample-command.ts';
import { systemClock } from './service-client/clock.ts';
import { createUndiciTransport } from './service-client/undici-transport.ts';
import { openCommandHost } from './socket/command-host.ts';

export interface WebCore extends LoopbackCore {
  readonly report: Core['report'];
  readonly releaseMemory: Core['releaseMemory'];
  /** Takes no more commands of terminals, and waits for those that run. */
  readonly endCommands: () => Promise<void>;
  /** Stops everything else, child processes included, and waits for pending writes. */
  readonly close: () => Promise<void>;
}

export interface WebCoreOptions {
  /** The program's folder. */
  readonly home: string;
  /** Whether the program is bundled. */
  readonly isBuilt: boolean;
  readonly dataDir: string;
  readonly sample: boolean;
}

/**
 * oRPC asks of every answer whether it is a FormData. The app's own undici is loaded already; for Node's, Node would
 * load a second copy of undici, which delays the first answer by 30 ms.
 */
Object.assign(globalThis, { FormData });

/** Errors: as for `createCore`, and those of the socket for commands. */
export async function openWebCore({ home, isBuilt, dataDir, sample }: WebCoreOptions): Promise<WebCore> {
  const { env, platform } = process;
  const transport = createUndiciTransport();
  const version = versionOf(join(home, 'package.json'));
  const core = await createCore({
    dataDir,
    version,
    host: 'web',
    env,
    platform,
    clock: systemClock,
    transport: transport.send,
    keychain: openKeychain(loadKeytar),
    destination: createFolderDestination(join(dataDir, 'exports')),
    sampleCommand: sampleCommandOf({
      node: process.execPath,
      main: join(home, 'service', isBuilt ? 'main.js' : 'main.ts'),
      dataDir,
      env,
    }),
    sample,
  });
  const commands = await openCommandHost({ dataDir, version, now: () => systemClock.now(), core });
  core.start();
  return {
    ...loopbackCore(core.router, (exportId) => core.exports.fileOf(exportId)),
    report: core.report,
    releaseMemory: () => core.releaseMemory(),
    endCommands: () => commands.close(),
    close: async () => {
      await core.close();
      await transport.close();
    },
  };
}

function versionOf(packageFile: string): string {
  const schema = z.object({ version: z.string() });
  return schema.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
}
