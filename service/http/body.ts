// The body of a request: its media type, its size, and the JSON in it.

import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Filter } from '#shared/catalogue/table.ts';
import type { Awaitable } from '../awaitable.ts';
import { Refusal } from './error-response.ts';

/** All filters together are far smaller. */
export const LARGEST_BODY = 16 * 1024;

const JSON_IN_UTF8 = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;

/** @throws Refusal 415. An empty body needs no type, since nothing in it could be misread. */
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
 * @param body which may be truncated beyond the largest allowed size
 * @throws Refusal 413, before the body is read to its end
 */
export function readBody(headers: IncomingHttpHeaders, body: () => Awaitable<Buffer>): Awaitable<Buffer> {
  if (Number(headers['content-length'] ?? 0) > LARGEST_BODY) throw new Refusal('PAYLOAD_TOO_LARGE');
  const read = body();
  return read instanceof Promise ? read.then(demandSmall, truncated) : demandSmall(read);
}

function demandSmall(read: Buffer): Buffer {
  if (read.length > LARGEST_BODY) throw new Refusal('PAYLOAD_TOO_LARGE');
  return read;
}

/** A truncated body is not a failure of the service. */
function truncated(): never {
  throw new Refusal('BAD_REQUEST');
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body. Most are ASCII and need no decoder. @throws Refusal INVALID_JSON */
export function textOf(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1');
  try {
    return UTF8.decode(body);
  } catch {
    throw new Refusal('INVALID_JSON');
  }
}

/** The parsed text of a body; an empty one is the empty object. @throws Refusal INVALID_JSON */
export function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    throw new Refusal('INVALID_JSON');
  }
}

/**
 * Refuses a repeated name: JSON.parse takes the last value, which may not be the one that was meant.
 *
 * @param filter parsed from the text: string members, each counted by its name and value
 * @throws Refusal INVALID_PARAMETER
 */
export function demandSingleNames(text: string, filter: Filter): void {
  const strings = text.includes('\\') ? (text.match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0) : quotesIn(text) / 2;
  if (strings <= 2 * Object.keys(filter).length) return;
  throw new Refusal('INVALID_PARAMETER', { details: [{ param: 'body', problem: 'a name is repeated' }] });
}

function quotesIn(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes;
}
