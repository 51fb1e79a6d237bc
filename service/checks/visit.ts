// One request on its way through the checks, without the transport it came by.

import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../refusal.ts';

export interface Visit {
  /** Names the request in the log and in `x-request-id`. */
  readonly id: string;
  readonly address: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  readonly method: string;
  /** Path and query as sent. Never logged, never echoed: it carries the application key. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Reads the body, which is not asked for before its turn in the order of checks; not far beyond the largest. */
  readonly body: () => Promise<Buffer>;
  /** Header fields of the answer, whatever it will be. */
  readonly answerHeaders: Record<string, string>;
  /** To be called when the answer is sent or given up. */
  readonly afterwards: (() => void)[];
}

/** The two halves of the request target, as sent. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** @throws Refusal BAD_REQUEST where a request names no host (RFC 9112, section 3.2) */
export function demandHost({ headers, httpVersion }: Visit): void {
  if (headers.host === undefined && httpVersion !== '1.0') throw new Refusal('BAD_REQUEST');
}
