// The connections of one data folder: the window's, and those that commands have of their own. What one of them saves
// holds for all, and so does a user key that one of them keeps or forgets; which service each is connected to does not.

import type { SettingsFile } from '../settings/settings-file.ts';
import { createConnection, type ConnectionKeeper, type ConnectionOptions } from './connection.ts';
import { createKeyMemory } from './user-keys.ts';

export interface ConnectionsOptions extends Pick<
  ConnectionOptions,
  'keychain' | 'keychainLimitMs' | 'sample' | 'check' | 'forgotten' | 'report'
> {
  readonly settings: SettingsFile;
}

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #open = new Set<ConnectionKeeper>();
  readonly #memory = createKeyMemory();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Starts from the saved connection. Must be closed if another one stays. */
  open(choice: Pick<ConnectionOptions, 'startWith' | 'environment' | 'keepsEnvironment'>): ConnectionKeeper {
    const { settings, ...options } = this.#options;
    const connection = createConnection({
      ...options,
      ...choice,
      memory: this.#memory,
      saved: settings.state.connection,
      save: async (change, keyOf) => {
        await settings.update((state) => ({ ...state, connection: change(state.connection) }));
        const saved = settings.state.connection;
        for (const other of this.#othersThan(connection)) other.savedElsewhere(saved, keyOf);
        return saved;
      },
      keyForgotten: (id) => {
        for (const other of this.#othersThan(connection)) other.keyForgottenElsewhere(id);
      },
    });
    this.#open.add(connection);
    return connection;
  }

  /** It learns nothing of the others from now on. */
  close(connection: ConnectionKeeper): void {
    this.#open.delete(connection);
  }

  #othersThan(connection: ConnectionKeeper): ConnectionKeeper[] {
    return [...this.#open].filter((each) => each !== connection);
  }
}
