// The whole contract with its handlers: what both hosts serve.

import type { ActivitySource } from '../api/activity.ts';
import type { ConnectionKeeper } from '../connection/connection.ts';
import type { Exports } from '../exports/exports.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { GuardOptions } from './guard.ts';
import { appHandlers, type AboutApp } from './handlers/app.ts';
import { connectionHandlers } from './handlers/connection.ts';
import { exportsHandlers } from './handlers/exports.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { createImplementer, type Implementer } from './implementer.ts';

export interface RouterParts {
  readonly guard: GuardOptions;
  readonly about: AboutApp;
  readonly activity: ActivitySource;
  readonly connection: ConnectionKeeper;
  readonly settings: SettingsFile;
  readonly exports: Exports;
  readonly results: (os: Implementer['results']) => Parameters<Implementer['results']['router']>[0];
  readonly days: (os: Implementer['days']) => Parameters<Implementer['days']['router']>[0];
}

export type BridgeRouter = ReturnType<typeof createRouter>;

export function createRouter(parts: RouterParts) {
  const os = createImplementer(parts.guard);
  return os.router({
    app: appHandlers(os.app, parts.about, parts.activity),
    connection: connectionHandlers(os.connection, parts.connection),
    settings: settingsHandlers(os.settings, parts.settings),
    days: parts.days(os.days),
    results: parts.results(os.results),
    exports: exportsHandlers(os.exports, parts.exports),
  });
}
