// One request on its way through the checks, independent of its transport.

import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../accounts/accounts.ts';
import type { Awaitable } from '../awaitable.ts';
import { Refusal } from './error-response.ts';

export interface RequestContext {
  /** Identifies the request in the log and in `x-request-id`. */
  readonly id: string;
  readonly address: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  readonly method: string;
  /** Path and query string as sent. Never logged or echoed, because it contains the application key. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The number of Host headers; `headers` has the first of them. */
  readonly hosts: number;
  /** Reads the body, up to a little beyond the size limit. Called only after the checks before it have passed. */
  readonly body: () => Awaitable<Buffer>;
  /** The request has good keys, of that user. */
  readonly isFrom: (user: User) => void;
  /**
   * Counts the request among the active ones. Requests without good keys never count.
   *
   * @throws Refusal SERVICE_UNAVAILABLE if there are too many
   */
  readonly passedKeys: () => void;
  /** Headers of every answer to this request. */
  readonly answerHeaders: Record<string, string>;
  /**
   * Waits for it, but no longer than the client is there: until it is answered a request counts as active.
   *
   * @param late takes what comes after the client left
   * @throws Refusal if the client leaves first
   */
  readonly whileThere: <Value>(wait: Promise<Value>, late: (value: Value) => void) => Promise<Value>;
  /** Call it when the answer is sent or abandoned. */
  readonly afterwards: (() => void)[];
}

/** A name or an address, with an optional port; an empty host is valid too (RFC 9110, section 7.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Requires exactly one valid host: with two, an attacker can exploit servers that choose differently (RFC 9112, section
 * 3.2).
 *
 * @throws Refusal BAD_REQUEST
 */
export function demandHost({ headers, hosts, httpVersion }: RequestContext): void {
  const isNamed = hosts === 1 || (hosts === 0 && httpVersion === '1.0');
  if (!isNamed || !HOST.test(headers.host ?? '')) throw new Refusal('BAD_REQUEST');
}
