// Generates days of sample racing in worker threads, so that queries are answered meanwhile.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DayPart } from './parts.ts';
import type { Moment } from './plan.ts';
import { chunksOf } from './plan.ts';
import { newTurns } from './shared-work.ts';
import type { Turns } from './shared-work.ts';

/** Days to generate and store in a file of sample data. */
export interface WorkerJob {
  readonly file: string;
  readonly seed: string;
  /** The recipe's name, stored with each day. */
  readonly recipe: string;
  /** The moment that the data is for: later races have no results. */
  readonly moment: Moment;
  /** Generated in this order. */
  readonly racedates: readonly string[];
  /** Days that are no longer wanted; removed when everything is generated. */
  readonly remove: readonly string[];
}

/** The input of one thread: the same days as the others, and the shared turns. */
export interface Share {
  readonly order: WorkerJob;
  readonly turns: Turns;
}

/** A thread's report: a day, or the quick part of one, can now be read from the file. */
export interface Arrival {
  readonly racedate: string;
  readonly part: DayPart;
}

export interface Making {
  /** Resolves when everything is generated, or after a stop; rejects on failure. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export type Make = (order: WorkerJob, arrived: (racedate: string, part: DayPart) => void) => Making;

/**
 * For fewer days one thread is enough, because each thread must first simulate all earlier racing in its own memory.
 */
const DAYS_FOR_ONE = 40;
const MOST_THREADS = 4;

export const makeInThreads: Make = (order, arrived) => {
  const wanted = order.racedates.length > DAYS_FOR_ONE ? Math.min(availableParallelism(), MOST_THREADS) : 1;
  const count = Math.max(1, Math.min(wanted, chunksOf(order.racedates).length));
  const share: Share = { order, turns: newTurns() };
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./worker.ts', import.meta.url), { workerData: share }),
  );
  let stopped = false;
  const stop = async () => {
    stopped = true;
    await Promise.all(workers.map((worker) => worker.terminate()));
  };
  const ended = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('message', ({ racedate, part }: Arrival) => arrived(racedate, part));
        worker.on('error', reject);
        worker.on('exit', (code) => {
          if (code === 0 || stopped) resolve();
          else reject(new Error(`a thread that makes sample data ended with ${code}`));
        });
      }),
  );
  const done = Promise.all(ended).then(
    () => undefined,
    async (error: unknown) => {
      // If one thread fails, the others stop too.
      await stop();
      throw error;
    },
  );
  return { done, stop };
};
