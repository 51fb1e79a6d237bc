// The body of a request: its media type, its size, and the JSON in it.

import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Filter } from '#shared/catalogue/table.ts';
import { Refusal } from './error-response.ts';

/** All filters together are far smaller. */
export const LARGEST_BODY = 16 * 1024;

const JSON_IN_UTF8 = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

/** @throws Refusal 415. An empty body needs no type: nothing in it could be misread. */
export function demandJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'];
  const acceptable = type === undefined ? isEmpty(headers) : JSON_IN_UTF8.test(type);
  if (!acceptable || (encoding !== undefined && encoding !== 'identity')) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  }
}

const isEmpty = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/**
 * @param body which may be cut off beyond the largest allowed
 * @throws Refusal 413, before the body is read to its end
 */
export async function readBody(headers: IncomingHttpHeaders, body: () => Promise<Buffer>): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > LARGEST_BODY) throw new Refusal('PAYLOAD_TOO_LARGE');
  let read: Buffer;
  try {
    read = await body();
  } catch {
    // A body that is cut short is no failure of the service.
    throw new Refusal('BAD_REQUEST');
  }
  if (read.length > LARGEST_BODY) throw new Refusal('PAYLOAD_TOO_LARGE');
  return read;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The parsed body; an empty one is the empty object. @throws Refusal INVALID_JSON */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    // Most bodies are ASCII, which needs no decoder.
    const parsed: unknown = JSON.parse(isAscii(body) ? body.toString('latin1') : UTF8.decode(body));
    return parsed;
  } catch {
    throw new Refusal('INVALID_JSON');
  }
}

/**
 * Refuses a name that comes twice: JSON.parse takes the last, so the answer might be to another question.
 *
 * @param filter what was read from the body: members that are strings, each counted by its name and its value
 * @throws Refusal INVALID_PARAMETER
 */
export function demandSingleNames(body: Buffer, filter: Filter): void {
  const strings = body.toString('utf8').match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0;
  if (strings <= 2 * Object.keys(filter).length) return;
  throw new Refusal('INVALID_PARAMETER', { details: [{ param: 'body', problem: 'a name comes twice' }] });
}
