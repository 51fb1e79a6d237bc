// The window's only connection to the main process, passed to components through a React context.

import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { BridgeClient } from '#shared/bridge/contract.ts';

function makeBridge(client: BridgeClient) {
  return {
    client,
    /** Query and mutation options for TanStack Query, one property per procedure. */
    queries: createTanstackQueryUtils(client),
  };
}

export type Bridge = ReturnType<typeof makeBridge>;

const BridgeContext = createContext<Bridge | undefined>(undefined);

export function BridgeProvider({ client, children }: { client: BridgeClient; children: ReactNode }) {
  const bridge = useMemo(() => makeBridge(client), [client]);
  return <BridgeContext value={bridge}>{children}</BridgeContext>;
}

/** The bridge; only below a BridgeProvider. */
export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === undefined) throw new Error('useBridge needs a BridgeProvider above it');
  return bridge;
}
