// Which requests the loopback host accepts, decided from their headers alone. The pure part of the server.

import { createHash, timingSafeEqual } from 'node:crypto';
import { RPC_PROTOCOL } from '#shared/bridge/port.ts';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether the request was made to this machine under one of its own names, by the window or by hand. Host exposes a
 * remote page that points its own name at 127.0.0.1; Origin and Sec-Fetch-Site expose one that posts here. The port may
 * differ: a tunnel ends at another one.
 */
export function isFromHere(headers: RequestHeaders, isNavigation: boolean): boolean {
  const host = textOf(headers.host);
  const url = URL.parse(`http://${host}`);
  if (url === null || url.host !== host.toLowerCase() || !LOOPBACK_NAMES.has(url.hostname)) return false;
  const origin = headers.origin;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  const site = textOf(headers['sec-fetch-site']);
  return isNavigation || site === '' || site === 'same-origin' || site === 'none';
}

/**
 * The path of a request's target, without its query; undefined for a target that is not a path of this server: an
 * absolute address, `//host`, `*`, or bytes that no address contains.
 */
export function pathOf(target: string | undefined): string | undefined {
  if (target === undefined || !/^\/(?![/\\])/.test(target)) return undefined;
  return URL.parse(target, 'http://127.0.0.1')?.pathname;
}

/** The session in the request for a WebSocket, as the second protocol that it offers; empty if there is none. */
export function sessionOf(headers: RequestHeaders): string {
  const [protocol, session, ...more] = textOf(headers['sec-websocket-protocol']).split(/, ?/);
  return protocol === RPC_PROTOCOL && more.length === 0 ? (session ?? '') : '';
}

/** A comparison that takes the same time whatever the difference. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The header's text; empty if it is absent. */
export const textOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header : '';
