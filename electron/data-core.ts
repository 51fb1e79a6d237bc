// Requests records from the service, stores and reads them: the part of the main process that the window's hosts and
// the terminal share. It receives the network, disk and keychain; core.ts puts the bridge in front of it.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { createApiClient, type ApiClient, type AttemptLog } from './service-client/api-client.ts';
import type { Clock } from './service-client/clock.ts';
import type { ServiceCredentials } from './service-client/credentials.ts';
import { START_RATE, type LearnedRate } from './service-client/pacer.ts';
import { openSpool } from './service-client/spool.ts';
import type { Transport } from './service-client/transport.ts';
import type { Archive } from './archive/archive.ts';
import { createArchives, type ArchiveFile, type ServiceIdentity } from './archive/archives.ts';
import { checkKeys } from './connection/check-keys.ts';
import { createConnection, type ConnectionKeeper } from './connection/connection.ts';
import { takeEnvironment } from './connection/environment.ts';
import { createFirstCheck } from './connection/first-check.ts';
import { SampleProgress } from './connection/sample-progress.ts';
import { createSampleService, type SampleCommand } from './connection/sample-service.ts';
import type { ChosenKeyStore } from './keychain/choose-key-store.ts';
import { clearLeftovers } from './files/leftovers.ts';
import { openSavedExports, type SavedExportsFile } from './exports/saved-exports.ts';
import { createKnownSecrets, type KnownSecrets } from './keychain/known-secrets.ts';
import { openLog, type AppLog } from './log.ts';
import { openNotices, type Notices } from './files/notices.ts';
import { InFlight } from './downloads/in-flight.ts';
import { createRaceDays, type RaceDays } from './results/race-days.ts';
import { createRaces, type Races } from './results/races.ts';
import { createResults, type OpenResults } from './results/results.ts';
import { openSettingsFile, type SettingsFile } from './settings/settings-file.ts';
import { paceSchema } from './settings/state-schema.ts';

export interface DataCoreOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly host: 'electron' | 'web' | 'terminal';
  /** The connection's variables are removed from it. */
  readonly env: Record<string, string | undefined>;
  readonly platform: string;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly chooseKeyStore: () => Promise<ChosenKeyStore>;
  readonly sampleCommand: SampleCommand;
  /** Connect to this service in this run, whatever was connected before. */
  readonly startWith?: 'sample' | 'account' | undefined;
  /** Only the archive is read: whatever it has not stored fails with OFFLINE_NOT_HELD. */
  readonly offline?: boolean;
  /** Called for each attempt at a request. */
  readonly onAttempt?: (attempt: AttemptLog) => void;
}

export interface DataCore {
  readonly secrets: KnownSecrets;
  readonly logger: AppLog['logger'];
  readonly settings: SettingsFile;
  readonly savedExports: SavedExportsFile;
  /** Notices about the data folder that are not dismissed yet. */
  readonly notices: Notices;
  readonly connection: ConnectionKeeper;
  readonly sampleProgress: SampleProgress;
  readonly client: ApiClient;
  readonly inFlight: InFlight;
  /** The archive of the connected service. Errors: NOT_CONNECTED, ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  readonly archive: () => Promise<Archive>;
  /** The archive of any service. Errors: ARCHIVE_FAILED, ARCHIVE_IN_USE, ARCHIVE_NEWER. */
  readonly archiveOf: (identity: ServiceIdentity) => Promise<Archive>;
  /** The path of the connected service's archive, whether or not it exists yet. Errors: NOT_CONNECTED. */
  readonly archiveFile: () => ArchiveFile;
  /** Requests a second that the connected service is known to accept. */
  readonly perSecond: () => number;
  readonly results: OpenResults;
  readonly raceDays: RaceDays;
  readonly races: Races;
  readonly report: (error: unknown) => void;
  /** Starts slow preparations early, so that the first query is answered sooner. */
  start(): void;
  /** Stops everything, child processes included, and waits for pending writes. */
  close(): Promise<void>;
}

/** The time limit of one check of typed keys. */
const CHECK_LIMIT_MS = 20_000;

/** Errors: FILE_FAILED if the data folder cannot be used, NOT_THE_SERVICE for an address in `env`. */
export async function createDataCore(options: DataCoreOptions): Promise<DataCore> {
  const { dataDir, clock, transport } = options;
  const secrets = createKnownSecrets();
  const log = openLog({ path: join(dataDir, 'logs', 'railbird.log'), hide: secrets.hideIn });
  const report = (error: unknown) => log.logger.error({ err: error }, 'failed in the background');
  const remember = (credentials: Partial<ServiceCredentials>) => {
    secrets.add(credentials.apiKey);
    secrets.add(credentials.userKey);
  };
  const environment = takeEnvironment(options.env);
  remember(environment);

  const cleared = clearLeftovers(dataDir);
  const notices = openNotices({ dataDir, now: () => clock.now(), report });
  const settings = await openSettingsFile({ dataDir, notify: notices.add });
  const savedExports = await openSavedExports({ dataDir, notify: notices.add, report });
  let chosen: Promise<ChosenKeyStore> | undefined;
  const keyStore = () => (chosen ??= options.chooseKeyStore());
  const sampleProgress = new SampleProgress();
  const sample = sampleOf(options.sampleCommand, log.logger, sampleProgress);
  const check = (credentials: ServiceCredentials) => {
    remember(credentials);
    const now = clock.now();
    const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
    return checkKeys(credentials, { transport, signal, now, today: todayInTokyo(now) });
  };
  const connection = createConnection({
    saved: settings.state.connection,
    save: (change) => settings.update((state) => ({ ...state, connection: change(state.connection) })),
    startWith: options.startWith,
    environment,
    keyStore,
    sample,
    platform: options.platform,
    check,
  });

  const knownPaces = settings.state.paces;
  const paces = new Map(Object.entries(knownPaces));
  const spool = openSpool(dataDir);
  const online = createApiClient({
    transport,
    spool,
    prove: createFirstCheck(check),
    memory: paces,
    clock,
    random: Math.random,
    credentials: async () => {
      const credentials = await connection.credentials();
      remember(credentials);
      return credentials;
    },
    log: (attempt) => {
      log.logger.info(attempt, 'sent a request to the service');
      options.onAttempt?.(attempt);
    },
  });
  connection.onChange(() => online.unblock());
  const client = options.offline === true ? offline(online) : online;

  const archives = createArchives({ dataDir, now: () => clock.now(), notices });
  const identity = () => connectedTo(connection);
  const archive = async () => archives.of(identity());
  const inFlight = new InFlight();
  const results = createResults({ archive, client, inFlight, clock, newId: randomUUID, report });

  return {
    secrets,
    logger: log.logger,
    settings,
    savedExports,
    notices,
    connection,
    sampleProgress,
    client,
    inFlight,
    archive,
    archiveOf: archives.of,
    perSecond: () => paceOf(paces, connection.identity()).perSecond,
    archiveFile: () => archives.fileOf(identity()),
    results,
    raceDays: createRaceDays({ archive, client, inFlight, clock }),
    races: createRaces({ archive, client, inFlight, clock }),
    report,
    start: () => {
      log.logger.info({ version: options.version, host: options.host }, 'started');
      keyStore().catch(report);
      if (connection.identity()?.kind === 'sample') sample.credentials().catch(report);
    },
    close: async () => {
      await cleared;
      await results.closeAll();
      await archives.close();
      await spool.close().catch(report);
      await sample.stop();
      await savePaces(settings, learnedPaces(paces, knownPaces)).catch(report);
      await settings.close();
      await savedExports.close();
      log.close();
    },
  };
}

const sampleOf = (
  command: DataCoreOptions['sampleCommand'],
  logger: DataCore['logger'],
  progress: SampleProgress,
) =>
  createSampleService({
    command,
    log: (line) => {
      logger.info({ sample: line }, 'sample service');
      progress.read(line);
    },
    ended: () => progress.end(),
  });

/** Only paces learned here: another process may have learned those of other services meanwhile. */
async function savePaces(
  settings: DataCore['settings'],
  learned: Readonly<Record<string, LearnedRate>>,
): Promise<void> {
  if (Object.keys(learned).length === 0) return;
  await settings.update((state) => ({ ...state, paces: { ...state.paces, ...learned } }));
}

/** Errors: NOT_CONNECTED. */
function connectedTo(connection: ConnectionKeeper): ServiceIdentity {
  const identity = connection.identity();
  if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
  return identity;
}

const offline = (client: ApiClient): ApiClient => ({
  activity: client.activity,
  unblock: () => client.unblock(),
  query: () => Promise.reject(new RailbirdError('OFFLINE_NOT_HELD')),
});

/** The sample service is recognized by its address on this machine. */
function paceOf(paces: ReadonlyMap<string, LearnedRate>, identity: ServiceIdentity | undefined): LearnedRate {
  const isConnected = (address: string) =>
    identity?.kind === 'account' ? address === identity.baseUrl : address.startsWith(SAMPLE_ADDRESS);
  return [...paces].findLast(([address]) => isConnected(address))?.[1] ?? { perSecond: START_RATE };
}

const SAMPLE_ADDRESS = 'http://127.0.0.1:';

/**
 * The paces that changed. Addresses on this machine are left out, because the sample service has another port at each
 * start; so are values that are not numbers, which would make the settings unreadable.
 */
const learnedPaces = (
  paces: ReadonlyMap<string, LearnedRate>,
  known: Readonly<Record<string, LearnedRate>>,
): Record<string, LearnedRate> =>
  Object.fromEntries(
    [...paces].filter(
      ([address, pace]) =>
        !address.startsWith(SAMPLE_ADDRESS) &&
        known[address]?.perSecond !== pace.perSecond &&
        paceSchema.safeParse(pace).success,
    ),
  );
