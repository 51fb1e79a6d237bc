// Requests records from the service, stores and reads them: the part of the main process that the window's hosts and
// the terminal share. It receives the network, disk and keychain; core.ts puts the bridge in front of it.

import { randomUUID } from 'node:crypto';
import { RailbirdError } from '#shared/errors.ts';
import type { ApiClient, AttemptLog } from './service-client/api-client.ts';
import { serviceName, type ServiceIdentity } from './service-client/service-identity.ts';
import type { Annotations } from './annotations/annotations.ts';
import type { Archive } from './archive/archive.ts';
import { Upkeep } from './archive/upkeep.ts';
import { createBets, type Bets } from './bets/bets.ts';
import type { ConnectionKeeper } from './connection/connection.ts';
import { takeEnvironment } from './connection/environment.ts';
import { openDataFolder, type DataFolder, type DataFolderOptions } from './data-folder.ts';
import { createFinder, type Finder } from './find/finder.ts';
import { InFlight } from './downloads/in-flight.ts';
import type { OpenContext } from './downloads/query-context.ts';
import type { StoredJob } from './downloads/jobs/job.ts';
import { runWithOwnList, type RunNowOptions } from './downloads/jobs/run-now.ts';
import type { Ran } from './downloads/jobs/run-job.ts';
import { daysLacking } from './downloads/verify/shortfalls.ts';
import { createRaceDays, type RaceDays } from './results/race-days.ts';
import { createRaces, type Races } from './results/races.ts';
import { createResults, type OpenResults } from './results/results.ts';
import { createRules, type Rules } from './rules/rules.ts';
import type { SqlArchive } from './sql/select.ts';

export interface DataCoreOptions extends DataFolderOptions {
  /** The connection's variables are removed from it. */
  readonly env: Record<string, string | undefined>;
  /** Connect to this service in this run, whatever was connected before. */
  readonly startWith?: 'sample' | 'account' | undefined;
  /** Only the archive is read: whatever it has not stored fails with OFFLINE_NOT_STORED. */
  readonly offline?: boolean;
  /** Called for each attempt at a request. */
  readonly onAttempt?: (attempt: AttemptLog) => void;
}

/** A connected service with its archive, and what is done with the two. */
export interface ConnectedParts {
  readonly connection: ConnectionKeeper;
  readonly client: ApiClient;
  readonly inFlight: InFlight;
  /** The archive of the connected service. Errors: NOT_CONNECTED, ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  readonly archive: () => Promise<Archive>;
  /** That archive with the requests to its service: both are of the service that was connected when this was called. */
  readonly context: OpenContext;
  readonly results: OpenResults;
  readonly raceDays: RaceDays;
  readonly races: Races;
  readonly finder: Finder;
  readonly bets: Bets;
  /** What the user noted about the connected service's racing. Errors: as for `archive`; FILE_FAILED, FILE_NEWER, NOT_ANNOTATIONS. */
  readonly annotations: () => Promise<Annotations>;
  readonly rules: Rules;
  /** The archive of the connected service for SQL. Errors: as for `archive`. */
  readonly openSql: () => Promise<SqlArchive>;
}

/** What a command works with: everything in the data folder that it needs, connected to its service. */
export interface CommandCore
  extends ConnectedParts, Pick<DataFolder, 'secrets' | 'settings' | 'savedExports' | 'notices' | 'report'> {
  /**
   * Runs a job that the user waits for (downloads/jobs/run-now.ts). Errors: CANCELLED, NOT_CONNECTED, FILE_FAILED,
   * those of opening the archive; those of the service are in the result.
   */
  readonly downloadNow: (job: StoredJob, options: RunNowOptions) => Promise<Ran>;
  /** Releases what the command used. */
  close(): Promise<void>;
}

export interface DataCore extends CommandCore {
  readonly folder: DataFolder;
  readonly logger: DataFolder['logger'];
  readonly sampleProgress: DataFolder['sampleProgress'];
  /** The archive of any service. Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  readonly archiveOf: (identity: ServiceIdentity) => Promise<Archive>;
  /** Requests a second that the connected service is known to accept. */
  readonly perSecond: () => number;
  /** Starts slow preparations early, so that the first query is answered sooner. */
  start(): void;
  /** Stops everything, child processes included, and waits for pending writes. */
  close(): Promise<void>;
}

/** The user reads something else, or is gone: a step of the subjects' rows may take seconds. */
const AWAY_MS = 60_000;

/** Errors: FILE_FAILED if the data folder cannot be used, NOT_THE_SERVICE or KEY_VARIABLE_UNSENDABLE for what is in `env`. */
export async function createDataCore(options: DataCoreOptions): Promise<DataCore> {
  const { clock, startWith } = options;
  const environment = takeEnvironment(options.env);
  const folder = await openDataFolder(options);
  const { secrets, logger, settings, savedExports, notices, sampleProgress, archives, report } = folder;
  const connection = folder.connect({ startWith, environment });
  const client = clientFor(folder.createClient(connection), options);
  const parts = connectedParts(folder, connection, client, new InFlight());
  const upkeep = new Upkeep({
    archive: parts.archive,
    clock,
    tasks: [
      { restMs: 0, step: (archive, today) => archive.makeBlocks(today, daysLacking) },
      { restMs: AWAY_MS, step: (archive) => archive.renewLatestSubjects() },
      { restMs: AWAY_MS, step: (archive) => archive.makeHorseBlocks() },
    ],
    report,
  });

  return {
    ...parts,
    folder,
    secrets,
    logger,
    settings,
    savedExports,
    notices,
    sampleProgress,
    report,
    archiveOf: archives.of,
    perSecond: () => folder.perSecond(connection.identity()),
    downloadNow: async (job, run) => {
      const context = await parts.context();
      return runWithOwnList(job, { ...run, context, clock, notify: notices.add, report });
    },
    start: () => {
      folder.start(connection);
      connection.onChange(() => upkeep.wake());
      upkeep.wake();
    },
    close: async () => {
      await upkeep.close();
      parts.finder.close();
      await parts.results.closeAll();
      await folder.close();
    },
  };
}

export function connectedParts(
  { archives, clock, report, sql, runSql, ruleFiles, ruleLooks }: DataFolder,
  connection: ConnectionKeeper,
  client: ApiClient,
  inFlight: InFlight,
): ConnectedParts {
  const archive = async () => archives.of(identityOf(connection));
  const context: OpenContext = async () => {
    const service = identityOf(connection);
    return {
      archive: await archives.of(service),
      client: client.of(service),
      inFlight,
      now: () => clock.now(),
    };
  };
  const results = createResults({ context, newId: randomUUID, runSql, report });
  return {
    connection,
    client,
    inFlight,
    archive,
    context,
    results,
    raceDays: createRaceDays(context),
    races: createRaces(context),
    finder: createFinder({ archive, clock }),
    bets: createBets(context),
    annotations: async () => archives.annotationsOf(identityOf(connection)),
    rules: createRules({
      files: ruleFiles,
      looks: ruleLooks,
      service: () => {
        const service = identityOf(connection);
        return {
          name: serviceName(service),
          archive: () => archives.of(service),
          annotations: () => archives.annotationsOf(service),
        };
      },
      now: () => clock.now(),
      results,
    }),
    openSql: async () => sql.over(await archive()),
  };
}

/** The client, with each attempt counted, or with nothing sent. */
export function clientFor(
  client: ApiClient,
  { offline = false, onAttempt }: Pick<DataCoreOptions, 'offline' | 'onAttempt'>,
): ApiClient {
  if (!offline && onAttempt === undefined) return client;
  return {
    activity: client.activity,
    unblock: () => client.unblock(),
    of: (service) => ({
      query: (table, filter, options) =>
        offline
          ? Promise.reject(new RailbirdError('OFFLINE_NOT_STORED'))
          : client.of(service).query(table, filter, { ...options, ...(onAttempt ? { onAttempt } : {}) }),
    }),
  };
}

/** Errors: NOT_CONNECTED. */
export function identityOf(connection: ConnectionKeeper): ServiceIdentity {
  const identity = connection.identity();
  if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
  return identity;
}
