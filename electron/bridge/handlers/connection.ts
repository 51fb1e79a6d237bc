// The connected service. The user key enters here and is never returned.

import type { ConnectionKeeper } from '../../connection/connection.ts';
import type { Implementer } from '../implementer.ts';

export function connectionHandlers(os: Implementer['connection'], connection: ConnectionKeeper) {
  return {
    status: os.status.handler(() => connection.status()),
    trySample: os.trySample.handler(() => connection.trySample()),
    connect: os.connect.handler(({ input, signal }) => connection.connect(input, signal)),
    switchAccount: os.switchAccount.handler(({ input }) => connection.switchAccount(input.account)),
    renameAccount: os.renameAccount.handler(({ input }) =>
      connection.renameAccount(input.account, input.name),
    ),
    forgetAccount: os.forgetAccount.handler(({ input }) => connection.forgetAccount(input.account)),
    retryKeychain: os.retryKeychain.handler(() => connection.retryKeychain()),
    forgetKey: os.forgetKey.handler(() => connection.forgetKey()),
    disconnect: os.disconnect.handler(() => connection.disconnect()),
  };
}
