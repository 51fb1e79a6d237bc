// The main process without its edges: everything between the bridge's router and the network, disk and keychain that it
// receives. The same under Electron, in a browser window and in tests.

import { randomUUID } from 'node:crypto';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { openBetLists } from './bets/bet-lists.ts';
import type { AddressSource, OpenedFileSource } from './bridge/handlers/app.ts';
import { dayPage } from './results/day-page.ts';
import { racePage } from './results/race-page.ts';
import { createRouter, type BridgeRouter } from './bridge/router.ts';
import type { ConnectionKeeper } from './connection/connection.ts';
import { withConnectionChanges } from './connection/connection-changes.ts';
import { withSampleDays } from './connection/sample-progress.ts';
import { RunningCommands, type CommandChoice } from './command-core.ts';
import { createDataCore, type CommandCore, type DataCoreOptions } from './data-core.ts';
import { createLearnings } from './downloads/fetch/service-readings.ts';
import { createDownloads } from './downloads/downloads.ts';
import type { Destination } from './exports/destination.ts';
import { Exports } from './exports/exports.ts';
import type { Notices } from './files/notices.ts';
import { createDiskSpace } from './files/disk-space.ts';
import { markRun, windowCrashNotice } from './files/run-marker.ts';
import type { KnownSecrets } from './keychain/known-secrets.ts';
import { logFileOf } from './log.ts';
import { problemReport } from './report/problem-report.ts';
import { openViewsFile } from './settings/saved-views-store.ts';
import { openSqlHistory } from './sql/history.ts';
import { Updates, type UpdatesDeps } from './updates/updates.ts';

export interface CoreOptions extends Omit<DataCoreOptions, 'host' | 'startWith' | 'offline' | 'onAttempt'> {
  readonly host: 'electron' | 'web';
  /** The data folder lies beside the program. */
  readonly isPortable?: boolean;
  readonly destination: Destination;
  /** Shows a file in the system's file manager. */
  readonly reveal?: (path: string) => void;
  /** Connect to the sample service in this run, whatever was connected before. */
  readonly sample?: boolean;
  /** Addresses that the system hands to the app. */
  readonly addresses?: AddressSource;
  /** Files that the system opens in the app. */
  readonly openedFiles?: OpenedFileSource;
  /** Where new versions come from, and who installs them. Only the desktop app has any. */
  readonly updates?: UpdatesDeps['origin'];
  /** Ends the app, so that a new version takes its place. */
  readonly quit?: () => void;
}

export interface Core {
  readonly router: BridgeRouter;
  readonly exports: Exports;
  readonly connection: ConnectionKeeper;
  readonly report: (error: unknown) => void;
  readonly notices: Notices;
  readonly secrets: KnownSecrets;
  /** For one command of a terminal. Must be closed. */
  forCommand(choice: CommandChoice): Promise<CommandCore>;
  /** Starts slow preparations early, so that the first query is answered sooner. */
  start(): void;
  /** The window crashed and is opened again: a notice says so. */
  windowCrashed(reason: string): Promise<void>;
  /** Releases the memory that the core can do without. Errors: those of opening an archive, and of DuckDB. */
  releaseMemory(): Promise<void>;
  /** The app may be ended at any moment, and that is in order. */
  ending(): void;
  /** Stops everything, child processes included, and waits for pending writes. */
  close(): Promise<void>;
  /** Call after `close`: puts a new version in place if the user chose that. Errors: UPDATE_FAILED, UPDATE_DAMAGED. */
  readonly installUpdate: () => Promise<{ readonly program?: string } | undefined>;
}

/** Errors: FILE_FAILED if the data folder cannot be used, NOT_THE_SERVICE for an address in `env`. */
export async function createCore({
  sample,
  destination,
  addresses,
  openedFiles,
  updates: origin = { without: 'browser', installedBy: 'person' },
  quit = () => undefined,
  ...options
}: CoreOptions): Promise<Core> {
  const { dataDir, clock } = options;
  const data = await createDataCore({ ...options, startWith: sample === true ? 'sample' : undefined });
  const { secrets, logger, connection, settings, notices, results, raceDays, races, finder, report } = data;
  const log = logFileOf(dataDir);
  const run = await markRun({ dataDir, log, notify: notices.add, report });
  const disk = createDiskSpace({ dataDir, notices, report });
  const views = await openViewsFile({ dataDir, notify: notices.add, report });
  const history = await openSqlHistory({ dataDir, notify: notices.add, report });
  const betLists = await openBetLists({ dataDir, notify: notices.add, report });
  const downloads = createDownloads({
    identity: () => connection.identity(),
    archiveOf: data.archiveOf,
    client: data.client,
    inFlight: data.inFlight,
    activity: data.client.activity,
    clock,
    newId: randomUUID,
    perSecond: data.perSecond,
    notify: notices.add,
    report,
  });
  connection.onChange(() => downloads.connectionChanged());
  const exports = new Exports({ results, destination, now: () => clock.now(), newId: randomUUID });
  const commands = new RunningCommands();
  const updates = new Updates({
    version: options.version,
    origin,
    settings,
    clock,
    isBusy: async () =>
      exports.isRunning ||
      commands.isAny ||
      (await downloads.list()).some(({ state }) => state === 'running'),
    quit,
    notices,
    report,
  });
  const offer = (path: string) => exports.offer(path);
  const router = createRouter({
    guard: {
      newId: randomUUID,
      hide: secrets.hideIn,
      report: (id, error, procedure) => logger.error({ id, procedure, err: error }, 'failed'),
    },
    about: {
      version: options.version,
      host: options.host,
      dataDir,
      ...(options.isPortable === true ? { isPortable: true } : {}),
      today: () => todayInTokyo(clock.now()),
    },
    addresses,
    openedFiles,
    report: {
      text: () =>
        problemReport({
          dataDir,
          version: options.version,
          host: options.host,
          log,
          settings: () => settings.state,
          usage: () => downloads.usage(),
          notices: notices.list,
          hide: secrets.hideIn,
          now: () => clock.now(),
        }),
      hide: secrets.hideIn,
      today: () => todayInTokyo(clock.now()),
      destination,
      offer,
    },
    activity: withConnectionChanges(
      withSampleDays(
        data.client.activity,
        data.sampleProgress,
        () => connection.identity()?.kind === 'sample',
      ),
      connection,
    ),
    connection,
    settings,
    raceDays,
    races,
    dayPage: (wanted, signal) => dayPage({ archive: data.archive, results }, wanted, signal),
    racePage: (wanted, signal) => racePage({ archive: data.archive, results }, wanted, signal),
    finder,
    results,
    exports: { jobs: exports, reveal: options.reveal },
    savedExports: data.savedExports,
    downloads,
    notices,
    learnings: createLearnings({
      archive: () => (connection.identity() === undefined ? undefined : data.archive()),
      now: () => clock.now(),
    }),
    views: { file: views, newId: randomUUID, destination, offer },
    annotations: { annotations: data.annotations, destination, offer },
    sql: { history, now: () => clock.now() },
    bets: {
      bets: data.bets,
      lists: betLists,
      now: () => clock.now(),
      today: () => todayInTokyo(clock.now()),
      destination,
      offer,
    },
    rules: { rules: data.rules, destination, offer },
    updates,
  });
  return {
    router,
    exports,
    connection,
    report,
    notices,
    secrets,
    forCommand: (choice) => commands.open({ data, downloads }, choice),
    start: () => {
      data.start();
      disk.watch();
      downloads.wake();
      updates.start();
    },
    windowCrashed: (reason) => notices.add(windowCrashNotice(log, reason)),
    releaseMemory: () => data.folder.archives.releaseMemory(),
    ending: () => run.end(),
    close: async () => {
      disk.stop();
      updates.close();
      await exports.close();
      await downloads.close();
      await views.close();
      await betLists.close();
      await data.close();
      await history.close();
      run.end();
    },
    installUpdate: () => updates.installPending(),
  };
}
