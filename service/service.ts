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

export interface RunningService {
  readonly url: string;
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
  const figures = limits ?? (options.sample ? SAMPLE_LIMITS : USUAL_LIMITS);
  const { store, accounts, pepper } = backing;
  const gate = {
    accounts,
    pepper,
    now,
    limits: options.limits === 'off' ? NO_LIMITS : backing.limits(figures),
  };
  const server = await listen({ ...gate, store, log }, options).catch(async (error: unknown) => {
    await backing.stopLoading();
    await backing.close();
    throw error;
  });
  return {
    url: server.url,
    keys: backing.keys,
    async close(milliseconds) {
      await backing.stopLoading();
      await server.drain(milliseconds);
      await backing.close();
    },
  };
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
