// Puts a service together from its options: accounts, store, limits, server. main.ts gives it the process.

import type { SampleKeys } from './accounts/sample-account.ts';
import type { Backing } from './backing.ts';
import { openDatabase, openFolder, openSample } from './backing.ts';
import type { LimitFigures } from './limits.ts';
import { NO_LIMITS, SAMPLE_LIMITS, USUAL_LIMITS } from './limits.ts';
import type { Recipe } from './loading/recipe.ts';
import { sampleRecipe } from './loading/recipe.ts';
import type { Log } from './log.ts';
import type { ServiceOptions } from './options.ts';
import { listen } from './server.ts';
import type { Gauge } from './conduct/metrics.ts';
import type { MetricsServer } from './conduct/metrics-server.ts';
import { serveMetrics } from './conduct/metrics-server.ts';
import { USUAL_BOUNDS } from './conduct/bounds.ts';
import { readFigures } from './conduct/figures.ts';
import { USUAL_SHEDDING } from './conduct/shedding.ts';
import { Watch } from './conduct/watch.ts';

export interface RunningService {
  readonly url: string;
  /** Where the metrics are, if they were asked for. */
  readonly metricsUrl: string | undefined;
  /** In sample mode only. */
  readonly keys: SampleKeys | undefined;
  /** Lets answers under way finish for at most that long, then closes everything. */
  close(milliseconds: number): Promise<void>;
}

interface Surroundings {
  readonly now: () => Date;
  readonly log: Log;
  /** Instead of the usual figures of the mode. */
  readonly limits?: LimitFigures;
  /** Instead of the usual sample data. */
  readonly recipe?: Recipe;
}

/** @throws where the data folder, the database or the port cannot be had */
export async function startService(
  options: ServiceOptions,
  { now, log, limits, recipe = sampleRecipe(options.sampleRange) }: Surroundings,
): Promise<RunningService> {
  const backing = await openBacking(options, recipe, { now, log });
  const usual = {
    limits: options.sample ? SAMPLE_LIMITS : USUAL_LIMITS,
    shedding: USUAL_SHEDDING,
    bounds: USUAL_BOUNDS,
  };
  const figures = options.figures === undefined ? usual : readFigures(options.figures, usual);
  const { store, accounts, pepper } = backing;
  const gate = {
    accounts,
    pepper,
    now,
    limits: options.limits === 'off' ? NO_LIMITS : backing.limits(limits ?? figures.limits),
  };
  const watch = new Watch({ shedding: figures.shedding });
  let metrics: MetricsServer | undefined;
  const closeAll = async () => {
    watch.stop();
    await metrics?.close();
    await backing.close();
  };
  try {
    if (options.metricsPort !== undefined) {
      metrics = await serveMetrics(options.metricsPort, async () => watch.text(await storeGauges(backing)));
    }
    const server = await listen({ ...gate, store, log, addressOf: options.addressOf }, options, {
      watch,
      bounds: figures.bounds,
    });
    return {
      url: server.url,
      metricsUrl: metrics?.url,
      keys: backing.keys,
      async close(milliseconds) {
        await backing.stopLoading();
        await server.drain(milliseconds);
        await closeAll();
      },
    };
  } catch (error) {
    await backing.stopLoading();
    await closeAll();
    throw error;
  }
}

/** The sample is made on the spot, so it is never in a database that others share. */
async function openBacking(
  { sample, dataDir, databaseUrl }: ServiceOptions,
  recipe: Recipe,
  around: Pick<Surroundings, 'now' | 'log'>,
): Promise<Backing> {
  if (sample) return openSample(dataDir, recipe, around);
  return databaseUrl === undefined ? openFolder(dataDir) : openDatabase(databaseUrl, dataDir, around);
}

/** How large the store is; nothing while that cannot be known. */
async function storeGauges(backing: Backing): Promise<Gauge[]> {
  const bytes = await backing.size();
  if (bytes === undefined) return [];
  return [{ name: 'store_bytes', help: 'Size of the store on disk.', value: () => bytes }];
}
