// Variants of the envelope around the records (specification, section 2.1) that the page does not show.

import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import type { Envelope } from '#shared/service-api/envelope.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { addDays } from '#shared/racing/racedate.ts';
import {
  changedBytes,
  changedEnvelope,
  envelopeIn,
  transmitted,
  withHeaders,
  type Fault,
  type HttpAnswer,
  type Situation,
} from '../delivery.ts';

const layer = 'envelope';

const changedResult = (change: (result: Envelope['result'], situation: Situation) => object) =>
  changedEnvelope(({ request, result }, situation) => ({ request, result: change(result, situation) }));

const changedText = (change: (text: string, situation: Situation) => string) =>
  changedBytes((body, situation) => Buffer.from(change(body.toString('utf8'), situation)));

export const ENVELOPE_READINGS: readonly Fault[] = [
  {
    name: 'status-as-text',
    does: 'sends "status": "200" and "result_count" as text',
    spoil: changedResult((result) => ({
      ...result,
      status: '200',
      result_count: String(result.result_count),
    })),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'count-wrong',
    does: 'sends a result_count that never equals the number of records',
    spoil: changedResult((result, { habits }) => ({
      ...result,
      result_count: habits
        .drawFor('count')
        .of([1, -1, 0, result.result_count + 1, 999_999, 'many', null, 1.5]),
    })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'count-of-all',
    does: 'sends the number of records in the whole table as result_count',
    spoil: changedResult((result) => ({ ...result, result_count: 1_204_337 })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'bare',
    does: 'leaves out everything but the records: echo, status, count, address',
    spoil: changedEnvelope(({ result }) => ({ result: { data: result.data } })),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'more-around',
    does: 'sends success, messages and times around the records that the page does not name',
    spoil: changedEnvelope(({ request, result }) => ({
      success: true,
      error: null,
      message: 'OK',
      timestamp: '2017-01-15T12:00:00+09:00',
      request: { ...request, ip: '203.0.113.7', plan: 'premium' },
      result: { elapsed_ms: 12, ...result, warnings: [] },
      meta: { version: '1.4.2' },
    })),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'echo-other',
    does: 'echoes another period than the requested one',
    spoil: changedEnvelope(({ result }, { filter }) => ({
      request: {
        parameters: Object.fromEntries(
          Object.entries(filter).map(([name, value]) => [
            name,
            name.endsWith('racedate') ? addDays(value, -7) : value,
          ]),
        ),
      },
      result,
    })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'echo-in-another-form',
    does: 'echoes the dates with dashes, or as numbers, or with values that it filled in',
    spoil: changedEnvelope(({ result }, { filter, habits }) => ({
      request: {
        parameters: Object.fromEntries(
          Object.entries(filter).map(([name, value]) => [
            name,
            echoed(value, habits.drawFor('echo').int(0, 2)),
          ]),
        ),
      },
      result,
    })),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
  {
    name: 'address-of-another',
    does: 'names the address of another table',
    spoil: changedResult((result, { habits }) => ({
      ...result,
      endpoint_uri: habits.drawFor('address').of([TABLES.t_ra.path, TABLES.m_uk.path, '/v2/dse', 'dse', '']),
    })),
    isWhole: true,
    mustDeliver: true,
    layer,
  },
  {
    name: 'answers-swapped',
    does: 'gives each request the answer to the previous one, as a mixed-up shared connection does',
    spoil: async ({ habits, sound }) => {
      const own = await sound();
      const before = habits.memory.get('swapped') as HttpAnswer | undefined;
      habits.memory.set('swapped', own);
      return { answer: before ?? own };
    },
    onlyKnownBy: 'program',
    layer,
  },
  {
    name: 'answers-mixed-up',
    does: 'gives the records of the previous request with the echo of this one',
    spoil: async ({ habits, sound }) => {
      const own = await sound();
      const before = habits.memory.get('mixed') as HttpAnswer | undefined;
      habits.memory.set('mixed', own);
      const [mine, theirs] = [own, before ?? own].map(({ body }) => envelopeIn(body));
      if (mine === undefined || theirs === undefined) return { answer: own };
      const result = { ...theirs.result, endpoint_uri: mine.result.endpoint_uri };
      return { answer: { ...own, body: Buffer.from(JSON.stringify({ request: mine.request, result })) } };
    },
    onlyKnownBy: 'program',
    layer,
  },
  {
    name: 'data-in-data',
    does: 'puts the records in a list within the list',
    spoil: changedResult((result) => ({ ...result, data: [result.data] })),
    layer,
  },
  {
    name: 'data-by-key',
    does: 'answers the records as an object with a key for each',
    spoil: changedResult((result) => ({
      ...result,
      data: Object.fromEntries(result.data.map((record, index) => [String(index), record])),
    })),
    layer,
  },
  {
    name: 'one-alone',
    does: 'answers a single record without the list around it',
    spoil: changedResult((result) => ({
      ...result,
      data: result.data.length === 1 ? result.data[0] : result.data,
    })),
    layer,
  },
  {
    name: 'keys-twice',
    does: 'sends "result_count", "data" or "result" twice in one object, the later one correct',
    spoil: changedText((text, { habits }) =>
      habits
        .drawFor('twice')
        .of([
          () => text.replace('"result_count":', '"result_count":0,"result_count":'),
          () => text.replace('"data":[', '"data":[],"data":['),
          () => text.replace('"result":{', '"result":{},"result":{'),
          () => text.replace('"status":200', '"status":200,"status":200'),
        ])(),
    ),
    layer,
  },
  {
    name: 'keys-twice-later-wrong',
    does: 'sends "data" twice in one object, the later one empty',
    spoil: changedText((text) => text.replace(/\]\s*\}\s*\}\s*$/, '],"data":[]}}')),
    layer,
  },
  {
    name: 'garbage-behind',
    does: 'writes something after the JSON',
    spoil: changedText((text, { habits }) =>
      habits
        .drawFor('behind')
        .of([`${text}\n\n`, `${text}\0`, `${text}<!-- 12 ms -->`, `${text}{}`, `${text}]`]),
    ),
    layer,
  },
  {
    name: 'garbage-before',
    does: 'writes a byte order mark or a warning before the JSON',
    spoil: changedText((text, { habits }) =>
      habits
        .drawFor('before')
        .of([
          `\uFEFF${text}`,
          `\r\n\r\n${text}`,
          `)]}',\n${text}`,
          `<br />\n<b>Warning</b>: mysql_connect()\n${text}`,
        ]),
    ),
    layer,
  },
  {
    name: 'json-written-otherwise',
    does: 'writes the same JSON with escapes, indentation and exponents',
    spoil: changedBytes((body, { habits }) => {
      const envelope = envelopeIn(body);
      if (envelope === undefined) return body;
      const text = JSON.stringify(envelope);
      const ways = [
        () => JSON.stringify(envelope, undefined, 2),
        () => text.replaceAll(/[^\u0020-\u007e]/g, escaped),
        () => text.replaceAll('/', '\\/'),
        () => text.replace(/"result_count":(\d+)/, '"result_count":$1.0e0'),
      ];
      return Buffer.from(habits.drawFor('json').of(ways)());
    }),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer,
  },
];

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

function echoed(value: string, how: number): unknown {
  if (how === 0)
    return /^20\d{6}$/.test(value) ? `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}` : value;
  return how === 1 && /^\d+$/.test(value) ? Number(value) : value;
}

export const BYTE_READINGS: readonly Fault[] = [
  {
    name: 'packed',
    does: 'compresses answers as it likes and declares that',
    spoil: async ({ habits, sound }) => {
      const answer = await sound();
      const [coding, pack] = habits.drawFor('coding').of([
        ['gzip', gzipSync],
        ['deflate', deflateSync],
        ['br', brotliCompressSync],
        ['x-gzip', gzipSync],
        ['identity', (bytes: Buffer) => bytes],
      ] as const);
      return {
        answer: {
          ...answer,
          headers: { ...answer.headers, 'content-encoding': coding },
          body: Buffer.from(pack(answer.body)),
        },
      };
    },
    layer: 'bytes',
  },
  {
    name: 'small-pieces',
    does: 'sends such small pieces that characters are cut in two',
    spoil: transmitted(({ draw }) => ({ pieces: draw.int(60, 90) })),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer: 'bytes',
  },
  {
    name: 'other-charset',
    does: 'sends UTF-16, or names another character set than it sends',
    spoil: async ({ habits, sound }) => {
      const answer = await sound();
      const how = habits.drawFor('charset').int(0, 3);
      const type = [
        'application/json; charset=Shift_JIS',
        'text/plain',
        'text/json;charset=utf8',
        'application/json',
      ];
      const body = how === 3 ? Buffer.from(answer.body.toString('utf8'), 'utf16le') : answer.body;
      return { answer: { ...answer, headers: { ...answer.headers, 'content-type': type[how] ?? '' }, body } };
    },
    layer: 'bytes',
  },
  {
    name: 'other-success',
    does: 'answers 201, 203 or 206 with the records',
    spoil: async ({ habits, sound }) => {
      const answer = await sound();
      return {
        answer:
          answer.status === 200 ? { ...answer, status: habits.drawFor('2xx').of([201, 203, 206]) } : answer,
      };
    },
    layer: 'bytes',
  },
  {
    name: 'many-headers',
    does: 'adds cookies, policies and long headers that mean nothing here',
    spoil: withHeaders(() => ({
      'set-cookie': 'session=abc; Path=/; HttpOnly',
      'content-security-policy': "default-src 'self'",
      'x-powered-by': 'PHP/5.6',
      'x-trace': 'a'.repeat(4000),
      link: '</style.css>; rel="preload", </next-season>; rel="alternate"; title="next"',
    })),
    isWhole: true,
    mustDeliver: true,
    mustBeComplete: true,
    layer: 'bytes',
  },
];
