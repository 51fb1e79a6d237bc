// The error responses of the document, from the catalogue of refusals. The examples of bad requests are
// produced by the service's own checks.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { tooManyRecords } from '../limits.ts';
import { readFilter, selectionOf } from '../parameters.ts';
import type { RefusalName, RefusalRow } from '../error-response.ts';
import { REFUSALS, Refusal } from '../error-response.ts';
import { headersOf } from './headers.ts';
import type { Schema } from './schema.ts';
import { firstLike, object, refer } from './schema.ts';

const EXAMPLE_ID = '3f0a2c58-2a51-4c0e-9d0b-6f4f6f1f2a77';

/** The responses that are the same for every table, by status. */
const COMMON = {
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'NotFound',
  '405': 'MethodNotAllowed',
  '413': 'PayloadTooLarge',
  '415': 'UnsupportedMediaType',
  '429': 'TooManyRequests',
  '500': 'Internal',
  '503': 'ServiceUnavailable',
} as const;

const badRequestOf = (table: Table): string =>
  `BadRequest_${firstLike(table, ({ filters, maxSpanDays }) => [...filters, maxSpanDays].join(' '))}`;

/** The error responses of a table's operation, by status. A table is always at its own address, so there is no 404. */
export function refusalsOf(table: Table): Record<string, Schema> {
  const { '404': _, ...common } = COMMON;
  return {
    '400': refer('responses', badRequestOf(table)),
    ...Object.fromEntries(Object.entries(common).map(([status, name]) => [status, refer('responses', name)])),
  };
}

/** Every error response by name. */
export function refusalResponses(): Record<string, Schema> {
  const names = Object.keys(REFUSALS) as RefusalName[];
  const common = Object.entries(COMMON).map(([status, name]) => {
    const same = names.filter((refused) => REFUSALS[refused].status === Number(status));
    return [name, responseOf(same.map((refused) => new Refusal(refused)))];
  });
  const bad = TABLE_CODES.map(tableOf).map((table) => [badRequestOf(table), responseOf(badRequests(table))]);
  return Object.fromEntries([...common, ...bad]) as Record<string, Schema>;
}

/** Bodies with one error each, for tables that know their filters. */
const WRONG: readonly Filter[] = [
  { racedate: '20260230' },
  { start_racedate: 'yesterday', end_racedate: '20260104' },
  { horse_id: '123' },
  { start_racedate: '20260104' },
  { start_racedate: '20260104', end_racedate: '20260103' },
  { racedate: '20260104', start_racedate: '20260103', end_racedate: '20260104' },
  { start_racedate: '20240101', end_racedate: '20260101' },
];

/** Every refusal with 400 that the table can answer with, one example each. */
function badRequests(table: Table): Refusal[] {
  const known = WRONG.filter((body) => Object.keys(body).every((name) => isFilter(table, name)));
  const misspelled = { [`${table.filters[0]}s`]: '20260104' };
  const found = [misspelled, {}, ...known].map((body) => refusalTo(table, body));
  const all = [
    new Refusal('BAD_REQUEST'),
    new Refusal('INVALID_JSON'),
    ...found.filter((refusal) => refusal !== undefined),
    ...(table.grain === 'master' ? [] : [tooManyRecords(table)]),
  ];
  return [...new Map(all.toReversed().map((refusal) => [refusal.refused, refusal])).values()].toReversed();
}

const isFilter = (table: Table, name: string): boolean => table.filters.some((filter) => filter === name);

function refusalTo(table: Table, body: object): Refusal | undefined {
  try {
    selectionOf(table, readFilter(table, body, [], []));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The response for refusals of one status. */
function responseOf(refusals: readonly Refusal[]): Schema {
  const rows: RefusalRow[] = refusals.map(({ refused }) => REFUSALS[refused]);
  const examples = refusals.map((refusal) => [
    refusal.refused,
    { summary: refusal.message, value: refusal.body(EXAMPLE_ID) },
  ]);
  return {
    description: rows.map(({ reason, code, message }) => `\`${reason ?? code}\`: ${message}`).join('\n'),
    headers: headersOf(rows[0]?.status ?? 0),
    content: {
      'application/json': { schema: bodySchema(rows), examples: Object.fromEntries(examples) },
    },
  };
}

function bodySchema(rows: readonly RefusalRow[]): Schema {
  const reasons = rows.map(({ reason }) => reason).filter((reason) => reason !== undefined);
  const codes = [...new Set(rows.map(({ code }) => code))];
  const isOurs = rows.some(({ status }) => status >= 500);
  const mayDetail = rows.some(({ status }) => status === 400);
  return object({
    success: { const: false },
    error: object(
      {
        code: { enum: codes },
        message: { type: 'string', description: 'For people; programs should not depend on it.' },
        ...(reasons.length > 0 && { reason: { enum: reasons } }),
        ...(mayDetail && { details: refer('schemas', 'Details') }),
        ...(isOurs && { request_id: refer('schemas', 'RequestId') }),
      },
      [
        'code',
        'message',
        ...(reasons.length === rows.length ? ['reason'] : []),
        ...(isOurs ? ['request_id'] : []),
      ],
    ),
  });
}

/** Schemas shared by the error bodies. */
export const REFUSAL_SCHEMAS: Readonly<Record<string, Schema>> = {
  Details: {
    type: 'array',
    description:
      'Every problem of the request, not only the first. Values that were sent are never repeated.',
    minItems: 1,
    items: object({ param: { type: 'string' }, problem: { type: 'string' } }),
  },
  RequestId: {
    type: 'string',
    format: 'uuid',
    description: 'As in the header X-Request-Id, and in the log.',
  },
};
