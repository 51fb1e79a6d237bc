// Identical requests in flight become one request. It is cancelled when its last caller has cancelled, and its result
// is released when the last caller has finished with it.

import { RailbirdError } from '#shared/errors.ts';
import { raceAbort } from '../race-abort.ts';

interface Running<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  /** Callers that wait for the result or use it. */
  callers: number;
}

export interface SharedValue<T> {
  readonly value: T;
  /** Must be called once the value is no longer needed. */
  readonly release: () => void;
}

export class SharedRequests<T> {
  readonly #running = new Map<string, Running<T>>();
  readonly #release: (value: T) => void;

  constructor(release: (value: T) => void) {
    this.#release = release;
  }

  /** Errors: CANCELLED when `signal` aborts; otherwise those of `run`, the same for every caller. */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<SharedValue<T>> {
    if (signal?.aborted) throw new RailbirdError('CANCELLED');
    const request = this.#running.get(key) ?? this.#begin(key, run);
    request.callers += 1;
    let isThere = true;
    const release = () => {
      if (!isThere) return;
      isThere = false;
      this.#leave(key, request);
    };
    signal?.addEventListener('abort', release, { once: true });
    try {
      return { value: await raceAbort(request.promise, signal), release };
    } catch (error) {
      release();
      throw error;
    } finally {
      signal?.removeEventListener('abort', release);
    }
  }

  #leave(key: string, request: Running<T>): void {
    request.callers -= 1;
    if (request.callers > 0) return;
    // Before the abort: a new caller must not join a request that is being cancelled.
    if (this.#running.get(key) === request) this.#running.delete(key);
    request.controller.abort();
    request.promise.then(this.#release, () => undefined);
  }

  #begin(key: string, run: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const promise = run(controller.signal).finally(() => {
      if (this.#running.get(key)?.controller === controller) this.#running.delete(key);
    });
    // If every caller has left, nobody handles the failure.
    promise.catch(() => undefined);
    const request = { promise, controller, callers: 0 };
    this.#running.set(key, request);
    return request;
  }
}
