// Makes days of sample racing in threads of their own, so that questions are answered in the meantime.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DayPart } from './parts.ts';
import type { Moment } from './plan.ts';
import { chunksOf } from './plan.ts';
import { newTurns } from './shared-work.ts';
import type { Turns } from './shared-work.ts';

/** Days to make and store in a file of sample data. */
export interface WorkerJob {
  readonly file: string;
  readonly seed: string;
  /** What is stored with each day. */
  readonly recipe: string;
  /** The moment that the data is for: later races have no results. */
  readonly moment: Moment;
  /** Made in this order. */
  readonly racedates: readonly string[];
  /** No longer wanted; removed when everything is made. */
  readonly remove: readonly string[];
}

/** What one thread gets: the same days as the others, and whose turn it is. */
export interface Share {
  readonly order: WorkerJob;
  readonly turns: Turns;
}

/** What a thread reports: a day, or the quick part of one, that can be read from the file now. */
export interface Arrival {
  readonly racedate: string;
  readonly part: DayPart;
}

export interface Making {
  /** Resolves when everything is made, or when it was stopped; rejects on failure. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export type Make = (order: WorkerJob, arrived: (racedate: string, part: DayPart) => void) => Making;

/** For fewer days one thread is enough: each must first play the racing before them, and has it in memory. */
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
      // After a failure of one thread the others stop too.
      await stop();
      throw error;
    },
  );
  return { done, stop };
};
