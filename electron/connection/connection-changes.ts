// The activity with a count of the connection's changes: a terminal may switch the account while a window is open.

import type { ActivitySource } from '../service-client/activity.ts';
import type { ConnectionKeeper } from './connection.ts';

export function withConnectionChanges(
  source: ActivitySource,
  connection: Pick<ConnectionKeeper, 'onChange'>,
): ActivitySource {
  let connections = 0;
  const listeners = new Set<() => void>();
  connection.onChange(() => {
    connections += 1;
    for (const listener of listeners) listener();
  });
  const current = () => ({ ...source.current(), ...(connections === 0 ? {} : { connections }) });
  return {
    current,
    subscribe: (listener) => {
      const tell = () => listener(current());
      listeners.add(tell);
      const leave = source.subscribe(tell);
      return () => {
        listeners.delete(tell);
        leave();
      };
    },
  };
}
