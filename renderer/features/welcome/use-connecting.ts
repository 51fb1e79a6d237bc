// Choosing, changing and ending the connection. Keys pass through as arguments and are held by nothing here: a
// mutation of TanStack Query would keep them in its cache.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#shared/bridge/connection.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useNavigationStore } from '../../app/navigation/navigation.ts';
import { FIRST_TRAIL } from '../../app/navigation/trail.ts';

export interface Keys {
  readonly baseUrl: string;
  /** Blank: the one already held stays. */
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
  /** What the last action failed with. */
  readonly failed: { readonly action: ConnectingAction; readonly thrown: unknown } | undefined;
}

/** Every action answers whether it succeeded. */
export function useConnecting(): Connecting {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const [pending, setPending] = useState<ConnectingAction>();
  const [failed, setFailed] = useState<Connecting['failed']>();

  const settle = (connection: Connection): void => {
    const key = queries.connection.status.queryKey();
    const before = cache.getQueryData(key);
    if (before?.mode !== connection.mode || before.baseUrl !== connection.baseUrl) {
      // Another service has other races: what was on screen belongs to the one before.
      cache.removeQueries({ queryKey: queries.results.key() });
      cache.removeQueries({ queryKey: queries.days.key() });
      useNavigationStore.getState().set(FIRST_TRAIL);
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
