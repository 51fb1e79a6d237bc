// The operations of the document: a query for each table, and the answer to OPTIONS.

import type { Table } from '#shared/catalogue/table.ts';
import { MEMBERSHIP_LIMIT } from '#shared/service-api/envelope.ts';
import { MOST_RECORDS } from '../limits.ts';
import { EXAMPLES } from './examples.ts';
import { filterOf, requestExamples } from './filters.ts';
import { headersOf } from './headers.ts';
import { recordOf } from './records.ts';
import { refusalsOf } from './error-responses.ts';
import type { Schema } from './schema.ts';
import { object, refer } from './schema.ts';

/** The operations of an address under `/v1/`. */
export const tableOperations = (table: Table): Schema => ({ post: question(table), options: methods(table) });

function question(table: Table): Schema {
  const { code, label, purpose, maxSpanDays, order, primaryKey, grain } = table;
  return {
    operationId: code,
    summary: label.en,
    description: purpose.en,
    'x-summary-ja': label.ja,
    tags: [grain],
    'x-table': code,
    ...(maxSpanDays !== undefined && { 'x-max-span-days': maxSpanDays }),
    'x-max-records': MOST_RECORDS,
    'x-order': order,
    'x-primary-key': primaryKey,
    requestBody: {
      required: grain === 'master',
      content: { 'application/json': { schema: filterOf(table), examples: requestExamples(table) } },
    },
    responses: { '200': answer(table), ...refusalsOf(table) },
  };
}

function answer(table: Table): Schema {
  return {
    description: 'Every record that matches all filters, sorted by `x-order`; never truncated.',
    headers: headersOf(200),
    content: {
      'application/json': { schema: envelope(table), examples: { record: answerExample(table) } },
    },
  };
}

function envelope(table: Table): Schema {
  return object({
    request: object({ parameters: filterOf(table) }),
    result: object({
      status: { const: 200 },
      endpoint_uri: { const: table.path },
      membershipLimit: { const: MEMBERSHIP_LIMIT },
      result_count: {
        type: 'integer',
        minimum: 0,
        maximum: MOST_RECORDS,
        description: 'The number of records in `data`.',
      },
      data: { type: 'array', maxItems: MOST_RECORDS, items: recordOf(table) },
    }),
  });
}

function answerExample(table: Table): Schema {
  const [asked] = Object.values(requestExamples(table));
  return {
    summary: 'The envelope, with one record',
    value: {
      request: { parameters: asked?.['value'] },
      result: {
        status: 200,
        endpoint_uri: table.path,
        membershipLimit: MEMBERSHIP_LIMIT,
        result_count: 1,
        data: [EXAMPLES[table.code]],
      },
    },
  };
}

function methods({ code }: Table): Schema {
  return {
    operationId: `${code}_methods`,
    summary: 'The methods of this address',
    tags: ['methods'],
    security: [],
    responses: {
      '204': { description: 'Only POST is allowed.', headers: headersOf(204) },
      '429': refer('responses', 'TooManyRequests'),
      '503': refer('responses', 'ServiceUnavailable'),
    },
  };
}

/** Addresses without records, which need no keys. */
export const PAGE_OPERATIONS: Readonly<Record<string, Schema>> = {
  '/': { get: page('page', 'A description of the service, for people', 'text/html') },
  '/openapi.json': { get: page('openapi', 'This document', 'application/json') },
};

function page(operationId: string, summary: string, type: string): Schema {
  const schema = type === 'application/json' ? { type: 'object' } : { type: 'string' };
  return {
    operationId,
    summary,
    tags: ['pages'],
    security: [],
    responses: {
      '200': { description: summary, headers: headersOf(0), content: { [type]: { schema } } },
      '405': refer('responses', 'MethodNotAllowed'),
      '429': refer('responses', 'TooManyRequests'),
      '503': refer('responses', 'ServiceUnavailable'),
    },
  };
}
