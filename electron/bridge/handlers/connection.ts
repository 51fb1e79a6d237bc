// The connected service. The user key enters here and is never returned.

import type { ConnectionKeeper } from '../../connection/connection.ts';
import type { Implementer } from '../implementer.ts';

export function connectionHandlers(os: Implementer['connection'], connection: ConnectionKeeper) {
  return {
    status: os.status.handler(() => connection.status()),
    trySample: os.trySample.handler(() => connection.trySample()),
    connect: os.connect.handler(({ input }) => connection.connect(input)),
    forgetKey: os.forgetKey.handler(() => connection.forgetKey()),
    disconnect: os.disconnect.handler(() => connection.disconnect()),
  };
}
