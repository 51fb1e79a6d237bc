// The rows of docs/decisions.md, "The service", about what stands around a question: the order of checks, keys, limits,
// the shape of records, and what never changes. One group a row; the other rows are in decisions.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPECIFIED, specifiedFields } from '#shared/catalogue/specified-fields.fixture.ts';
import { TABLE_CODES, type TableCode } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { decode, decodeTurn } from '#shared/catalogue/decode.ts';
import { SERVICE_ERROR_CODES } from '#shared/service-api/envelope.ts';
import { digestOf } from './accounts/digest.ts';
import { USUAL_LIMITS } from './http/rate-limits.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { HORSE_ID, RACE_DATES } from './testing/records.ts';
import {
  API_KEY,
  USER_KEY,
  answerOf,
  errorOf,
  runService,
  type Running,
  type Sent,
} from './testing/run-service.ts';

let service: Running;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

/** The fields of the first record that a table answers with. */
async function fieldsOf(code: TableCode): Promise<string[]> {
  const { path, grain, filters } = tableOf(code);
  const [from, to] = RACE_DATES;
  const period = filters.includes('start_racedate')
    ? { start_racedate: from, end_racedate: to }
    : { racedate: from };
  const { result } = answerOf(await service.ask(path, grain === 'master' ? { horse_id: HORSE_ID } : period));
  return Object.keys(result.data[0] ?? {});
}

describe('order of checks', () => {
  test('a request that is wrong in every way is told of one after the other', async () => {
    const keys = { 'x-user-key': USER_KEY };
    const json = { ...keys, 'content-type': 'application/json' };
    const long = 'x'.repeat(20_000);
    const spoiled: Sent = { path: '/v1/nothing', headers: { 'content-type': 'text/plain' }, body: long };
    const steps: readonly (readonly [Sent, ...told: (number | string | undefined)[]])[] = [
      [{ ...spoiled, path: '/', method: 'PUT', query: '' }, 405, undefined],
      [{ ...spoiled, path: '/v2/nothing', method: 'PUT', query: '' }, 404, undefined],
      [{ ...spoiled, method: 'PUT', query: '' }, 405, undefined],
      [{ ...spoiled, query: '' }, 401, undefined],
      [spoiled, 401, undefined],
      [{ ...spoiled, headers: { ...spoiled.headers, ...keys } }, 404, undefined],
      [{ ...spoiled, path: '/v1/dky', headers: { ...spoiled.headers, ...keys } }, 415, undefined],
      [{ path: '/v1/dky', headers: json, body: long }, 413, undefined],
      [{ path: '/v1/dky', headers: json, body: 'x' }, 400, 'INVALID_JSON'],
      [{ path: '/v1/dky', headers: json, body: '{"end_racedate":1}' }, 400, 'INVALID_PARAMETER'],
      [
        { path: '/v1/dky', headers: json, body: '{"start_racedate":"20200101","end_racedate":"20260101"}' },
        400,
        'RANGE_TOO_LARGE',
      ],
    ];
    for (const [sent, ...told] of steps) {
      const reply = await service.send(sent);
      expect([reply.status, errorOf(reply).reason]).toEqual(told);
    }
  });

  test('pages come before the keys', async () => {
    expect((await service.send({ method: 'GET', path: '/', query: '' })).status).toBe(200);
  });
});

describe('rate limit', () => {
  test('the usual figures: the eleventh request at once has to wait, whole seconds', async () => {
    const limited = await runService({ limits: USUAL_LIMITS });
    const replies = [];
    for (let time = 0; time <= 10; time++) replies.push(await limited.ask('/v1/tra'));
    const [first, last] = [replies[0], replies.find(({ status }) => status === 429)];
    expect(first?.headers).toMatchObject({ 'ratelimit-policy': '"user";q=10;w=2' });
    expect(first?.headers['ratelimit']).toMatch(/^"user";r=9;t=[12]$/);
    expect(last?.headers['retry-after']).toMatch(/^[12]$/);
    await limited.close();
  });
});

describe('t_ky', () => {
  test('it is d_ky without withdrawn_flag: 142 fields of 143', async () => {
    const [today, past] = [await fieldsOf('t_ky'), await fieldsOf('d_ky')];
    expect([today.length, past.length]).toEqual([142, 143]);
    expect(today).toEqual(past.filter((name) => name !== 'withdrawn_flag'));
  });
});

describe('d_se', () => {
  test('it has the fields of t_se', async () => {
    expect(await fieldsOf('d_se')).toEqual(await fieldsOf('t_se'));
  });
});

describe('m_uk', () => {
  test('one record a horse, its identity in front', async () => {
    const { result } = answerOf(await service.ask('/v1/muk', { horse_id: HORSE_ID }));
    expect(result.data).toHaveLength(1);
    expect((await fieldsOf('m_uk')).slice(0, 3)).toEqual(['horse_id', 'kettonum', 'horse_name']);
    expect(await fieldsOf('m_uk')).toHaveLength(25);
  });
});

describe('versions', () => {
  interface Described {
    readonly paths: Readonly<Record<string, unknown>>;
    readonly components: {
      readonly schemas: Readonly<
        Record<
          string,
          { readonly required: string[]; readonly properties: Readonly<Record<string, { type: unknown }>> }
        >
      >;
    };
  }
  const { paths, components } = openApiDocument() as unknown as Described;
  const LETTERS: Readonly<Record<string, string>> = { S: 'string', I: 'integer', N: 'number' };

  test.each(TABLE_CODES)('/v1 keeps %s with every field of the specification, of its type', (code) => {
    expect(Object.keys(paths)).toContain(tableOf(code).path);
    const same = TABLE_CODES.find((other) => tableOf(other).columns === tableOf(code).columns) ?? code;
    const schema = components.schemas[same];
    for (const field of specifiedFields(code)) {
      const [name = '', type = ''] = field.split(' ');
      const letter = LETTERS[type.slice(0, 1)];
      expect(schema?.required).toContain(name);
      expect(schema?.properties[name]?.type).toEqual(type.endsWith('?') ? [letter, 'null'] : letter);
    }
    expect(specifiedFields(code)).toHaveLength(SPECIFIED[code].count);
  });

  test('/v1 keeps every error code that it had', () => {
    const first = [
      'UNAUTHORIZED', 'FORBIDDEN', 'TOO_MANY_REQUESTS', 'BAD_REQUEST', 'NOT_FOUND', 'METHOD_NOT_ALLOWED',
      'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL', 'SERVICE_UNAVAILABLE',
    ]; // prettier-ignore
    expect(SERVICE_ERROR_CODES).toEqual(expect.arrayContaining(first));
  });
});

describe('keys', () => {
  test('a previous api_key and a second user key are good too, and none is logged', async () => {
    const rotating = await runService();
    rotating.accounts.setApplicationKey(digestOf('next-api-key', rotating.pepper), { keepPrevious: true });
    rotating.accounts.addUserKey('tester', digestOf('next-user-key', rotating.pepper));
    const statuses = [];
    for (const apiKey of [API_KEY, 'next-api-key']) {
      for (const userKey of [USER_KEY, 'next-user-key']) {
        const headers = { 'content-type': 'application/json', 'x-user-key': userKey };
        statuses.push((await rotating.send({ query: `?api_key=${apiKey}`, headers, body: '{}' })).status);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200]);
    const log = rotating.log.join('');
    for (const key of [API_KEY, USER_KEY, 'next-api-key', 'next-user-key']) expect(log).not.toContain(key);
    await rotating.close();
  });
});

describe('HTTP server', () => {
  test('nothing is coerced, dropped, repeated or mistaken for another address', async () => {
    expect(errorOf(await service.ask('/v1/tra', { racedate: 20261107 })).reason).toBe('INVALID_PARAMETER');
    expect(errorOf(await service.ask('/v1/tra', { limit: '5' })).reason).toBe('UNKNOWN_PARAMETER');
    const elsewhere = await service.send({ path: '/nowhere', query: '?api_key=not-to-be-repeated' });
    expect(elsewhere.text).not.toContain('not-to-be-repeated');
    expect((await service.send({ method: 'PUT', path: '/v1/tra' })).status).toBe(405);
  });
});

describe('code tables, conflicts', () => {
  const columnNamed = (name: string) => {
    const column = TABLE_CODES.flatMap((code) => tableOf(code).columns).find((each) => each.name === name);
    if (!column) throw new Error(`no column is called ${name}`);
    return column;
  };

  test('weather 2 to 5 follow the order of JV-Data', () => {
    const words = ['2', '3', '4', '5'].map((code) => decode(columnNamed('weather_cd'), code, 'ja'));
    expect(words).toEqual(['曇', '雨', '小雨', '雪']);
  });

  test('turn 9 is straight on the 1000 m of Niigata, and straight or other elsewhere', () => {
    expect(decodeTurn('9', { racecourse_cd: '04', distance: '1000' }, 'en')).toBe('Straight');
    expect(decodeTurn('9', { racecourse_cd: '05', distance: '3110' }, 'en')).toBe('Straight / other');
  });

  test('times are in tenths of a second', () => {
    expect(columnNamed('time_record')).toMatchObject({ kind: 'tenths', unit: '0.1 s' });
  });
});
