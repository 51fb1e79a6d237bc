// Has days of sample racing made in threads of their own, so that questions are answered meanwhile.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DayPart } from './parts.ts';
import type { Moment } from './plan.ts';
import { chunksOf } from './plan.ts';
import { newTurns } from './shared-work.ts';
import type { Turns } from './shared-work.ts';

/** Days to make and to keep in a file of sample data. */
export interface WorkerJob {
  readonly file: string;
  readonly seed: string;
  /** What is kept beside each day. */
  readonly recipe: string;
  /** What is still to come then has no results. */
  readonly moment: Moment;
  /** Made in this order. */
  readonly racedates: readonly string[];
  /** No longer wanted; taken out when all is made. */
  readonly remove: readonly string[];
}

/** What one thread is given: the same order as the others, and whose turn it is. */
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
  /** Resolves when all is made, or when it was stopped; rejects where it failed. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export type Make = (order: WorkerJob, arrived: (racedate: string, part: DayPart) => void) => Making;

/** For fewer days one thread is enough: each has to play the racing before them first, and holds it in memory. */
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
      // What one cannot make the others need not go on for.
      await stop();
      throw error;
    },
  );
  return { done, stop };
};
