// Starts, changes and ends the connection. Keys are only passed through as arguments and never stored here: a
// mutation of TanStack Query would keep them in its cache.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#shared/bridge/connection.ts';
import { useBridge } from '../../client/bridge.tsx';
import { forgetService } from '../../client/forget-service.ts';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { FIRST_TABS } from '../../app/navigation/tabs.ts';

export interface Keys {
  readonly baseUrl: string;
  /** If blank, the stored one is kept. */
  readonly apiKey: string;
  readonly userKey: string;
}

export type ConnectingAction = 'sample' | 'connect' | 'forget' | 'disconnect';

export interface Connecting {
  readonly trySample: () => Promise<boolean>;
  readonly connect: (keys: Keys) => Promise<boolean>;
  readonly forgetKey: () => Promise<boolean>;
  readonly disconnect: () => Promise<boolean>;
  readonly pending: ConnectingAction | undefined;
  /** The error of the last action. */
  readonly failed: { readonly action: ConnectingAction; readonly thrown: unknown } | undefined;
}

/** Every action returns whether it succeeded. */
export function useConnecting(): Connecting {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [pending, setPending] = useState<ConnectingAction>();
  const [failed, setFailed] = useState<Connecting['failed']>();

  const settle = (connection: Connection): void => {
    const key = queries.connection.status.queryKey();
    const before = cache.getQueryData(key);
    if (before?.mode !== connection.mode || before.baseUrl !== connection.baseUrl) {
      forgetService(cache, queries);
      useNavigationStore.setState(FIRST_TABS);
    }
    cache.setQueryData(key, connection);
  };

  const act = async (action: ConnectingAction, call: () => Promise<Connection>): Promise<boolean> => {
    setPending(action);
    setFailed(undefined);
    try {
      settle(await call());
      return true;
    } catch (thrown) {
      setFailed({ action, thrown });
      return false;
    } finally {
      setPending(undefined);
    }
  };

  return {
    trySample: () => act('sample', () => client.connection.trySample()),
    connect: (keys) => act('connect', () => client.connection.connect(keys)),
    forgetKey: () => act('forget', () => client.connection.forgetKey()),
    disconnect: () => act('disconnect', () => client.connection.disconnect()),
    pending,
    failed,
  };
}
