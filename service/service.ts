// Puts a service together from its options: accounts, store, limits, server. main.ts gives it the process.

import type { SampleKeys } from './accounts/sample-account.ts';
import type { Storage } from './open-storage.ts';
import { openDatabase, openFolder, openSample } from './open-storage.ts';
import type { LimitFigures } from './http/limits.ts';
import { NO_LIMITS, SAMPLE_LIMITS, USUAL_LIMITS } from './http/limits.ts';
import type { Recipe } from './sample/loader/recipe.ts';
import { sampleRecipe } from './sample/loader/recipe.ts';
import type { ServiceLog } from './log.ts';
import type { ServiceOptions } from './options.ts';
import { listen } from './http/server.ts';
import type { Gauge } from './http/overload/metrics.ts';
import type { MetricsServer } from './http/overload/metrics-server.ts';
import { serveMetrics } from './http/overload/metrics-server.ts';
import { USUAL_BOUNDS } from './http/overload/connection-limits.ts';
import { readFigures } from './http/overload/limits-file.ts';
import { USUAL_SHEDDING } from './http/overload/shedding.ts';
import { Watch } from './http/overload/server-stats.ts';

export interface RunningService {
  readonly url: string;
  /** Where the metrics are, if they were asked for. */
  readonly metricsUrl: string | undefined;
  /** In sample mode only. */
  readonly keys: SampleKeys | undefined;
  /** Lets answers under way finish for at most that long, then closes everything. */
  close(milliseconds: number): Promise<void>;
}

interface ServiceDeps {
  readonly now: () => Date;
  readonly log: ServiceLog;
  /** Instead of the usual figures of the mode. */
  readonly limits?: LimitFigures;
  /** Instead of the usual sample data. */
  readonly recipe?: Recipe;
}

/** @throws where the data folder, the database or the port cannot be had */
export async function startService(
  options: ServiceOptions,
  { now, log, limits, recipe = sampleRecipe(options.sampleRange) }: ServiceDeps,
): Promise<RunningService> {
  const storage = await openStorage(options, recipe, { now, log });
  const usual = {
    limits: options.sample ? SAMPLE_LIMITS : USUAL_LIMITS,
    shedding: USUAL_SHEDDING,
    bounds: USUAL_BOUNDS,
  };
  const figures = options.figures === undefined ? usual : readFigures(options.figures, usual);
  const { store, accounts, pepper } = storage;
  const gate = {
    accounts,
    pepper,
    now,
    limits: options.limits === 'off' ? NO_LIMITS : storage.limits(limits ?? figures.limits),
  };
  const watch = new Watch({ shedding: figures.shedding });
  let metrics: MetricsServer | undefined;
  const closeAll = async () => {
    watch.stop();
    await metrics?.close();
    await storage.close();
  };
  try {
    if (options.metricsPort !== undefined) {
      metrics = await serveMetrics(options.metricsPort, async () => watch.text(await storeGauges(storage)));
    }
    const server = await listen({ ...gate, store, log, addressOf: options.addressOf }, options, {
      watch,
      bounds: figures.bounds,
    });
    return {
      url: server.url,
      metricsUrl: metrics?.url,
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

/** The sample is made on the spot, so it is never in a database that others share. */
async function openStorage(
  { sample, dataDir, databaseUrl }: ServiceOptions,
  recipe: Recipe,
  around: Pick<ServiceDeps, 'now' | 'log'>,
): Promise<Storage> {
  if (sample) return openSample(dataDir, recipe, around);
  return databaseUrl === undefined ? openFolder(dataDir) : openDatabase(databaseUrl, dataDir, around);
}

/** How large the store is; nothing while that cannot be known. */
async function storeGauges(storage: Storage): Promise<Gauge[]> {
  const bytes = await storage.size();
  if (bytes === undefined) return [];
  return [{ name: 'store_bytes', help: 'Size of the store on disk.', value: () => bytes }];
}
