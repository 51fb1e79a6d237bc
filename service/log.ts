// The log: one JSON line an event on standard error. It never contains a target, header or body: the target carries
// the application key and the headers carry the user's.

import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type ServiceLog = Logger;

/** The log line of a request: its outcome, and nothing that was sent. */
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

export function newLog(destination: DestinationStream): ServiceLog {
  return pino({ base: null, timestamp: isoTime }, destination);
}

let instant = { at: 0, text: '' };

/** Made once a millisecond, which under load holds several lines. */
function isoTime(): string {
  const at = Date.now();
  if (at !== instant.at) instant = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return instant.text;
}

/** Characters that are written at once, and the most milliseconds that a line waits for others. */
const HANDFUL = 8 * 1024;
const WAIT = 100;

/**
 * Standard error, written in the background so that a reader that stops reading stops nothing here; under load many
 * lines at once, because each write wakes a thread. Lines are gathered before the destination gets them: for each one
 * it measures its whole buffer again.
 */
export class StandardError {
  #lines = '';
  #waiting: NodeJS.Timeout | undefined;
  #hasEnded = false;
  readonly #out;

  constructor() {
    // Before the destination's own listener, which writes its buffer at the end of the process.
    process.once('exit', () => this.#handOn());
    this.#out = pino.destination({ dest: 2, sync: false, minLength: HANDFUL });
  }

  write(line: string): void {
    if (this.#hasEnded) return;
    this.#lines += line;
    if (this.#lines.length >= HANDFUL) this.#handOn();
    else this.#waiting ??= setTimeout(() => this.#flush(), WAIT);
  }

  /** Calls back once everything is written, or cannot be. Later lines are dropped. */
  end(ended: () => void): void {
    this.#handOn();
    this.#hasEnded = true;
    this.#out.once('close', ended).once('error', ended);
    this.#out.end();
  }

  #flush(): void {
    this.#handOn();
    this.#out.flush();
  }

  #handOn(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (this.#lines !== '') this.#out.write(this.#lines);
    this.#lines = '';
  }
}

/**
 * Ends the process once the log is written, or cannot be. An exit with a last line on its way to a reader that is gone
 * would retry forever.
 */
export function exitAfterLog(destination: StandardError, code: number): void {
  destination.end(() => process.exit(code));
}
