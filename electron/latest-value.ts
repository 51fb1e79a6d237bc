// A changing value as a stream: a slow reader gets the newest value, not a queue of old ones.

export class Latest<T> {
  #value: T;
  #version = 0;
  #end: { readonly error?: unknown } | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(first: T) {
    this.#value = first;
  }

  get value(): T {
    return this.#value;
  }

  get ended(): boolean {
    return this.#end !== undefined;
  }

  set(value: T): void {
    this.#value = value;
    this.#version += 1;
    this.#wake();
  }

  /** Readers get the last value, then their stream ends: with `error` if there is one. */
  end(end: { readonly error?: unknown } = {}): void {
    this.#end = end;
    this.#wake();
  }

  /** The current value at once, then each newer one, until the end or until `signal` aborts. */
  async *values(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    const aborted = Promise.withResolvers<void>();
    const onAbort = () => aborted.resolve();
    signal?.addEventListener('abort', onAbort, { once: true });
    const isAborted = () => signal?.aborted === true;
    let seen = -1;
    try {
      while (!isAborted()) {
        if (seen !== this.#version) {
          seen = this.#version;
          const value = this.#value;
          yield value;
        } else if (this.#end !== undefined) {
          if ('error' in this.#end) throw this.#end.error;
          return;
        } else {
          await Promise.race([this.#changed.promise, aborted.promise]);
        }
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
