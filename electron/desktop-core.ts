// The core behind the desktop app's window: everything that the window's first picture does without. main.ts loads it
// once the window opens.

import { createMessagePortHost, type MessagePortHost } from './bridge/message-port-host.ts';
import { createCore, type Core, type CoreOptions } from './core.ts';
import { loadKeytar, openKeychain } from './keychain/keychain.ts';
import { portableKeychain } from './keychain/portable-keychain.ts';
import { systemClock } from './service-client/clock.ts';
import { createNetFeedFetch } from './shell/net-feed-fetch.ts';
import { createDesktopTransport, type NetFetch } from './shell/net-transport.ts';
import { openCommandHost, type CommandHost } from './socket/command-host.ts';
import { updateOriginOf, type UpdateOriginDeps } from './updates/update-origin.ts';

export interface DesktopCore {
  readonly core: Core;
  readonly commands: CommandHost;
  /** The bridge over ports of the window. */
  readonly window: MessagePortHost;
}

export interface DesktopCoreOptions extends Omit<
  CoreOptions,
  'host' | 'clock' | 'transport' | 'keychain' | 'updates'
> {
  /** Electron's own. */
  readonly fetch: NetFetch;
  /** Electron's own, for the update feed. */
  readonly request: Parameters<typeof createNetFeedFetch>[0];
  readonly installation: Pick<UpdateOriginDeps, 'isPackaged' | 'execPath' | 'resources'>;
}

/** Errors: as for `createCore`, and those of the socket for commands. */
export async function openDesktopCore({
  fetch,
  request,
  installation,
  ...options
}: DesktopCoreOptions): Promise<DesktopCore> {
  const { dataDir, version, platform, env, isPortable = false } = options;
  const core = await createCore({
    ...options,
    host: 'electron',
    clock: systemClock,
    transport: createDesktopTransport(fetch, env),
    keychain: isPortable ? portableKeychain : openKeychain(loadKeytar),
    updates: updateOriginOf({
      ...installation,
      version,
      platform,
      env,
      dataDir,
      fetch: createNetFeedFetch(request),
    }),
  });
  const commands = await openCommandHost({ dataDir, version, now: () => systemClock.now(), core });
  return { core, commands, window: createMessagePortHost(core.router) };
}
