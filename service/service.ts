// Assembles a service from its options: accounts, store, limits, server. main.ts connects it to the process.

import type { SampleKeys } from './accounts/sample-account.ts';
import { UsageCounter } from './accounts/usage-counter.ts';
import type { Storage } from './open-storage.ts';
import { openDatabase, openFolder, openSample } from './open-storage.ts';
import type { RateLimits } from './http/limits.ts';
import { NO_LIMITS, SAMPLE_LIMITS, DEFAULT_LIMITS, limitsWith } from './http/limits.ts';
import type { Recipe } from './sample/loader/recipe.ts';
import { sampleRecipe } from './sample/loader/recipe.ts';
import { applicationKeyIn } from './accounts/application-key.ts';
import type { DashboardServer } from './dashboard/serve.ts';
import type { ServiceLog } from './log.ts';
import type { ServiceOptions } from './options.ts';
import { listen } from './http/server.ts';
import type { Gauge } from './http/overload/metrics.ts';
import type { MetricsServer } from './http/overload/metrics-server.ts';
import { serveMetrics } from './http/overload/metrics-server.ts';
import { DEFAULT_CONNECTION_LIMITS } from './http/overload/connection-limits.ts';
import { readLimitsFile } from './http/overload/limits-file.ts';
import { DEFAULT_SHEDDING } from './http/overload/shedding.ts';
import { ServerStats } from './http/overload/server-stats.ts';
import type { WorkerLine } from './workers/worker.ts';

export interface RunningService {
  readonly url: string;
  /** Where browsers reach the dashboard, if it is served. */
  readonly dashboardUrl: string | undefined;
  /** The address of the metrics, if they are served. */
  readonly metricsUrl: string | undefined;
  /** Process ids of the workers, if there are any. */
  readonly workers?: readonly number[];
  /** The metrics as text. */
  metrics(): Promise<string>;
  /** In sample mode only. */
  readonly keys: SampleKeys | undefined;
  /** Lets active answers finish for at most that long, then closes everything. */
  close(milliseconds: number): Promise<void>;
}

export interface ServiceDeps {
  readonly now: () => Date;
  readonly log: ServiceLog;
  /** Replaces the default limits of the mode. */
  readonly limits?: RateLimits;
  /** The line to the process that started this one as a worker. */
  readonly line?: WorkerLine | undefined;
  /** Replaces the default sample data. */
  readonly recipe?: Recipe;
}

/** @throws if the data folder, the database or the port cannot be opened */
export async function startService(
  options: ServiceOptions,
  { now, log, limits, line, recipe = sampleRecipe(options.sampleRange) }: ServiceDeps,
): Promise<RunningService> {
  const usual = {
    limits: options.sample ? SAMPLE_LIMITS : DEFAULT_LIMITS,
    shedding: DEFAULT_SHEDDING,
    bounds: DEFAULT_CONNECTION_LIMITS,
  };
  // Before anything is opened: a mistake in the file ends the start, and nothing would be closed.
  const figures = options.figures === undefined ? usual : readLimitsFile(options.figures, usual);
  const storage = await openStorage(options, recipe, { now, log });
  const { store, accounts, pepper } = storage;
  // A worker's limits are those of all workers; a database counts for all processes anyway.
  const sharedLimits = (rates: RateLimits) =>
    line?.limits(rates, options.database === undefined ? undefined : storage.counter) ??
    limitsWith(rates, storage.counter);
  const deps = {
    accounts,
    pepper,
    now,
    limits: options.limits === 'off' ? NO_LIMITS : sharedLimits(limits ?? figures.limits),
  };
  const watch = new ServerStats({ shedding: figures.shedding });
  const usage = new UsageCounter(accounts, { now, log });
  let metrics: MetricsServer | undefined;
  let dashboard: DashboardServer | undefined;
  const closeAll = async () => {
    watch.stop();
    await dashboard?.close();
    await metrics?.close();
    await usage.stop();
    await storage.close();
  };
  try {
    const text = async () => watch.text(await storeGauges(storage));
    if (options.metricsPort !== undefined && !line) metrics = await serveMetrics(options.metricsPort, text);
    if (options.dashboardPort !== undefined) {
      // Only here, since most services have none.
      const { serveDashboard } = await import('./dashboard/serve.ts');
      dashboard = await serveDashboard(
        {
          accounts,
          pepper,
          now,
          log,
          counter: storage.counter,
          store,
          applicationKey: () => applicationKeyOf(storage, options.dataDir),
          load: async () => ({ ...watch.load(), storeBytes: await storage.size() }),
        },
        {
          port: options.dashboardPort,
          host: options.host,
          origin: options.dashboardOrigin,
          addressOf: options.addressOf,
        },
      );
    }
    const server = await listen({ ...deps, store, log, addressOf: options.addressOf, usage }, options, {
      watch,
      bounds: figures.bounds,
      shared: line,
    });
    return {
      url: server.url,
      dashboardUrl: dashboard?.origin,
      metricsUrl: metrics?.url,
      metrics: text,
      keys: storage.keys,
      async close(milliseconds) {
        await storage.stopLoading();
        await server.drain(milliseconds);
        await closeAll();
      },
    };
  } catch (error) {
    await storage.stopLoading();
    await closeAll();
    throw error;
  }
}

/**
 * Opens the storage once and closes it: makes what is missing, and finds what is wrong, before workers start.
 *
 * @throws if the data folder or the database cannot be opened
 */
export async function prepareStorage(options: ServiceOptions, deps: ServiceDeps): Promise<void> {
  const storage = await openStorage(options, sampleRecipe(options.sampleRange), deps);
  await storage.close();
}

/** The sample is generated locally, so it is never in a shared database. */
async function openStorage(
  { sample, dataDir, database }: ServiceOptions,
  recipe: Recipe,
  deps: Pick<ServiceDeps, 'now' | 'log'>,
): Promise<Storage> {
  if (sample) return openSample(dataDir, recipe, deps);
  return database === undefined ? openFolder(dataDir) : openDatabase(database, dataDir, deps);
}

/** The key that the dashboard shows: the sample's own, or the one that the operator put into the data folder. */
async function applicationKeyOf(
  { keys, accounts, pepper }: Storage,
  dataDir: string,
): Promise<string | undefined> {
  return keys?.api_key ?? applicationKeyIn(dataDir, accounts, pepper);
}

/** The size of the store, and of its replicas their age; nothing while it is unknown. */
async function storeGauges(storage: Storage): Promise<Gauge[]> {
  const bytes = await storage.size();
  const { fresh, oldest } = storage.replicas?.() ?? {};
  const gauges = [
    ['store_bytes', 'Size of the store on disk.', bytes],
    ['store_replicas_fresh', 'Replicas that are fresh enough to answer.', fresh],
    [
      'store_replica_age_seconds',
      'Age of the data of the oldest replica that can be reached.',
      oldest === undefined ? undefined : oldest / 1000,
    ],
  ] as const;
  return gauges.flatMap(([name, help, value]) =>
    value === undefined ? [] : [{ name, help, value: () => value }],
  );
}
