// The connection may change without this window: a terminal switches the account, the keychain answers late.

import { useEffect } from 'react';
import { useActivity } from '../client/use-activity.ts';
import { useBridge } from '../client/bridge.tsx';
import { useSettleConnection } from '../features/welcome/use-connecting.ts';

export function useFollowConnection(): void {
  const { client } = useBridge();
  const settle = useSettleConnection();
  const connections = useActivity()?.connections;
  useEffect(() => {
    if (connections === undefined) return undefined;
    let isOutdated = false;
    const follow = async (): Promise<void> => {
      // The activity's own stream reports an app that is gone.
      const connection = await client.connection.status().catch(() => undefined);
      if (connection !== undefined && !isOutdated) settle(connection);
    };
    void follow();
    return () => {
      isOutdated = true;
    };
  }, [client, connections, settle]);
}
