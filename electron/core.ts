// The main process without its edges: everything between the bridge's router and the network, disk and keychain
// that it is handed. The same under Electron, in a browser window and in tests.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RailbirdError } from '#shared/errors.ts';
import { todayInTokyo } from '#shared/racing/racedate.ts';
import { createApiClient } from './api/api-client.ts';
import type { Clock } from './api/clock.ts';
import type { Credentials } from './api/credentials.ts';
import type { Pace } from './api/pacer.ts';
import type { Transport } from './api/transport.ts';
import { createArchives } from './archive/archives.ts';
import { createRouter, type BridgeRouter } from './bridge/router.ts';
import { checkKeys } from './connection/check-keys.ts';
import { createConnection, type ConnectionKeeper } from './connection/connection.ts';
import { takeEnvironment } from './connection/environment.ts';
import { SampleProgress, withSampleDays } from './connection/sample-progress.ts';
import { createSampleService, type SampleCommand } from './connection/sample-service.ts';
import type { Destination } from './exports/destination.ts';
import { createExports, type Exports } from './exports/exports.ts';
import type { ChosenKeyStore } from './keychain/choose-key-store.ts';
import { createKnownSecrets } from './keychain/known-secrets.ts';
import { openLog } from './log.ts';
import { createRaceDays } from './results/race-days.ts';
import { createRaces } from './results/races.ts';
import { createResults } from './results/results.ts';
import { openSettingsFile } from './settings/settings-file.ts';

export interface CoreOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly host: 'electron' | 'web';
  /** The connection's variables are taken out of it. */
  readonly env: Record<string, string | undefined>;
  readonly platform: string;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly chooseKeyStore: () => Promise<ChosenKeyStore>;
  readonly destination: Destination;
  readonly sampleCommand: SampleCommand;
  /** Ask the sample service in this run, whatever was connected before. */
  readonly sample?: boolean;
}

export interface Core {
  readonly router: BridgeRouter;
  readonly exports: Exports;
  readonly connection: ConnectionKeeper;
  readonly report: (error: unknown) => void;
  /** Begins what takes a while, so that the first question is answered sooner. */
  start(): void;
  /** Stops everything, children included, and waits for what is being written. */
  close(): Promise<void>;
}

/** How long one check of typed keys may take. */
const CHECK_LIMIT_MS = 20_000;

/** Errors: FILE_FAILED where the data folder cannot be used, NOT_THE_SERVICE for an address in `env`. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { dataDir, clock, transport } = options;
  const secrets = createKnownSecrets();
  const log = openLog({ path: join(dataDir, 'logs', 'railbird.log'), hide: secrets.hideIn });
  const report = (error: unknown) => log.logger.error({ err: error }, 'failed in the background');
  const remember = (credentials: Partial<Credentials>) => {
    secrets.add(credentials.apiKey);
    secrets.add(credentials.userKey);
  };
  const environment = takeEnvironment(options.env);
  remember(environment);

  const settings = await openSettingsFile({
    dataDir,
    onDamaged: (aside) => log.logger.warn({ aside }, 'the settings file was damaged and set aside'),
  });
  let chosen: Promise<ChosenKeyStore> | undefined;
  const keyStore = () => (chosen ??= options.chooseKeyStore());
  const sampleProgress = new SampleProgress();
  const sample = createSampleService({
    command: options.sampleCommand,
    log: (line) => {
      log.logger.info({ sample: line }, 'sample service');
      sampleProgress.read(line);
    },
    ended: () => sampleProgress.end(),
  });
  const connection = createConnection({
    saved: settings.state.connection,
    save: (saved) => settings.update((state) => ({ ...state, connection: saved })),
    startWithSample: options.sample ?? false,
    environment,
    keyStore,
    sample,
    platform: options.platform,
    check: (credentials) => {
      remember(credentials);
      const now = clock.now();
      const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
      return checkKeys(credentials, { transport, signal, now, today: todayInTokyo(now) });
    },
  });

  const paces = new Map(Object.entries(settings.state.paces));
  const client = createApiClient({
    transport,
    memory: paces,
    clock,
    random: Math.random,
    credentials: async () => {
      const credentials = await connection.credentials();
      remember(credentials);
      return credentials;
    },
    log: (attempt) => log.logger.info(attempt, 'asked the service'),
  });
  connection.onChange(() => client.unblock());

  const archives = createArchives({ dataDir, now: () => clock.now() });
  const archive = async () => {
    const identity = connection.identity();
    if (identity === undefined) throw new RailbirdError('NOT_CONNECTED');
    return archives.of(identity);
  };
  const results = createResults({ archive, client, clock, newId: randomUUID, report });
  const raceDays = createRaceDays({ archive, client, clock });
  const races = createRaces({ archive, client, clock });
  const exports = createExports({
    results,
    destination: options.destination,
    now: () => clock.now(),
    newId: randomUUID,
  });

  const router = createRouter({
    guard: {
      newId: randomUUID,
      hide: secrets.hideIn,
      report: (id, error, procedure) => log.logger.error({ id, procedure, err: error }, 'failed'),
    },
    about: {
      version: options.version,
      host: options.host,
      dataDir,
      today: () => todayInTokyo(clock.now()),
    },
    activity: withSampleDays(
      client.activity,
      sampleProgress,
      () => connection.identity()?.kind === 'sample',
    ),
    connection,
    settings,
    raceDays,
    races,
    results,
    exports,
  });

  return {
    router,
    exports,
    connection,
    report,
    start: () => {
      log.logger.info({ version: options.version, host: options.host }, 'started');
      keyStore().catch(report);
      if (connection.identity()?.kind === 'sample') sample.credentials().catch(report);
    },
    close: async () => {
      await exports.close();
      await results.closeAll();
      await archives.close();
      await sample.stop();
      const kept = worthKeeping(paces);
      if (Object.keys(kept).length > 0) {
        await settings.update((state) => ({ ...state, paces: kept })).catch(report);
      }
      await settings.close();
      log.close();
    },
  };
}

/** Not those of addresses on this machine: the sample service has another port at each start. */
const worthKeeping = (paces: ReadonlyMap<string, Pace>): Record<string, Pace> =>
  Object.fromEntries([...paces].filter(([address]) => !address.startsWith('http://127.0.0.1:')));
