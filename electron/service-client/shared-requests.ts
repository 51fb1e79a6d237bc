// Identical requests in flight are one request: it is given up when the last of its callers has gone, and what it
// brought is let go when the last of them has done with it.

import { RailbirdError } from '#shared/errors.ts';

interface Running<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  /** Those who wait, and those who use what came. */
  callers: number;
}

export interface SharedValue<T> {
  readonly value: T;
  /** Must be called once the value is needed no more. */
  readonly release: () => void;
}

export class SharedRequests<T> {
  readonly #running = new Map<string, Running<T>>();
  readonly #release: (value: T) => void;

  constructor(release: (value: T) => void) {
    this.#release = release;
  }

  /** Errors: CANCELLED when `signal` aborts; else whatever `run` throws, the same for every caller. */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<SharedValue<T>> {
    if (signal?.aborted) throw new RailbirdError('CANCELLED');
    const request = this.#running.get(key) ?? this.#begin(key, run);
    request.callers += 1;
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const cancel = () => reject(new RailbirdError('CANCELLED'));
    let isThere = true;
    const release = () => {
      if (!isThere) return;
      isThere = false;
      this.#leave(key, request);
    };
    const leave = () => {
      cancel();
      release();
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return { value: await Promise.race([request.promise, cancelled]), release };
    } catch (error) {
      release();
      throw error;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #leave(key: string, request: Running<T>): void {
    request.callers -= 1;
    if (request.callers > 0) return;
    // Before the abort: whoever asks next must not join what is being given up.
    if (this.#running.get(key) === request) this.#running.delete(key);
    request.controller.abort();
    request.promise.then(this.#release, () => undefined);
  }

  #begin(key: string, run: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const promise = run(controller.signal).finally(() => {
      if (this.#running.get(key)?.controller === controller) this.#running.delete(key);
    });
    // Every caller may have gone; the failure is then nobody's.
    promise.catch(() => undefined);
    const request = { promise, controller, callers: 0 };
    this.#running.set(key, request);
    return request;
  }
}
