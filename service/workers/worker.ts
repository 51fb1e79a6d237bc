// A worker's end of the line to its primary: questions and answers, and what the primary tells.

import type { Limits, RateLimits, RateCounter, CounterWanted } from '../http/limits.ts';
import { limitsWith } from '../http/limits.ts';
import type { SharedConnections } from '../http/overload/shared-connections.ts';
import type { FromWorker, Question, ToWorker, Verdict } from './messages.ts';
import type { Primary } from './shares.ts';
import { SharedCounter, SharedInFlight } from './shares.ts';

/** The process that messages go to; in a worker it is `process` itself. */
export interface Line {
  send(message: FromWorker): void;
  receive(take: (message: ToWorker) => void): void;
}

export const processLine: Line = {
  send(message) {
    if (process.connected) process.send?.(message, undefined, {}, () => {});
  },
  receive: (take) => void process.on('message', take),
};

export class WorkerLine implements Primary, SharedConnections {
  readonly #line: Line;
  readonly #workers: number;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #questions = 0;
  #failures: SharedCounter | undefined;
  #inFlight: SharedInFlight | undefined;
  #metrics: () => Promise<string> = async () => '';
  /** Until the service listens, what it is told to do then. */
  #stop: (milliseconds: number) => void = (milliseconds) => (this.#stopWithin = milliseconds);
  #stopWithin: number | undefined;

  constructor(line: Line, workers: number) {
    this.#line = line;
    this.#workers = workers;
    line.receive((message) => this.#take(message));
  }

  /** Limits that all workers enforce together. @param counter replaces the primary's, as a database's does */
  limits(figures: RateLimits, counter?: (wanted: CounterWanted) => RateCounter): Limits {
    this.#inFlight = new SharedInFlight(figures.inFlight, this, this.#workers);
    const shared = (wanted: CounterWanted) => {
      const made = new SharedCounter(wanted, this, this.#workers);
      if (wanted.keyPrefix === 'failure') this.#failures = made;
      return made;
    };
    return limitsWith(figures, counter ?? shared, this.#inFlight);
  }

  /** The service listens; what it answers to the primary's further messages. */
  listening(
    url: string,
    answers: { metrics: () => Promise<string>; stop: (milliseconds: number) => void },
  ): void {
    this.#metrics = answers.metrics;
    this.#stop = answers.stop;
    this.#line.send({ kind: 'listening', url });
    if (this.#stopWithin !== undefined) answers.stop(this.#stopWithin);
  }

  ask(question: Question): Promise<unknown> {
    const id = ++this.#questions;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#line.send({ kind: 'question', id, question });
    });
  }

  placesBack(key: string, count: number): void {
    this.#line.send({ kind: 'places back', key, count });
  }

  async opened(network: string | undefined, limits: { all: number; ofNetwork: number }): Promise<Verdict> {
    return (await this.ask({ ask: 'connection', network, ...limits })) as Verdict;
  }

  closed(network: string | undefined): void {
    this.#line.send({ kind: 'connection closed', network });
  }

  #take(message: ToWorker): void {
    switch (message.kind) {
      case 'answer':
        this.#waiting.get(message.id)?.(message.answer);
        this.#waiting.delete(message.id);
        break;
      case 'recall': {
        const count = this.#inFlight?.recall(message.key) ?? 0;
        this.#line.send({ kind: 'recalled', key: message.key, count });
        break;
      }
      case 'failure':
        this.#failures?.heard(message.key, message.state);
        break;
      case 'tell metrics': {
        const { id } = message;
        void this.#metrics().then((text) => this.#line.send({ kind: 'metrics', id, text }));
        break;
      }
      case 'stop':
        this.#stop(message.milliseconds);
        break;
    }
  }
}
