// The log: one JSON line an event on standard error. No target, header or body is ever put into it, because the
// target carries the application key and the headers carry the user's.

import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

/** What is said of a request: nothing that was sent, only what became of it. */
export interface RequestLine {
  readonly request_id: string;
  readonly address: string;
  /** Code of the table, where the request named one. */
  readonly table: string | undefined;
  readonly status: number;
  readonly refused: string | undefined;
  readonly records: number | undefined;
  readonly milliseconds: number;
  /** The reader went away before the end. */
  readonly aborted: boolean;
}

export function newLog(destination: DestinationStream): Log {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/**
 * Standard error, written in the background so that a reader that stops reading stops nothing here; under load many
 * lines at once, because each write wakes a thread. A line waits for a tenth of a second at most.
 */
export const standardError = (): ReturnType<typeof pino.destination> =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 100 });

/**
 * Ends the process once what was logged is written, or cannot be. An exit while a last line is on its way to a reader
 * that is gone would try it for ever.
 */
export function exitAfterLog(destination: ReturnType<typeof standardError>, code: number): void {
  const exit = () => process.exit(code);
  destination.once('close', exit).once('error', exit);
  destination.end();
}
