// Standard output may close, fill up or fail: writes run one after another, and each reports its own failure.

import type { Writable } from 'node:stream';

export class OutputError extends Error {
  /** The reader has closed the pipe, as `head` does when it has enough. */
  readonly isClosed: boolean;
  /** The system's code; empty if it gave none. */
  readonly code: string;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.name = 'OutputError';
    this.code = cause.code ?? '';
    this.isClosed = GONE.has(this.code);
  }
}

const GONE: ReadonlySet<string> = new Set(['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** Writes to the stream one after another. Errors: OutputError; the signal's reason. */
export function writerTo(
  stream: Writable,
  signal: AbortSignal,
): (chunk: string | Uint8Array) => Promise<void> {
  // The write that failed reports it; without a listener the process would end here.
  stream.on('error', () => undefined);
  return (chunk) =>
    new Promise((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      stream.write(chunk, (error) => {
        signal.removeEventListener('abort', stop);
        if (error) reject(new OutputError(error));
        else resolve();
      });
    });
}
