// Generates days of sample racing in worker threads, so that queries are answered meanwhile.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Awaited, DayPart } from './parts.ts';
import type { Moment } from './plan.ts';
import { chunksOf, isDuringRacing } from './plan.ts';
import { newTurns, want } from './shared-work.ts';
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
  /** Days before it are history: generated last and without haste, those first that somebody waits for. */
  readonly historyBefore: string;
  /** Store packed blocks. */
  readonly packs: boolean;
  /** Days of which the quick part is stored. */
  readonly quick: readonly string[];
  /** Days that are no longer wanted; removed when everything is generated. */
  readonly remove: readonly string[];
}

/** The input of one thread: the same days as the others, and the shared turns. */
export interface Share {
  readonly order: WorkerJob;
  readonly turns: Turns;
}

/** A thread's report: a day, or the quick part of one, can now be read from the file; or the task is finished. */
export type Message = 'done' | { readonly racedate: string; readonly part: DayPart };

export interface Making {
  /** Resolves when everything is generated, or after a stop; rejects on failure. */
  readonly done: Promise<void>;
  /** Says which days queries wait for: history generates these first. */
  want(days: Awaited): void;
  stop(): Promise<void>;
}

export type Make = (order: WorkerJob, arrived: (racedate: string, part: DayPart) => void) => Making;

/**
 * For fewer days one thread is enough, because each thread must first simulate all earlier racing in its own memory.
 */
const DAYS_FOR_ONE = 40;
const MOST_THREADS = 4;

/** A thread of a race day stays that long, since it would take seconds to simulate all earlier racing again. */
const KEPT_MS = 10 * 60_000;

interface Spare {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
  /** Called if it ends. */
  readonly forget: () => void;
}

/** Threads that have finished a task of a race day and wait for the next one. */
const spares: Spare[] = [];

export const makeInThreads: Make = (order, arrived) => {
  const { racedates, historyBefore } = order;
  const recent = racedates.filter((racedate) => racedate >= historyBefore);
  const wanted = recent.length > DAYS_FOR_ONE ? Math.min(availableParallelism(), MOST_THREADS) : 1;
  const count = Math.max(1, Math.min(wanted, chunksOf(recent).length));
  const share: Share = { order, turns: newTurns(racedates.length) };
  const workers = Array.from({ length: count }, takeWorker);
  // A thread that has made history has a low priority, which it cannot raise again.
  const isKept = isDuringRacing(order.moment) && recent.length === racedates.length;
  let state: 'at work' | 'stopped' | 'done' = 'at work';
  const end = async () => void (await Promise.all(workers.map((worker) => worker.terminate())));
  const work = async () => {
    try {
      await Promise.all(workers.map((worker) => whenDone(worker, share, arrived)));
    } catch (error) {
      if (state === 'stopped') return;
      state = 'done';
      // If one thread fails, the others stop too.
      await end();
      throw error;
    }
    if (state === 'stopped') return;
    state = 'done';
    if (isKept) workers.forEach(keepWorker);
    else await end();
  };
  const done = work();
  const positionOf = new Map(racedates.map((racedate, at) => [racedate, at]));
  const positions = (days: readonly string[]) => days.flatMap((racedate) => positionOf.get(racedate) ?? []);
  return {
    done,
    want({ quick, whole }) {
      want(share.turns, positions(quick), 1);
      want(share.turns, positions(whole), 2);
    },
    async stop() {
      // After the end the threads belong to the next task.
      if (state === 'done') return;
      state = 'stopped';
      await end();
    },
  };
};

function takeWorker(): Worker {
  const spare = spares.pop();
  if (spare === undefined) return new Worker(new URL('./worker.ts', import.meta.url));
  const { worker, timer, forget } = spare;
  clearTimeout(timer);
  worker.off('exit', forget).ref();
  return worker;
}

function keepWorker(worker: Worker): void {
  const forget = () => void spares.splice(spares.indexOf(spare), 1);
  const timer = setTimeout(() => void worker.terminate(), KEPT_MS).unref();
  const spare: Spare = { worker, timer, forget };
  spares.push(spare);
  worker.once('exit', forget).unref();
}

/** Gives a thread its share; resolves when it has finished, rejects if it ends before. */
function whenDone(worker: Worker, share: Share, arrived: Parameters<Make>[1]): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      worker.off('message', onMessage).off('error', reject).off('exit', onExit);
    };
    const onMessage = (message: Message) => {
      if (message !== 'done') return arrived(message.racedate, message.part);
      leave();
      resolve();
    };
    const onExit = (code: number) => reject(new Error(`a thread that makes sample data ended with ${code}`));
    worker.on('message', onMessage).on('error', reject).on('exit', onExit);
    worker.postMessage(share, []);
  });
}
