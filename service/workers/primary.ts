// The process that starts the workers, replaces those that die, and keeps what they share. It answers no request itself.

import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsServer } from '../http/overload/metrics-server.ts';
import { serveMetrics } from '../http/overload/metrics-server.ts';
import type { ServiceLog } from '../log.ts';
import type { RunningService } from '../service.ts';
import { Ledger } from './ledger.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { sumMetrics } from './sum-metrics.ts';

/** A running service whose process ids are known. */
export type RunningWorkers = Pick<
  RunningService,
  'url' | 'dashboardUrl' | 'metricsUrl' | 'keys' | 'close' | 'workers'
>;

interface PrimaryOptions {
  readonly workers: number;
  readonly metricsPort: number | undefined;
  readonly log: ServiceLog;
}

/** Milliseconds before a worker that died is replaced: one that cannot start must not be started in a loop. */
const BEFORE_REPLACING = 200;
/** Milliseconds that a worker may take to tell its metrics. */
const METRICS_WITHIN = 1_000;

/** @throws if a worker ends before all of them listen */
export async function startWorkers(options: PrimaryOptions): Promise<RunningWorkers> {
  const primary = new PrimaryProcess(options.log);
  try {
    const url = await primary.start(options.workers);
    let metrics: MetricsServer | undefined;
    if (options.metricsPort !== undefined) {
      metrics = await serveMetrics(options.metricsPort, () => primary.metrics());
    }
    return {
      url,
      metricsUrl: metrics?.url,
      dashboardUrl: undefined,
      keys: undefined,
      workers: primary.pids(),
      async close(milliseconds) {
        await primary.close(milliseconds);
        await metrics?.close();
      },
    };
  } catch (error) {
    await primary.close(0);
    throw error;
  }
}

class PrimaryProcess {
  readonly #log: ServiceLog;
  readonly #ledger = new Ledger({
    recall: (id, key) => this.#send(cluster.workers?.[id], { kind: 'recall', key }),
    failed: (key, state) => this.#everyone({ kind: 'failure', key, state }),
  });
  /** The latest metrics of each worker, and the last ones of those that ended. */
  readonly #lastMetrics = new Map<number, string>();
  readonly #ended: string[] = [];
  readonly #metrics = new Map<number, (text: string) => void>();
  #questions = 0;
  #isStopping = false;

  constructor(log: ServiceLog) {
    this.#log = log;
  }

  async start(count: number): Promise<string> {
    const urls = await Promise.all(
      Array.from({ length: count }, () => {
        const worker = this.#fork();
        return new Promise<string>((resolve, reject) => {
          worker.on('message', (message: FromWorker) => {
            if (message.kind === 'listening') resolve(message.url);
          });
          worker.once('exit', () => reject(new Error('A worker could not start; the reason is above.')));
        });
      }),
    );
    return urls[0] ?? '';
  }

  pids(): number[] {
    return this.#workers().flatMap(({ process: { pid } }) => pid ?? []);
  }

  async metrics(): Promise<string> {
    const living = await Promise.all(
      this.#workers().map(async (worker) => {
        const id = ++this.#questions;
        const answered = new Promise<string>((resolve) => this.#metrics.set(id, resolve));
        this.#send(worker, { kind: 'tell metrics', id });
        const patience = new AbortController();
        const text = await Promise.race([
          answered,
          // A worker that is too busy, or has just died, counts as it was.
          sleep(METRICS_WITHIN, undefined, { ref: false, signal: patience.signal }).catch(() => undefined),
        ]);
        patience.abort();
        this.#metrics.delete(id);
        if (text !== undefined) this.#lastMetrics.set(worker.id, text);
        return [worker.id, text ?? this.#lastMetrics.get(worker.id) ?? ''] as const;
      }),
    );
    const isLiving = (id: number) => this.#lastMetrics.has(id) || cluster.workers?.[id] !== undefined;
    return sumMetrics(
      living.filter(([id]) => isLiving(id)).map(([, text]) => text),
      this.#ended,
    );
  }

  async close(milliseconds: number): Promise<void> {
    this.#isStopping = true;
    const workers = this.#workers();
    const gone = Promise.all(
      workers.map((worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve()))),
    );
    for (const worker of workers) this.#send(worker, { kind: 'stop', milliseconds });
    const end = setTimeout(
      () => workers.forEach((worker) => worker.process.kill('SIGKILL')),
      milliseconds + 2_000,
    );
    await gone;
    clearTimeout(end);
  }

  #fork(): Worker {
    const worker = cluster.fork();
    worker.on('message', (message: FromWorker) => void this.#take(worker, message));
    worker.once('exit', (code, signal) => this.#buried(worker, code, signal));
    // Sending to a worker that has just died.
    worker.on('error', () => {});
    return worker;
  }

  async #take(worker: Worker, message: FromWorker): Promise<void> {
    switch (message.kind) {
      case 'question': {
        const answer = await this.#ledger.answer(worker.id, message.question);
        this.#send(worker, { kind: 'answer', id: message.id, answer });
        break;
      }
      case 'places back':
        this.#ledger.placesBack(worker.id, message.key, message.count);
        break;
      case 'recalled':
        this.#ledger.recalled(worker.id, message.key, message.count);
        break;
      case 'connection closed':
        this.#ledger.connectionClosed(worker.id, message.network);
        break;
      case 'metrics':
        this.#lastMetrics.set(worker.id, message.text);
        this.#metrics.get(message.id)?.(message.text);
        break;
      case 'listening':
        break;
    }
  }

  #buried(worker: Worker, code: number | null, signal: string | null): void {
    this.#ledger.workerGone(worker.id);
    const text = this.#lastMetrics.get(worker.id);
    if (text !== undefined) this.#ended.push(text);
    // All ended workers together are one text, so that a service that loses many does not grow.
    if (this.#ended.length > 1) this.#ended.splice(0, this.#ended.length, sumMetrics([], this.#ended));
    this.#lastMetrics.delete(worker.id);
    if (this.#isStopping) return;
    this.#log.error({ worker: worker.process.pid, code, signal }, 'a worker ended and is replaced');
    setTimeout(() => {
      if (!this.#isStopping) this.#fork();
    }, BEFORE_REPLACING);
  }

  #workers(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  }

  #everyone(message: ToWorker): void {
    for (const worker of this.#workers()) this.#send(worker, message);
  }

  #send(worker: Worker | undefined, message: ToWorker): void {
    if (worker?.isConnected()) worker.send(message, () => {});
  }
}
