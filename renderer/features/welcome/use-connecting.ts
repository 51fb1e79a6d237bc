// Starts, changes and ends the connection. Keys are only passed through as arguments and never stored here: a
// mutation of TanStack Query would keep them in its cache.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Connection } from '#shared/bridge/connection.ts';
import { useBridge } from '../../client/bridge.tsx';
import { forgetService } from '../../client/forget-service.ts';
import { tabActions } from '../../app/navigation/navigation.ts';

export interface Keys {
  readonly baseUrl: string;
  /** If blank, the stored one is kept. */
  readonly apiKey: string;
  readonly userKey: string;
  /** The id of the account whose keys these are. */
  readonly account?: string | undefined;
  /** One more account, even if the address has one. */
  readonly isAnother?: boolean;
  readonly forSession?: boolean;
  /** A key that looks wrong is questioned before it is sent. */
  readonly mayAsk?: boolean;
}

export type ConnectingAction =
  | 'sample'
  | 'connect'
  | 'use'
  | 'rename'
  | 'forgetAccount'
  | 'retry'
  | 'forget'
  | 'disconnect';

export interface Connecting {
  readonly trySample: () => Promise<boolean>;
  readonly connect: (keys: Keys) => Promise<boolean>;
  /** The keys that are being checked are not used, and nothing is said of them any more. */
  readonly giveUp: () => void;
  readonly switchAccount: (account: string) => Promise<boolean>;
  readonly renameAccount: (account: string, name: string) => Promise<boolean>;
  readonly forgetAccount: (account: string) => Promise<boolean>;
  readonly retryKeychain: () => Promise<boolean>;
  readonly forgetKey: () => Promise<boolean>;
  readonly disconnect: () => Promise<boolean>;
  readonly pending: ConnectingAction | undefined;
  /** The error of the last action. */
  readonly failed: { readonly action: ConnectingAction; readonly thrown: unknown } | undefined;
}

/** Shows a connection; nothing of another service stays on screen. */
export function useSettleConnection(): (connection: Connection) => void {
  const { queries } = useBridge();
  const cache = useQueryClient();
  return useCallback(
    (connection) => {
      const key = queries.connection.status.queryKey();
      const before = cache.getQueryData(key);
      if (before?.mode !== connection.mode || before.baseUrl !== connection.baseUrl) {
        forgetService(cache, queries);
        tabActions.startOver();
      }
      cache.setQueryData(key, connection);
    },
    [queries, cache],
  );
}

/** Every action returns whether it succeeded. */
export function useConnecting(): Connecting {
  const { client } = useBridge();
  const settle = useSettleConnection();
  const [pending, setPending] = useState<ConnectingAction>();
  const [failed, setFailed] = useState<Connecting['failed']>();

  const checking = useRef<AbortController>(undefined);
  const act = async (
    action: ConnectingAction,
    call: (signal: AbortSignal) => Promise<Connection>,
  ): Promise<boolean> => {
    const given = new AbortController();
    if (action === 'connect') checking.current = given;
    setPending(action);
    setFailed(undefined);
    try {
      settle(await call(given.signal));
      return true;
    } catch (thrown) {
      if (!given.signal.aborted) setFailed({ action, thrown });
      return false;
    } finally {
      // What can cancel a call keeps the call, and with it the keys.
      if (checking.current === given) checking.current = undefined;
      setPending(undefined);
    }
  };

  return {
    trySample: () => act('sample', () => client.connection.trySample()),
    connect: (keys) => act('connect', (signal) => client.connection.connect(keys, { signal })),
    giveUp: () => {
      checking.current?.abort();
      setFailed(undefined);
    },
    switchAccount: (account) => act('use', () => client.connection.switchAccount({ account })),
    renameAccount: (account, name) => act('rename', () => client.connection.renameAccount({ account, name })),
    forgetAccount: (account) => act('forgetAccount', () => client.connection.forgetAccount({ account })),
    retryKeychain: () => act('retry', () => client.connection.retryKeychain()),
    forgetKey: () => act('forget', () => client.connection.forgetKey()),
    disconnect: () => act('disconnect', () => client.connection.disconnect()),
    pending,
    failed,
  };
}
