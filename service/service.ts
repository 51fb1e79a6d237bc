// Puts a service together from its options: accounts, store, limits, server. main.ts gives it the process.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteAccounts } from './accounts/accounts.ts';
import { pepperOf } from './accounts/pepper.ts';
import type { SampleKeys } from './accounts/sample-account.ts';
import { openSampleAccount } from './accounts/sample-account.ts';
import type { LimitFigures } from './limits.ts';
import { NO_LIMITS, SAMPLE_LIMITS, USUAL_LIMITS, memoryLimits } from './limits.ts';
import { Loader } from './loading/loader.ts';
import type { Recipe } from './loading/recipe.ts';
import { sampleRecipe } from './loading/recipe.ts';
import { SampleStore } from './loading/sample-store.ts';
import { makeInThreads } from './loading/thread.ts';
import type { Log } from './log.ts';
import type { ServiceOptions } from './options.ts';
import { listen } from './server.ts';
import { SqliteStore } from './store/sqlite-store.ts';
import type { Store } from './store/store.ts';

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

/** @throws where the data folder or the port cannot be had */
export async function startService(
  options: ServiceOptions,
  { now, log, limits, recipe = sampleRecipe(options.sampleRange) }: Surroundings,
): Promise<RunningService> {
  // Sample data never stands beside real data.
  const folder = options.sample ? join(options.dataDir, 'sample') : options.dataDir;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pepper = pepperOf(join(folder, 'pepper'));
  const accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  const keys = options.sample ? openSampleAccount(accounts, pepper) : undefined;
  const { store, stopLoading } = openStore(
    join(folder, 'records.sqlite'),
    options.sample && recipe,
    now,
    log,
  );
  const figures = limits ?? (options.sample ? SAMPLE_LIMITS : USUAL_LIMITS);
  const gate = {
    accounts,
    pepper,
    now,
    limits: options.limits === 'off' ? NO_LIMITS : memoryLimits(figures),
  };
  const closeStores = async () => {
    await store.close();
    accounts.close();
  };
  const server = await listen({ ...gate, store, log }, options).catch(async (error: unknown) => {
    await closeStores();
    throw error;
  });
  return {
    url: server.url,
    keys,
    async close(milliseconds) {
      // First, because a question that waits for days to be made would be waited for.
      await stopLoading();
      await server.drain(milliseconds);
      await closeStores();
    },
  };
}

function openStore(
  file: string,
  recipe: Recipe | false,
  now: () => Date,
  log: Log,
): { readonly store: Store; stopLoading(): Promise<void> } {
  const kept = new SqliteStore(file);
  if (!recipe) return { store: kept, stopLoading: async () => {} };
  const loader = new Loader(file, recipe, { make: makeInThreads, now, log });
  loader.keepUp();
  return { store: new SampleStore(kept, loader), stopLoading: () => loader.stop() };
}
