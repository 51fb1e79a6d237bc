// Opens the storage of the service: records, accounts and limits, in the data folder or in PostgreSQL.

import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Accounts } from './accounts/accounts.ts';
import { SqliteAccounts } from './accounts/sqlite-accounts.ts';
import { agreedPepper } from './accounts/agreed-pepper.ts';
import { DamagedPepper, pepperOf } from './accounts/pepper.ts';
import { PostgresAccounts } from './accounts/postgres-accounts.ts';
import { RememberedCredentials } from './accounts/remembered-credentials.ts';
import type { SampleKeys } from './accounts/sample-account.ts';
import { openSampleAccount } from './accounts/sample-account.ts';
import type { Counter } from './http/limits.ts';
import { memoryCounter } from './http/limits.ts';
import { Loader } from './sample/loader/loader.ts';
import type { Recipe } from './sample/loader/recipe.ts';
import { SampleStore } from './sample/loader/sample-store.ts';
import { makeInThreads } from './sample/loader/thread.ts';
import type { ServiceLog } from './log.ts';
import type { DatabaseAddresses } from './options.ts';
import { sharedCounter } from './store/postgres/counters.ts';
import { migrate } from './store/postgres/migrate.ts';
import type { ReplicaFreshness } from './store/postgres/servers/database-servers.ts';
import { DatabaseServers } from './store/postgres/servers/database-servers.ts';
import { primaryOf } from './store/postgres/servers/find-primary.ts';
import { ReplicatedStore } from './store/postgres/servers/replicated-store.ts';
import { DamagedDatabaseError, checkPages, removeDatabaseFile } from './store/sqlite/database-file.ts';
import { SqliteStore } from './store/sqlite/sqlite-store.ts';
import type { StoredDays, Store } from './store/store.ts';

export interface Storage {
  readonly store: Store & StoredDays;
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  /** Counters of the rate limits, shared by all processes of the storage. */
  readonly counter: Counter;
  /** In sample mode only. */
  readonly keys?: SampleKeys;
  /** Size of the store on disk, in bytes; undefined while it is unknown. */
  size(): Promise<number | undefined>;
  /** Of a store that may have replicas; undefined if it has none. */
  replicas?(): ReplicaFreshness | undefined;
  /** Call it before a drain, which would otherwise wait for queries that wait for days to be generated. */
  stopLoading(): Promise<void>;
  close(): Promise<void>;
}

interface StorageDeps {
  readonly now: () => Date;
  readonly log: ServiceLog;
}

/** Everything in one folder, for one process. */
export function openFolder(folder: string): Storage {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pepper = pepperOf(join(folder, 'pepper'));
  const accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  const file = join(folder, 'records.sqlite');
  const store = new SqliteStore(file);
  return {
    store,
    accounts,
    pepper,
    counter: memoryCounter,
    size: () => sizeOf(file),
    stopLoading: async () => {},
    async close() {
      await store.close();
      await accounts.close();
    },
  };
}

/** Sample racing and its account, in a separate folder, apart from real data. */
export async function openSample(
  dataDir: string,
  recipe: Recipe,
  { now, log }: StorageDeps,
): Promise<Storage> {
  const folder = join(dataDir, 'sample');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pepper = samplePepper(folder, log);
  const accounts = orMadeAgain(join(folder, 'accounts.sqlite'), (path) => new SqliteAccounts(path), log);
  const keys = await openSampleAccount(accounts, pepper);
  const file = join(folder, 'records.sqlite');
  const kept = orMadeAgain(file, (path) => new SqliteStore(path), log);
  const loader = new Loader(file, recipe, { make: makeInThreads, now, log });
  loader.keepUp();
  const store = new SampleStore(kept, loader);
  return {
    store,
    accounts,
    pepper,
    counter: memoryCounter,
    keys,
    size: () => sizeOf(file),
    stopLoading: () => loader.stop(),
    async close() {
      await store.close();
      await accounts.close();
    },
  };
}

/** A damaged file of the sample is generated again, the racing from the seed, the keys from the pepper. */
function orMadeAgain<Opened>(file: string, open: (file: string) => Opened, log: ServiceLog): Opened {
  try {
    checkPages(file);
    return open(file);
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error;
    log.warn({ file }, MADE_AGAIN);
    removeDatabaseFile(file);
    return open(file);
  }
}

const MADE_AGAIN = 'a damaged file of the sample is generated again';

/** Without its pepper the sample gets new keys, which each start prints; the accounts with the old keys are deleted. */
function samplePepper(folder: string, log: ServiceLog): Buffer {
  const file = join(folder, 'pepper');
  try {
    return pepperOf(file);
  } catch (error) {
    if (!(error instanceof DamagedPepper)) throw error;
    log.warn({ file }, MADE_AGAIN);
    removeDatabaseFile(join(folder, 'accounts.sqlite'));
    rmSync(file);
    return pepperOf(file);
  }
}

/** The size of a database file and of the log beside it. */
async function sizeOf(file: string): Promise<number> {
  const bytes = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return bytes(file) + bytes(`${file}-wal`);
}

/** The size of the whole database. */
async function databaseSize(servers: DatabaseServers): Promise<number | undefined> {
  try {
    const { rows } = await servers
      .any()
      .answers.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return rows[0] && Number(rows[0].bytes);
  } catch {
    // While the database is unavailable the other metrics are still needed.
    return undefined;
  }
}

/**
 * Everything in one database, for any number of processes; only the pepper is a file, the same on each machine. While
 * the primary is away, a replica is enough to start.
 *
 * @throws if the database cannot be reached, or is not ready for this release or this pepper
 */
export async function openDatabase(
  { servers: addresses, maxAgeSeconds }: DatabaseAddresses,
  folder: string,
  { log, now }: StorageDeps,
): Promise<Storage> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const primary = await primaryOf(addresses).catch((error: unknown) => {
    log.warn({ failure: error instanceof Error ? error.message : '' }, 'no primary');
    return undefined;
  });
  const applied = primary === undefined ? [] : await migrate(primary);
  if (applied.length > 0) log.info({ applied }, 'schema made');
  const remembered = new RememberedCredentials();
  const maxAge = maxAgeSeconds * 1000;
  const servers = await DatabaseServers.open(addresses, {
    log,
    now,
    maxAge,
    credentialsSeen: (version) => remembered.seen(version),
    primaryChanged: () => remembered.forget(),
  });
  try {
    const pepper = await agreedPepper(servers.any().answers, join(folder, 'pepper'));
    const store = new ReplicatedStore(servers, { now, maxAge });
    return {
      store,
      accounts: new PostgresAccounts(
        {
          writing: () => servers.primary().answers,
          readCredentials: (read) => servers.readCredentials(read),
          close: async () => {},
        },
        remembered,
      ),
      pepper,
      counter: sharedCounter(() => servers.primary().limits),
      size: () => databaseSize(servers),
      replicas: () => servers.freshness(),
      stopLoading: async () => {},
      close: () => store.close(),
    };
  } catch (error) {
    await servers.close();
    throw error;
  }
}
