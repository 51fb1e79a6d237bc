// Identical requests in flight are one request: it is given up when the last of its callers has gone.

import { RailbirdError } from '#shared/errors.ts';

interface Running<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

export class SharedRequests<T> {
  readonly #running = new Map<string, Running<T>>();

  /** Errors: CANCELLED when `signal` aborts; else whatever `run` throws, the same for every caller. */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw new RailbirdError('CANCELLED');
    const request = this.#running.get(key) ?? this.#begin(key, run);
    request.callers += 1;
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const leave = () => {
      reject(new RailbirdError('CANCELLED'));
      request.callers -= 1;
      if (request.callers > 0) return;
      // Before the abort: whoever asks next must not join what is being given up.
      if (this.#running.get(key) === request) this.#running.delete(key);
      request.controller.abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([request.promise, cancelled]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
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
