// The seat of views in a thread of their own, started when it is first needed.

import { Worker } from 'node:worker_threads';
import { RailbirdError } from '#shared/errors.ts';
import type { Answers, QuestionName } from './queries.ts';
import type { Loaded, Order, Reply, Seat } from './protocol.ts';
import type { Joined } from './text-coder.ts';

interface Waiting {
  readonly resolve: (answer: Loaded | Answers[QuestionName]) => void;
  readonly reject: (error: unknown) => void;
}

export class ThreadSeat implements Seat {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;

  /** `start` is for tests of a thread that fails. */
  constructor(start: () => Worker = startWorker) {
    this.#start = start;
  }

  /** Takes some tenths of a second: begun before the first large result is there. */
  start(): void {
    this.#running();
  }

  open: Seat['open'] = (view, columns, rowids) => this.#say({ to: 'open', view, columns, rowids });

  close: Seat['close'] = (view) => {
    if (this.#worker) this.#say({ to: 'close', view });
  };

  load: Seat['load'] = async (view, names, joined, escaped) => {
    const id = this.#newId();
    const answer = await this.#said({ to: 'load', id, view, names, joined, escaped }, arraysOf(joined));
    return answer as Loaded;
  };

  drop: Seat['drop'] = (view, name) => this.#say({ to: 'drop', view, name });

  ask: Seat['ask'] = async (view, name, question, signal) => {
    const id = this.#newId();
    const cancel = () => this.#say({ to: 'cancel', id });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return (await this.#said({ to: 'ask', id, view, name, question })) as Answers[typeof name];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

  /** What is under way fails with CANCELLED. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failAll(new RailbirdError('CANCELLED'));
    await worker?.terminate();
  }

  #newId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  #said(order: Extract<Order, { id: number }>, arrays: Moved = []): Promise<Loaded | Answers[QuestionName]> {
    const { promise, resolve, reject } = Promise.withResolvers<Loaded | Answers[QuestionName]>();
    this.#waiting.set(order.id, { resolve, reject });
    this.#say(order, arrays);
    return promise;
  }

  #say(order: Order, arrays: Moved = []): void {
    const buffers = new Set(
      arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer),
    );
    this.#running().postMessage(order, [...buffers]);
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    this.#worker = worker;
    // An app that is about to end does not wait for a thread that waits for questions.
    worker.unref();
    worker.on('message', (reply: Reply) => this.#hear(reply));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, new Error('the thread of views has ended')));
    return worker;
  }

  #hear(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('answer' in reply) waiting?.resolve(reply.answer);
    else if ('failed' in reply) waiting?.reject(new RailbirdError(reply.failed));
    else waiting?.reject(new Error(reply.error));
  }

  /** Views that it held are gone with it: results say that they are closed, and the next one has a new thread. */
  #end(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#failAll(new RailbirdError('RESULT_CLOSED', {}, { cause }));
  }

  #failAll(error: unknown): void {
    const failed = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of failed) reject(error);
  }
}

type Moved = readonly (Int32Array | Uint8Array)[];

const arraysOf = (joined: readonly Joined[]): Moved =>
  joined.flatMap(({ rowids, columns }) => [rowids, ...columns.map(({ text }) => text)]);

/** The builds look for just these words, to put the thread beside what they make (build/vite.*.config.ts). */
const startWorker = (): Worker => new Worker(new URL('./engine.worker.ts', import.meta.url));
