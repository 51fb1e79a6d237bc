// The headers of answers (docs/decisions.md), and which answers carry them.

import type { Schema } from './schema.ts';
import { refer } from './schema.ts';

interface HeaderRow {
  readonly required: boolean;
  readonly description: string;
  readonly pattern: string;
  readonly example: string;
  /** Of the answers with these status codes. */
  readonly on: (status: number) => boolean;
}

/** Statuses of requests that are answered before their user is known. */
const BEFORE_THE_USER = new Set([204, 401, 403, 404, 405]);

const HEADERS: Readonly<Record<string, HeaderRow>> = {
  'X-Request-Id': {
    required: true,
    description: 'Identifies the request; quote it in questions about it.',
    pattern: '^[0-9a-f-]{36}$',
    example: '3f0a2c58-2a51-4c0e-9d0b-6f4f6f1f2a77',
    on: () => true,
  },
  Allow: {
    required: true,
    description: 'The methods of the address.',
    pattern: '^[A-Z]+(?:, [A-Z]+)*$',
    example: 'POST',
    on: (status) => status === 405 || status === 204,
  },
  'Retry-After': {
    required: true,
    description: 'Whole seconds to wait, at least 1.',
    pattern: '^[1-9][0-9]*$',
    example: '2',
    on: (status) => status === 429 || status === 503,
  },
  'RateLimit-Policy': {
    required: false,
    description: 'How many requests a user may send in how many seconds, if the service limits them.',
    pattern: '^"user";q=[0-9]+;w=[0-9]+$',
    example: '"user";q=10;w=2',
    on: (status) => !BEFORE_THE_USER.has(status),
  },
  RateLimit: {
    required: false,
    description: 'How many requests are left, and the seconds until all are available again.',
    pattern: '^"user";r=[0-9]+;t=[0-9]+$',
    example: '"user";r=9;t=2',
    on: (status) => !BEFORE_THE_USER.has(status),
  },
  'X-Applied-Filter': {
    required: false,
    description: 'The race date that was used because no filter was sent.',
    pattern: '^racedate=[0-9]{8}$',
    example: 'racedate=20251228',
    on: (status) => status === 200,
  },
  'X-Data-As-Of': {
    required: false,
    description:
      'The answer has everything that was published before this moment, if the service answers from copies of its ' +
      'data, which may be a little behind.',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    example: '2026-11-07T06:03:11.250Z',
    on: (status) => status === 200,
  },
  Deprecation: {
    required: false,
    description: 'Since when a parameter of the request is deprecated (RFC 9745).',
    pattern: '^@[0-9]+$',
    example: '@1767225600',
    on: (status) => status === 200,
  },
  Link: {
    required: false,
    description: 'Where the deprecation is explained.',
    pattern: '^<[^>]+>; rel="deprecation"; type="text/html"$',
    example: '</#kettonum>; rel="deprecation"; type="text/html"',
    on: (status) => status === 200,
  },
};

/** The headers of an answer to a query. */
export const headersOf = (status: number): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(HEADERS)
      .filter(([, { on }]) => on(status))
      .map(([name]) => [name, refer('headers', name)]),
  );

/** Every header by name. */
export const headerComponents = (): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, { required, description, pattern, example }]) => [
      name,
      { required, description, schema: { type: 'string', pattern }, example },
    ]),
  );
