// The complete contract with its handlers, as both hosts serve it.

import type { ActivitySource } from '../service-client/activity.ts';
import type { ConnectionKeeper } from '../connection/connection.ts';
import type { Downloads } from '../downloads/downloads.ts';
import type { Learnings } from '../downloads/fetch/service-readings.ts';
import type { SavedExportsFile } from '../exports/saved-exports.ts';
import type { Finder } from '../find/finder.ts';
import type { Notices } from '../files/notices.ts';
import type { RaceDays } from '../results/race-days.ts';
import type { Races } from '../results/races.ts';
import type { OpenResults } from '../results/results.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Updates } from '../updates/updates.ts';
import type { GuardOptions } from './guard.ts';
import { annotationsHandlers, type AnnotationsParts } from './handlers/annotations.ts';
import {
  appHandlers,
  type AboutApp,
  type AddressSource,
  type OpenedFileSource,
  type ReportParts,
} from './handlers/app.ts';
import { betsHandlers, type BetsParts } from './handlers/bets.ts';
import { connectionHandlers } from './handlers/connection.ts';
import { daysHandlers, type DayPageReader } from './handlers/days.ts';
import { downloadsHandlers } from './handlers/downloads.ts';
import { exportsHandlers, savedExportsHandlers, type ExportsParts } from './handlers/exports.ts';
import { findHandlers } from './handlers/find.ts';
import { noticesHandlers } from './handlers/notices.ts';
import { racesHandlers, type RacePageReader } from './handlers/races.ts';
import { readingsHandlers } from './handlers/readings.ts';
import { resultsHandlers } from './handlers/results.ts';
import { rulesHandlers, type RulesParts } from './handlers/rules.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { sqlHandlers, type SqlParts } from './handlers/sql.ts';
import { updatesHandlers } from './handlers/updates.ts';
import { viewsHandlers, type ViewsParts } from './handlers/views.ts';
import { createImplementer } from './implementer.ts';

export interface RouterParts {
  readonly guard: GuardOptions;
  readonly about: AboutApp;
  /** In a browser window the system hands over none. */
  readonly addresses?: AddressSource | undefined;
  readonly openedFiles?: OpenedFileSource | undefined;
  readonly report: ReportParts;
  readonly activity: ActivitySource;
  readonly connection: ConnectionKeeper;
  readonly settings: SettingsFile;
  readonly raceDays: RaceDays;
  readonly races: Races;
  readonly racePage: RacePageReader;
  readonly dayPage: DayPageReader;
  readonly finder: Finder;
  readonly results: OpenResults;
  readonly exports: ExportsParts;
  readonly savedExports: SavedExportsFile;
  readonly downloads: Downloads;
  readonly views: ViewsParts;
  readonly annotations: AnnotationsParts;
  readonly bets: BetsParts;
  readonly rules: RulesParts;
  readonly notices: Notices;
  readonly learnings: Learnings;
  readonly sql: SqlParts;
  readonly updates: Updates;
}

export type BridgeRouter = ReturnType<typeof createRouter>;

export function createRouter(parts: RouterParts) {
  const os = createImplementer(parts.guard);
  return os.router({
    app: appHandlers(os.app, parts),
    connection: connectionHandlers(os.connection, parts.connection),
    settings: settingsHandlers(os.settings, parts.settings),
    days: daysHandlers(os.days, { raceDays: parts.raceDays, page: parts.dayPage }),
    find: findHandlers(os.find, parts.finder),
    races: racesHandlers(os.races, { races: parts.races, page: parts.racePage }),
    results: resultsHandlers(os.results, parts.results),
    exports: exportsHandlers(os.exports, parts.exports, parts.results),
    savedExports: savedExportsHandlers(os.savedExports, parts.savedExports),
    downloads: downloadsHandlers(os.downloads, parts.downloads),
    views: viewsHandlers(os.views, parts.views),
    annotations: annotationsHandlers(os.annotations, parts.annotations),
    bets: betsHandlers(os.bets, parts.bets),
    notices: noticesHandlers(os.notices, parts.notices),
    readings: readingsHandlers(os.readings, parts.learnings),
    rules: rulesHandlers(os.rules, parts.rules),
    sql: sqlHandlers(os.sql, parts.sql),
    updates: updatesHandlers(os.updates, parts.updates),
  });
}
