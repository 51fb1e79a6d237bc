// Has days of sample racing made in a thread of its own, so that questions are answered meanwhile.

import { Worker } from 'node:worker_threads';
import type { Moment } from './plan.ts';

/** Days to make and to keep in a file of sample data. */
export interface Order {
  readonly file: string;
  readonly seed: string;
  /** What is kept beside each day. */
  readonly recipe: string;
  /** What is still to come then has no results. */
  readonly moment: Moment;
  /** Made in this order. */
  readonly racedates: readonly string[];
}

/** What the thread reports: a day that can be read from the file now. */
export interface Arrival {
  readonly racedate: string;
}

export interface Making {
  /** Resolves when all is made, or when it was stopped; rejects where it failed. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export type Make = (order: Order, arrived: (racedate: string) => void) => Making;

export const makeInThread: Make = (order, arrived) => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
  let stopped = false;
  const done = new Promise<void>((resolve, reject) => {
    worker.on('message', ({ racedate }: Arrival) => arrived(racedate));
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0 || stopped) resolve();
      else reject(new Error(`the thread that makes sample data ended with ${code}`));
    });
  });
  return {
    done,
    async stop() {
      stopped = true;
      await worker.terminate();
    },
  };
};
