// What one data folder has once: log, notices, settings, archives, the sample service, and the paces that services are
// known to accept. Everything that runs on the folder in this process shares it.

import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { createApiClient, type ApiClient } from './service-client/api-client.ts';
import { createClockCheck } from './service-client/clock-check.ts';
import type { Clock } from './service-client/clock.ts';
import type { ServiceCredentials } from './service-client/credentials.ts';
import { START_RATE, type LearnedRate } from './service-client/pacer.ts';
import { serviceName, type ServiceIdentity } from './service-client/service-identity.ts';
import { openSpool } from './service-client/spool.ts';
import type { Transport } from './service-client/transport.ts';
import { createArchives, type Archives } from './archive/archives.ts';
import { checkKeys } from './connection/check-keys.ts';
import type { ConnectionKeeper } from './connection/connection.ts';
import { Connections } from './connection/connections.ts';
import type { EnvironmentConnection } from './connection/environment.ts';
import { createFirstCheck } from './connection/first-check.ts';
import { SampleProgress } from './connection/sample-progress.ts';
import { createSampleService, type SampleCommand } from './connection/sample-service.ts';
import { KEYCHAIN_LIMIT_MS } from './connection/user-keys.ts';
import type { Keychain } from './keychain/keychain.ts';
import { openSavedExports, type SavedExportsFile } from './exports/saved-exports.ts';
import { clearLeftovers } from './files/leftovers.ts';
import { createKnownSecrets, type KnownSecrets } from './keychain/known-secrets.ts';
import { logFileOf, openLog, type AppLog } from './log.ts';
import { openNotices, type Notices } from './files/notices.ts';
import { ruleFiles, type RuleFiles } from './rules/rule-files.ts';
import { openRuleLooks, type RuleLooksFile } from './rules/rule-looks.ts';
import type { RunSql } from './results/sql-contents.ts';
import { createSharedSql, type SharedSql } from './sql/shared-archive.ts';
import { openSettingsFile, type SettingsFile } from './settings/settings-file.ts';
import { paceSchema } from './settings/state-schema.ts';

export interface DataFolderOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly host: 'electron' | 'web' | 'terminal';
  readonly platform: string;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly keychain: Keychain;
  readonly sampleCommand: SampleCommand;
  /** How many threads a query of the archive may use; two by default. */
  readonly archiveThreads?: number;
}

/** Which service is connected, apart from what the settings say. */
export interface ConnectionChoice {
  /** Connect to this service in this run, whatever was connected before. */
  readonly startWith?: 'sample' | 'account' | undefined;
  readonly environment: EnvironmentConnection;
  /** Its keys stay whatever another connection saves: they were given to a command for its run. */
  readonly keepsEnvironment?: boolean;
}

export interface DataFolder {
  readonly clock: Clock;
  readonly secrets: KnownSecrets;
  readonly logger: AppLog['logger'];
  /** For errors of background work. */
  readonly report: (error: unknown) => void;
  /** Notices about the data folder that are not dismissed yet. */
  readonly notices: Notices;
  readonly settings: SettingsFile;
  readonly savedExports: SavedExportsFile;
  readonly ruleFiles: RuleFiles;
  readonly ruleLooks: RuleLooksFile;
  readonly archives: Archives;
  /** SQL over an archive that this process has open. */
  readonly sql: SharedSql;
  /** Runs a query within the limit of the settings. */
  readonly runSql: RunSql;
  readonly sampleProgress: SampleProgress;
  /** Requests a second that the service is known to accept. */
  readonly perSecond: (identity: ServiceIdentity | undefined) => number;
  /** A connection that starts from the saved one. Must be released if the folder stays open. */
  connect(choice: ConnectionChoice): ConnectionKeeper;
  release(connection: ConnectionKeeper): void;
  /** A client with its own queue and pace. */
  createClient(connection: ConnectionKeeper): ApiClient;
  /** Starts slow preparations early, so that the first query is answered sooner. */
  start(connection: ConnectionKeeper): void;
  /** Stops child processes and waits for pending writes. */
  close(): Promise<void>;
}

/** The time limit of one check of typed keys. */
const CHECK_LIMIT_MS = 20_000;

/**
 * What is stored is shown without the sample's service, whose start would take the processor from it. The first request
 * starts it at once.
 */
const SAMPLE_AFTER_MS = 3000;

/** Errors: FILE_FAILED if the data folder cannot be used. */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const { dataDir, clock, transport } = options;
  const secrets = createKnownSecrets();
  const log = openLog({ path: logFileOf(dataDir), hide: secrets.hideIn });
  const report = (error: unknown) => log.logger.error({ err: error }, 'failed in the background');
  const remember = (credentials: Partial<ServiceCredentials>) => {
    secrets.add(credentials.apiKey);
    secrets.add(credentials.userKey);
  };

  const cleared = clearLeftovers(dataDir);
  const notices = openNotices({ dataDir, now: () => clock.now(), report });
  const settings = await openSettingsFile({ dataDir, notify: notices.add });
  const savedExports = await openSavedExports({ dataDir, notify: notices.add, report });
  const ruleLooks = await openRuleLooks({ dataDir, notify: notices.add, report });
  const sampleProgress = new SampleProgress();
  const sample = sampleOf(options.sampleCommand, log.logger, sampleProgress);
  const check = (credentials: ServiceCredentials, cancelled?: AbortSignal) => {
    remember(credentials);
    const now = clock.now();
    const limit = AbortSignal.timeout(CHECK_LIMIT_MS);
    const signal = cancelled === undefined ? limit : AbortSignal.any([limit, cancelled]);
    return checkKeys(credentials, { transport, signal, now, today: todayInTokyo(now) });
  };
  const connections = new Connections({
    settings,
    keychain: options.keychain,
    keychainLimitMs: KEYCHAIN_LIMIT_MS,
    sample,
    check,
    forgotten: secrets.remove,
    report,
  });
  const knownPaces = settings.state.paces;
  const paces = new Map(Object.entries(knownPaces));
  const spool = openSpool(dataDir);
  const archives = createArchives({
    dataDir,
    now: () => clock.now(),
    notices,
    threads: options.archiveThreads,
  });

  const checkClock = createClockCheck({ notices, report });
  const sql = createSharedSql();
  let leaveToStart: () => void = () => undefined;

  return {
    clock,
    secrets,
    logger: log.logger,
    report,
    notices,
    settings,
    savedExports,
    ruleFiles: ruleFiles(join(dataDir, 'rules')),
    ruleLooks,
    archives,
    sql,
    runSql: (archive, text, signal) =>
      sql.rows(archive, text, { signal, seconds: settings.state.settings.sqlSeconds }),
    sampleProgress,
    perSecond: (identity) => paceOf(paces, identity).perSecond,
    connect(choice) {
      remember(choice.environment);
      return connections.open(choice);
    },
    release: (connection) => connections.close(connection),
    createClient(connection) {
      const client = createApiClient({
        transport,
        spool,
        prove: createFirstCheck(check),
        memory: paces,
        clock,
        dated: checkClock,
        random: Math.random,
        credentials: async (service) => {
          const connected = connection.identity();
          if (connected !== undefined && serviceName(connected) !== serviceName(service))
            throw new RailbirdError('SERVICE_CHANGED');
          const credentials = await connection.credentials();
          remember(credentials);
          return credentials;
        },
        log: (attempt) => log.logger.info(attempt, 'sent a request to the service'),
      });
      connection.onChange(() => client.unblock());
      return client;
    },
    start(connection) {
      log.logger.info({ version: options.version, host: options.host }, 'started');
      if (connection.identity()?.kind !== 'sample') return;
      leaveToStart = clock.after(SAMPLE_AFTER_MS, () => {
        if (connection.identity()?.kind === 'sample') sample.credentials().catch(report);
      });
    },
    async close() {
      leaveToStart();
      await cleared;
      await archives.close();
      await sql.close();
      await spool.close().catch(report);
      await sample.stop();
      await savePaces(settings, learnedPaces(paces, knownPaces)).catch(report);
      await settings.close();
      await savedExports.close();
      await ruleLooks.close();
      log.close();
    },
  };
}

const sampleOf = (command: SampleCommand, logger: AppLog['logger'], progress: SampleProgress) =>
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
  settings: SettingsFile,
  learned: Readonly<Record<string, LearnedRate>>,
): Promise<void> {
  if (Object.keys(learned).length === 0) return;
  await settings.update((state) => ({ ...state, paces: { ...state.paces, ...learned } }));
}

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
