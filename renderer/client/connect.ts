// The transport to the main process, chosen once at start: a message port under Electron, else loopback HTTP.

import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { BridgeClient } from '#shared/bridge/contract.ts';
import { PORT_MESSAGE, RPC_PATH, SESSION_HEADER, type RailbirdPreload } from '#shared/bridge/port.ts';
import { AppGone } from './failure.ts';
import { openSession } from './session.ts';

declare global {
  interface Window {
    readonly railbird?: RailbirdPreload;
  }
}

/** The client of the bridge, over whichever host opened this window. */
export async function connect(window: Window): Promise<BridgeClient> {
  const preload = window.railbird;
  if (preload === undefined) {
    const url = new URL(RPC_PATH, window.location.origin).toString();
    const headers = { [SESSION_HEADER]: await openSession(window) };
    return createORPCClient<BridgeClient>(new FetchLink({ url, headers, fetch: fetchOutliving }));
  }
  const port = await portFrom(window, preload);
  port.start();
  return createORPCClient<BridgeClient>(new PortLink({ port }));
}

/** Rejects a window of an earlier launch, whose session is unknown now. */
const UNKNOWN_HERE = 401;

/**
 * A write made while the page unloads must still arrive; such a request is small (the limit is 64 KiB). Over
 * loopback a request fails only if nothing listens any more.
 */
const fetchOutliving: NonNullable<ConstructorParameters<typeof FetchLink>[0]['fetch']> = async (
  request,
  init,
  _,
  path,
) => {
  const keepalive = path.join('.') === 'settings.remember';
  const response = await globalThis.fetch(request, { ...init, keepalive }).catch((error: unknown) => {
    throw request.signal.aborted ? error : new AppGone('no answer', { cause: error });
  });
  if (response.status === UNKNOWN_HERE) throw new AppGone('another launch answers');
  return response;
};

function portFrom(window: Window, preload: RailbirdPreload): Promise<MessagePort> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent): void => {
      const [port] = event.ports;
      if (event.source !== window || event.data !== PORT_MESSAGE || port === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(port);
    };
    window.addEventListener('message', onMessage);
    preload.requestPort();
  });
}
