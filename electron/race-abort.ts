// Waits for a promise only for as long as the caller needs it.

import { RailbirdError } from '#shared/errors.ts';

/**
 * The promise, unless the signal aborts first. A failure that comes later is dropped. Errors: CANCELLED as soon as the
 * signal aborts, and those of the promise.
 */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  promise.catch(() => undefined);
  if (signal === undefined) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new RailbirdError('CANCELLED'));
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
