// Runs the query engine in a worker, which is started when it is first needed.

import { Worker } from 'node:worker_threads';
import { RailbirdError } from '#shared/errors.ts';
import type { QueryResults, QueryName } from './queries.ts';
import type { Loaded, WorkerRequest, WorkerResponse, EngineClient } from './protocol.ts';
import type { JoinedText } from './text-coder.ts';

interface Waiting {
  readonly resolve: (answer: Loaded | QueryResults[QueryName]) => void;
  readonly reject: (error: unknown) => void;
}

export class WorkerClient implements EngineClient {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;

  /** `start` is for tests of a worker that fails. */
  constructor(start: () => Worker = startWorker) {
    this.#start = start;
  }

  /** Starts the worker, which takes some tenths of a second, before the first large result arrives. */
  start(): void {
    this.#running();
  }

  open: EngineClient['open'] = (rowSet, columns, rowids) =>
    this.#post({ to: 'open', rowSet, columns, rowids });

  close: EngineClient['close'] = (rowSet) => {
    if (this.#worker) this.#post({ to: 'close', rowSet });
  };

  load: EngineClient['load'] = async (rowSet, names, joined, escaped) => {
    const id = this.#newId();
    const answer = await this.#request({ to: 'load', id, rowSet, names, joined, escaped }, arraysOf(joined));
    return answer as Loaded;
  };

  drop: EngineClient['drop'] = (rowSet, name) => this.#post({ to: 'drop', rowSet, name });

  query: EngineClient['query'] = async (rowSet, name, input, signal) => {
    const id = this.#newId();
    const cancel = () => this.#post({ to: 'cancel', id });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return (await this.#request({ to: 'query', id, rowSet, name, input })) as QueryResults[typeof name];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

  /** Running requests fail with CANCELLED. */
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

  #request(
    order: Extract<WorkerRequest, { id: number }>,
    arrays: Moved = [],
  ): Promise<Loaded | QueryResults[QueryName]> {
    const { promise, resolve, reject } = Promise.withResolvers<Loaded | QueryResults[QueryName]>();
    this.#waiting.set(order.id, { resolve, reject });
    this.#post(order, arrays);
    return promise;
  }

  #post(order: WorkerRequest, arrays: Moved = []): void {
    const buffers = new Set(
      arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer),
    );
    this.#running().postMessage(order, [...buffers]);
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    this.#worker = worker;
    // An idle worker does not keep the app from exiting.
    worker.unref();
    worker.on('message', (reply: WorkerResponse) => this.#receive(reply));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, new Error('the query engine has ended')));
    return worker;
  }

  #receive(reply: WorkerResponse): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('answer' in reply) waiting?.resolve(reply.answer);
    else if ('failed' in reply) waiting?.reject(new RailbirdError(reply.failed));
    else waiting?.reject(new Error(reply.error));
  }

  /** Its row sets end with it: running queries fail with RESULT_CLOSED, and the next request starts a new worker. */
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

const arraysOf = (joined: readonly JoinedText[]): Moved =>
  joined.flatMap(({ rowids, columns }) => [rowids, ...columns.map(({ text }) => text)]);

/** vite.config.ts looks for exactly this expression, to bundle the worker. */
const startWorker = (): Worker => new Worker(new URL('./engine.worker.ts', import.meta.url));
