// Generates requests: every address, method, media type and pair of keys, valid and invalid.

import fc from 'fast-check';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf, tableOfPath } from '#shared/catalogue/tables.ts';
import { API_KEY, USER_KEY } from '../run-service.ts';
import { bodiesFor } from './bodies.ts';
import type { Attempt } from './judge.ts';
import type { Stable } from './naive.ts';

/** Keys that nobody has; no reply may repeat them either. */
export const WRONG_API_KEY = 'wrong-api-key-4c2e7a';
export const WRONG_USER_KEY = 'wrong-user-key-91bd03';

interface Keys {
  readonly query: string;
  readonly userKey: string | string[] | undefined;
  readonly isGood: boolean;
}

const good = (query: string, userKey: string): Keys => ({ query, userKey, isGood: true });
const bad = (query: string, userKey?: string | string[]): Keys => ({ query, userKey, isGood: false });

const GOOD_QUERY = `?api_key=${API_KEY}`;

const RIGHT_KEYS: readonly Keys[] = [
  good(GOOD_QUERY, USER_KEY),
  good(`?&&api_key=${API_KEY}&`, USER_KEY),
  good(`?%61pi_key=${API_KEY.replaceAll('-', '%2d')}`, USER_KEY),
  good(GOOD_QUERY, ` ${USER_KEY} `),
];

const WRONG_KEYS: readonly Keys[] = [
  bad(''),
  bad('', USER_KEY),
  bad(GOOD_QUERY),
  bad(GOOD_QUERY, ''),
  bad('?api_key=', USER_KEY),
  bad('?api_key', USER_KEY),
  bad(GOOD_QUERY, WRONG_USER_KEY),
  bad(`?api_key=${WRONG_API_KEY}`, USER_KEY),
  bad(`?api_key=${WRONG_API_KEY}`, WRONG_USER_KEY),
  bad(`?api_key=${USER_KEY}`, API_KEY),
  bad(`${GOOD_QUERY}&api_key=${API_KEY}`, USER_KEY),
  bad(`${GOOD_QUERY}&api_key=${WRONG_API_KEY}`, USER_KEY),
  bad(`?api_key[]=${API_KEY}`, USER_KEY),
  bad(`?API_KEY=${API_KEY}`, USER_KEY),
  bad(`${GOOD_QUERY}%00`, USER_KEY),
  bad(`${GOOD_QUERY}+`, USER_KEY),
  bad(GOOD_QUERY, [USER_KEY, USER_KEY]),
  bad(GOOD_QUERY, [USER_KEY, WRONG_USER_KEY]),
  bad(GOOD_QUERY, USER_KEY.toUpperCase()),
  bad(GOOD_QUERY, USER_KEY.slice(0, -1)),
  bad(GOOD_QUERY, `${USER_KEY}\u00e9`),
  bad(`?x-user-key=${USER_KEY}&api_key=${API_KEY}`),
  bad(GOOD_QUERY, `Bearer ${USER_KEY}`),
];

const ADDRESSES_ELSEWHERE = [
  '/v1', '/v1/', '/v1//tra', '//v1/tra', '/v1/tra/', '/v1/TRA', '/V1/tra', '/v1/t_ra', '/v1/%74ra', '/v1/tra%00',
  '/v1/tra;a=b', '/v1/../v1/tra', '/v1/..%2fopenapi.json', '/v2/tra', '/openapi.json/', '/openapi', '/.env', '/favicon.ico',
  '/metrics', '/v1/constructor', '/v1/__proto__', '/constructor', '/__proto__', '*', `/${USER_KEY}`, `/v1/${API_KEY}`,
  `/v1/${'a'.repeat(4_000)}`, '/v1/tra#', 'ftp://other.example/v1/tra',
]; // prettier-ignore

const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];

const RIGHT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON;charset="UTF-8"',
];
const WRONG_TYPES = [
  'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16',
  'application/jsonp', 'application/json, text/plain', 'application/vnd.api+json', '*/*', '', ';', 'application/json; a=b',
  USER_KEY,
]; // prettier-ignore

interface Type {
  readonly headers: Readonly<Record<string, string>>;
  readonly isGood: boolean | 'without a body';
}

const types: fc.Arbitrary<Type> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...RIGHT_TYPES).map((type) => typed(type, true)) },
  { weight: 2, arbitrary: fc.constantFrom(...WRONG_TYPES).map((type) => typed(type, false)) },
  { weight: 1, arbitrary: fc.constant<Type>({ headers: {}, isGood: 'without a body' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('gzip', 'br', 'identity, gzip').map((encoding) => ({
      headers: { ...typed('application/json', true).headers, 'content-encoding': encoding },
      isGood: false,
    })),
  },
);

function typed(type: string, isGood: boolean): Type {
  return { headers: { 'content-type': type }, isGood };
}

/** Headers that have no effect. */
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {}, {}, {}, {},
  { 'accept-encoding': 'gzip, br', accept: 'text/html' },
  { 'x-http-method-override': 'GET', 'x-original-url': '/', 'x-forwarded-for': '203.0.113.9' },
  { 'x-request-id': USER_KEY, origin: 'https://other.example', cookie: `api_key=${API_KEY}` },
  { authorization: `Bearer ${USER_KEY}`, range: 'bytes=0-1', 'if-none-match': '*' },
  { expect: 'the-impossible' },
  { upgrade: 'websocket', connection: 'upgrade' },
  { 'x-long': 'x'.repeat(6_000) },
]; // prettier-ignore

/**
 * Whether the service can tell from the headers that there is no body. The client sends the headers of a request with an
 * expectation before it knows the length, so even an empty body comes in chunks.
 */
const isKnownEmpty = (bytes: Uint8Array, headers: Readonly<Record<string, string>>): boolean =>
  bytes.length === 0 && headers['expect'] === undefined;

/** Attempts on all sixteen tables and other addresses. */
export function attempts(stable: Stable): fc.Arbitrary<Attempt> {
  const secrets = [API_KEY, USER_KEY];
  const paths = fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(...TABLE_CODES.map((code) => tableOf(code).path)) },
    { weight: 2, arbitrary: fc.constantFrom(...ADDRESSES_ELSEWHERE) },
    { weight: 1, arbitrary: fc.constantFrom('/', '/openapi.json') },
  );
  const methods = fc.oneof(
    { weight: 14, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) },
  );
  const keys = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...RIGHT_KEYS) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG_KEYS) },
  );
  const extras = fc.oneof(
    { weight: 14, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('racekey=05241b01', 'a', '=', 'limit=10', `${USER_KEY}=1`, 'a%00%ff=%'),
    },
  );
  // One generator of bodies for each set of filters, because creating one scans all records.
  const bodies = new Map(
    TABLE_CODES.map((code) => tableOf(code).filters).map((filters) => [
      filters.join(' '),
      bodiesFor(filters, stable, secrets),
    ]),
  );
  return paths.chain((path) => {
    const { filters } = tableOfPath(path) ?? tableOf('t_ra');
    const body = bodies.get(filters.join(' ')) ?? bodiesFor(filters, stable, secrets);
    return fc
      .tuple(methods, keys, extras, types, fc.constantFrom(...ODD_HEADERS), body)
      .map(([method, key, extra, type, odd, { bytes, nameTwice }]) => ({
        sent: {
          method,
          path,
          query: extra === '' ? key.query : `${key.query || '?'}&${extra}`,
          headers: {
            ...odd,
            ...type.headers,
            ...(key.userKey !== undefined && { 'x-user-key': key.userKey }),
          },
          body: bytes,
        },
        keysAreGood: key.isGood,
        typeIsGood: type.isGood === 'without a body' ? isKnownEmpty(bytes, odd) : type.isGood,
        queryIsGood: extra === '',
        nameTwice,
      }));
  });
}
