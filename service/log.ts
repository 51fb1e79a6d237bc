// The log: one JSON line per event on standard error. It never contains a target, header or body, because the target
// contains the application key and the headers contain the user's.

import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export interface ServiceLog extends Pick<Logger, 'info' | 'warn' | 'error'> {
  request(line: RequestLine): void;
}

/** The log line of a request: its outcome, and nothing that was sent. */
export interface RequestLine {
  readonly request_id: string;
  readonly address: string;
  /** Code of the table, if the request named one. */
  readonly table: string | undefined;
  readonly status: number;
  readonly refused: string | undefined;
  readonly records: number | undefined;
  readonly milliseconds: number;
  /** Whether the client left before the end. */
  readonly aborted: boolean;
}

export function newLog(destination: DestinationStream): ServiceLog {
  const log = pino({ base: null, timestamp: isoTime }, destination);
  return Object.assign(log, { request: (line: RequestLine) => destination.write(textOf(line)) });
}

/**
 * What pino writes for the line with the message "request". Under load its general way of writing an object takes a tenth
 * of the service's own work; here every name is known, and all texts but the address are codes and ids.
 */
function textOf(line: RequestLine): string {
  const { request_id, address, table, status, refused, records, milliseconds, aborted } = line;
  const named = table === undefined ? '' : `,"table":"${table}"`;
  const refusal = refused === undefined ? '' : `,"refused":"${refused}"`;
  const counted = records === undefined ? '' : `,"records":${records}`;
  return `{"level":30${isoTime()},"request_id":"${request_id}","address":${JSON.stringify(address)}${named},"status":${status}${refusal}${counted},"milliseconds":${milliseconds},"aborted":${aborted},"msg":"request"}\n`;
}

let instant = { at: 0, text: '' };

/** Formatted once per millisecond, which under load serves several lines. */
function isoTime(): string {
  const at = Date.now();
  if (at !== instant.at) instant = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return instant.text;
}

/** Characters per write, a little less than the most that pino writes at once; the most milliseconds that a line waits. */
const HANDFUL = 15 * 1024;
const WAIT = 100;

/** What a pipe takes in one piece (PIPE_BUF), so that lines of several processes do not mix; log lines are ASCII. */
const AT_ONCE = 4_096;

/**
 * Standard error, written in the background so that a reader that stops reading does not block the service; under load
 * many lines at once, because each write wakes a thread. Lines are collected before they go to the destination, which
 * measures its whole buffer again for each write.
 */
export class StandardError {
  #lines = '';
  #waiting: NodeJS.Timeout | undefined;
  #hasEnded = false;
  readonly #most: number | undefined;
  readonly #out;

  /** @param handful characters per write; processes that share standard error write no more than a pipe takes at once */
  constructor({ shared = false }: { readonly shared?: boolean } = {}) {
    this.#most = shared ? AT_ONCE : undefined;
    // Runs before the destination's own listener, which writes its buffer at the end of the process.
    process.once('exit', () => this.#handOn());
    this.#out = pino.destination({
      dest: 2,
      sync: false,
      ...(shared ? { maxWrite: AT_ONCE } : { minLength: HANDFUL }),
    });
  }

  write(line: string): void {
    if (this.#hasEnded) return;
    if (this.#most !== undefined && this.#lines.length + line.length > this.#most) this.#handOn();
    this.#lines += line;
    if (this.#lines.length >= HANDFUL) this.#handOn();
    else this.#waiting ??= setTimeout(() => this.#flush(), WAIT);
  }

  /** Calls back once everything is written, or cannot be written. Later lines are dropped. */
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
 * Ends the process once the log is written, or cannot be written. Exiting earlier, while a last line is being written
 * to a reader that is gone, would retry forever.
 */
export function exitAfterLog(destination: StandardError, code: number): void {
  destination.end(() => process.exit(code));
}
