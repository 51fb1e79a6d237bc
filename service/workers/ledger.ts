// The primary's book of everything that is limited across workers: points of rates, places of requests in flight, open
// connections. What a worker held when it died is free again.

import type { CounterState, CounterWanted } from '../http/limits.ts';
import { MemoryCounter } from '../http/memory-counter.ts';
import type { PlacesAnswer, PointsAnswer, Question, Verdict } from './messages.ts';

interface LedgerDeps {
  /** Asks a worker to give unused places back; the answer comes as `recalled`. */
  readonly recall: (worker: number, key: string) => void;
  /** Tells all workers of a failed authentication. */
  readonly failed: (key: string, state: PointsAnswer) => void;
}

/** Milliseconds for which a question waits for a worker to give places back: one that hangs must not hold up the others. */
const RECALL_WITHIN = 1_000;

export class Ledger {
  readonly #deps: LedgerDeps;
  readonly #counters = new Map<string, MemoryCounter>();
  /** Places by key and worker. */
  readonly #places = new Map<string, Map<number, number>>();
  /** The last request for places of a key: they are served one after another. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** What a worker has yet to answer, by worker and key. */
  readonly #recalls = new Map<string, PromiseWithResolvers<void>>();
  /** Workers that did not answer a recall in time: until they do, nobody waits for them. */
  readonly #late = new Set<number>();
  /** Workers that ended, whose questions may still wait for their turn. No other worker gets their number. */
  readonly #gone = new Set<number>();
  /** Open connections by network and worker; '' has those of proxies, too. */
  readonly #connections = new Map<string, Map<number, number>>();
  #open = 0;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
  }

  async answer(worker: number, question: Question): Promise<PointsAnswer | PlacesAnswer | Verdict> {
    switch (question.ask) {
      case 'points':
        return this.#points(question.wanted, question.key, question.most);
      case 'penalty': {
        const state = answerOf(this.#counter(question.wanted).penalty(question.key), 0);
        this.#deps.failed(question.key, state);
        return state;
      }
      case 'state': {
        const state = this.#counter(question.wanted).get(question.key);
        return state ? answerOf(state, 0) : { granted: 0, left: 0, consumed: 0, msBeforeNext: 0 };
      }
      case 'places':
        return this.#inTurn(question.key, () => this.#takePlaces(worker, question));
      case 'connection':
        return this.#connection(worker, question);
    }
  }

  /** A worker gave places back, by itself or because they were recalled. */
  placesBack(worker: number, key: string, count: number): void {
    const holders = this.#places.get(key);
    if (!holders) return;
    const left = (holders.get(worker) ?? 0) - count;
    if (left > 0) holders.set(worker, left);
    else holders.delete(worker);
    if (holders.size === 0) this.#places.delete(key);
  }

  recalled(worker: number, key: string, count: number): void {
    this.placesBack(worker, key, count);
    this.#late.delete(worker);
    this.#settle(worker, key);
  }

  connectionClosed(worker: number, network: string | undefined): void {
    const open = this.#connections.get(network ?? '');
    const left = (open?.get(worker) ?? 0) - 1;
    if (!open || left < 0) return;
    this.#open -= 1;
    if (left > 0) open.set(worker, left);
    else open.delete(worker);
    if (open.size === 0) this.#connections.delete(network ?? '');
  }

  workerGone(worker: number): void {
    this.#gone.add(worker);
    this.#late.delete(worker);
    for (const [key, holders] of this.#places) {
      holders.delete(worker);
      if (holders.size === 0) this.#places.delete(key);
    }
    for (const [network, open] of this.#connections) {
      this.#open -= open.get(worker) ?? 0;
      open.delete(worker);
      if (open.size === 0) this.#connections.delete(network);
    }
    for (const waiting of this.#recalls.keys()) {
      const [of, key] = JSON.parse(waiting) as [number, string];
      if (of === worker) this.#settle(worker, key);
    }
  }

  #points(wanted: CounterWanted, key: string, most: number): PointsAnswer {
    const counter = this.#counter(wanted);
    const left = Math.max(1, wanted.points - (counter.get(key)?.consumedPoints ?? 0));
    const granted = Math.min(most, left);
    const state = counter.consume(key, granted);
    return answerOf(state, state.isRefused ? 0 : granted);
  }

  #counter(wanted: CounterWanted): MemoryCounter {
    const counter = this.#counters.get(wanted.keyPrefix) ?? new MemoryCounter(wanted);
    this.#counters.set(wanted.keyPrefix, counter);
    return counter;
  }

  async #inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    const done = turn.catch(() => {});
    this.#turns.set(key, done);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === done) this.#turns.delete(key);
    }
  }

  async #takePlaces(
    worker: number,
    { key, most, limit }: Question & { readonly ask: 'places' },
  ): Promise<PlacesAnswer> {
    const free = () => limit - sumOf(this.#places.get(key));
    if (free() <= 0) {
      const others = [...(this.#places.get(key)?.keys() ?? [])].filter((holder) => holder !== worker);
      await Promise.all(others.map((holder) => this.#recall(holder, key)));
    }
    // It may have ended while the others were asked: a place that it took now would never come back.
    const granted = this.#gone.has(worker) ? 0 : Math.max(0, Math.min(most, free()));
    if (granted > 0) {
      const holders = this.#places.get(key) ?? new Map<number, number>();
      this.#places.set(key, holders.set(worker, (holders.get(worker) ?? 0) + granted));
    }
    return { granted };
  }

  /** Waits for unused places of the worker. Those of one that does not answer in time stay with it until it does. */
  async #recall(worker: number, key: string): Promise<void> {
    const name = JSON.stringify([worker, key]);
    let recall = this.#recalls.get(name);
    if (!recall) {
      recall = Promise.withResolvers();
      this.#recalls.set(name, recall);
      this.#deps.recall(worker, key);
    }
    if (this.#late.has(worker)) return;
    const { promise, resolve } = recall;
    const patience = setTimeout(() => {
      this.#late.add(worker);
      resolve();
    }, RECALL_WITHIN);
    await promise;
    clearTimeout(patience);
  }

  #settle(worker: number, key: string): void {
    const name = JSON.stringify([worker, key]);
    this.#recalls.get(name)?.resolve();
    this.#recalls.delete(name);
  }

  #connection(
    worker: number,
    { network, all, ofNetwork }: Question & { readonly ask: 'connection' },
  ): Verdict {
    // Nobody would tell that it is closed.
    if (this.#gone.has(worker)) return 'too many';
    const open = this.#connections.get(network ?? '') ?? new Map<number, number>();
    if (network !== undefined && sumOf(open) >= ofNetwork) return 'too many of the network';
    this.#connections.set(network ?? '', open.set(worker, (open.get(worker) ?? 0) + 1));
    this.#open += 1;
    return this.#open > all ? 'too many' : 'welcome';
  }
}

const sumOf = (counts: ReadonlyMap<number, number> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);

const answerOf = (state: CounterState, granted: number): PointsAnswer => ({
  granted,
  left: state.remainingPoints,
  consumed: state.consumedPoints,
  msBeforeNext: state.msBeforeNext,
});
