// One group a row of docs/decisions.md, "The service", over real sockets.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { HORSE_ID, RACEKEYS, RACE_DATES, recordOf } from './testing/records.ts';
import { USER_KEY, answerOf, errorOf, runService } from './testing/run-service.ts';
import type { Running } from './testing/run-service.ts';

let service: Running;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

const [FIRST_DAY, LAST_DAY] = RACE_DATES;
const BOTH_DAYS = { start_racedate: FIRST_DAY, end_racedate: LAST_DAY };

const keysOf = async (path: string, filter: unknown) =>
  answerOf(await service.ask(path, filter)).result.data.map((record) => record['racekey']);

const refusalOf = async (path: string, filter: unknown) => {
  const reply = await service.ask(path, filter);
  const { code, reason, details } = errorOf(reply);
  return { status: reply.status, code, reason, details };
};

describe('filters combined', () => {
  test('all that are sent have to match', async () => {
    expect(await keysOf('/v1/tra', { racedate: FIRST_DAY, racekey: RACEKEYS[0] })).toEqual([RACEKEYS[0]]);
    expect(await keysOf('/v1/dra', { ...BOTH_DAYS, racekey: RACEKEYS[2] })).toEqual([RACEKEYS[2]]);
  });

  test('a racekey and dates that do not meet are an empty answer', async () => {
    expect(await keysOf('/v1/tra', { racedate: LAST_DAY, racekey: RACEKEYS[0] })).toEqual([]);
  });
});

describe('no filter', () => {
  test.each(['{}', ''])('%j is the newest race date, which a header names', async (body) => {
    const reply = await service.send({
      path: '/v1/tra',
      headers: { 'content-type': 'application/json', 'x-user-key': USER_KEY },
      body,
    });
    const { request, result } = answerOf(reply);
    expect(result.data.map((race) => race['racedate'])).toEqual([LAST_DAY, LAST_DAY]);
    expect(reply.headers['x-applied-filter']).toBe(`racedate=${LAST_DAY}`);
    expect(request.parameters).toEqual({});
  });

  test('/v1/muk without an identifier is refused', async () => {
    expect(await refusalOf('/v1/muk', {})).toMatchObject({ status: 400, reason: 'MISSING_FILTER' });
  });

  test('a filter that is sent is not named again', async () => {
    const reply = await service.ask('/v1/tra', { racedate: FIRST_DAY });
    expect(reply.headers['x-applied-filter']).toBeUndefined();
  });
});

describe('age of an answer', () => {
  const published = new Date('2026-11-07T06:03:11.250Z');
  const copied = (asOf: Date | undefined) =>
    runService({
      wrap: (store) => ({
        answer: async (...asked) => {
          const records = await store.answer(...asked);
          return records === 'too many' || asOf === undefined ? records : { ...records, asOf };
        },
        newestRaceDate: (...asked) => store.newestRaceDate(...asked),
        upsert: (...asked) => store.upsert(...asked),
        close: () => store.close(),
      }),
    });

  test.each([published, undefined])('a store that says %s as of when it answers', async (asOf) => {
    const running = await copied(asOf);
    const reply = await running.ask('/v1/tra', { racekey: RACEKEYS[0] });
    expect(reply.headers['x-data-as-of']).toBe(asOf?.toISOString());
    expect((await running.ask('/v1/nothing')).headers).not.toHaveProperty('x-data-as-of');
    await running.close();
  });
});

describe('range', () => {
  test('both ends belong to it', async () => {
    expect(await keysOf('/v1/dra', BOTH_DAYS)).toEqual([...RACEKEYS]);
    expect(await keysOf('/v1/dra', { start_racedate: FIRST_DAY, end_racedate: FIRST_DAY })).toHaveLength(2);
  });

  test('one end alone is refused', async () => {
    expect(await refusalOf('/v1/dra', { start_racedate: FIRST_DAY })).toMatchObject({
      reason: 'INCOMPLETE_RANGE',
      details: [{ param: 'end_racedate' }],
    });
    expect(await refusalOf('/v1/dra', { end_racedate: FIRST_DAY, racekey: RACEKEYS[0] })).toMatchObject({
      reason: 'INCOMPLETE_RANGE',
    });
  });

  test('reversed ends are refused', async () => {
    const reversed = { start_racedate: LAST_DAY, end_racedate: FIRST_DAY };
    expect(await refusalOf('/v1/dra', reversed)).toMatchObject({ status: 400, reason: 'INVALID_RANGE' });
  });

  test('/v1/dka takes a racedate too, but not with a range', async () => {
    const answer = answerOf(await service.ask('/v1/dka', { racedate: LAST_DAY }));
    expect(answer.result.data.map((meeting) => meeting['racedate'])).toEqual([LAST_DAY]);
    expect(await refusalOf('/v1/dka', { racedate: LAST_DAY, start_racedate: FIRST_DAY })).toMatchObject({
      reason: 'CONFLICTING_FILTERS',
    });
  });
});

describe('span and size', () => {
  test.each([
    ['/v1/dra', '20250101', '20260101', 366],
    ['/v1/dhj', '20250101', '20260101', 366],
    ['/v1/dka', '20250101', '20260101', 366],
    ['/v1/dky', '20250101', '20250131', 31],
    ['/v1/dse', '20250101', '20250131', 31],
    ['/v1/dzk', '20250101', '20250131', 31],
  ])('%s takes a period as long as %s to %s and no longer', async (path, start, end, days) => {
    expect((await service.ask(path, { start_racedate: start, end_racedate: end })).status).toBe(200);
    const refusal = await refusalOf(path, { start_racedate: '20241231', end_racedate: end });
    expect(refusal).toMatchObject({ status: 400, reason: 'RANGE_TOO_LARGE' });
    expect(refusal.details?.[0]?.problem).toContain(String(days));
  });

  test('result_count is the length of data', async () => {
    const { result } = answerOf(await service.ask('/v1/dky', BOTH_DAYS));
    expect(result.result_count).toBe(12);
    expect(result.data).toHaveLength(12);
  });
});

describe('paging, order', () => {
  test('race date, race, horse number as a number', async () => {
    const { result } = answerOf(await service.ask('/v1/dky', BOTH_DAYS));
    const places = result.data.map(
      (entry) => `${entry['racedate']} ${entry['racekey']} ${entry['horse_number']}`,
    );
    const wanted = RACEKEYS.flatMap((racekey, index) =>
      ['1', '2', '10'].map((number) => `${index < 2 ? FIRST_DAY : LAST_DAY} ${racekey} ${number}`),
    );
    expect(places).toEqual(wanted);
  });
});

describe('empty match', () => {
  test.each([
    ['/v1/tra', { racekey: '99999999' }],
    ['/v1/muk', { horse_id: 'ZZZZZZZZZZZZ' }],
    ['/v1/tky', { racedate: '19990101' }],
  ])('%s %j answers 200 with nothing in it', async (path, filter) => {
    const { result } = answerOf(await service.ask(path, filter));
    expect(result).toMatchObject({ status: 200, result_count: 0, data: [] });
  });
});

describe('malformed value', () => {
  test.each([
    ['/v1/tra', { racedate: 20261107 }],
    ['/v1/tra', { racedate: '20260230' }],
    ['/v1/tra', { racedate: '00000101' }],
    ['/v1/tra', { racedate: '18721231' }],
    ['/v1/tra', { racedate: '2026-11-07' }],
    ['/v1/tra', { racedate: null }],
    ['/v1/tra', { racedate: '' }],
    ['/v1/tra', { racekey: ['05264101'] }],
    ['/v1/tra', { racekey: '0526410' }],
    ['/v1/tra', { racekey: '05264101\n' }],
    ['/v1/muk', { horse_id: '123' }],
    ['/v1/muk', { kettonum: '123456789' }],
    ['/v1/tra', []],
    ['/v1/tra', 'text'],
    ['/v1/tra', null],
  ])('%s %j is refused', async (path, filter) => {
    expect(await refusalOf(path, filter)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      reason: 'INVALID_PARAMETER',
    });
  });

  test('all problems are listed, without the values', async () => {
    const sent = { start_racedate: '2026111', end_racedate: 'yesterday', racekey: 1 };
    const refusal = await refusalOf('/v1/dra', sent);
    expect(refusal.details?.map(({ param }) => param).toSorted()).toEqual(Object.keys(sent).toSorted());
    expect(JSON.stringify(refusal)).not.toContain('yesterday');
  });

  test.each(['{', 'racekey=05264101', '{"racekey":"05264101"} x'])('%j is not JSON', async (body) => {
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    expect(errorOf(await service.send({ headers, body })).reason).toBe('INVALID_JSON');
  });

  test('bytes that are not UTF-8 are not JSON', async () => {
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(errorOf(await service.send({ headers, body })).reason).toBe('INVALID_JSON');
  });

  test.each([
    '{"racekey":"05264101","racekey":"05264102"}',
    '{"racedate":7,"racekey":"1","r\\u0061cedate":"20261107"}',
  ])('%s has a name twice', async (body) => {
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    expect(errorOf(await service.send({ headers, body })).reason).toBe('INVALID_PARAMETER');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=shift_jis'])(
    '%s is not the media type',
    async (type) => {
      const reply = await service.ask('/v1/tra', {}, { 'content-type': type });
      expect([reply.status, errorOf(reply).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  test.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    '%s is the media type',
    async (type) => {
      expect((await service.ask('/v1/tra', {}, { 'content-type': type })).status).toBe(200);
    },
  );

  test('16 KiB are read, a byte more is refused', async () => {
    const body = JSON.stringify({ racekey: RACEKEYS[0] });
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    expect((await service.send({ headers, body: body.padEnd(16_384) })).status).toBe(200);
    const over = await service.send({ headers, body: body.padEnd(16_385) });
    expect([over.status, errorOf(over).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('unknown parameter', () => {
  test('the nearest known one is named', async () => {
    const refusal = await refusalOf('/v1/tra', { raceky: '05264101' });
    expect(refusal).toMatchObject({ reason: 'UNKNOWN_PARAMETER', details: [{ param: 'raceky' }] });
    expect(refusal.details?.[0]?.problem).toContain('racekey');
  });

  test('a filter of another table is unknown here', async () => {
    expect(await refusalOf('/v1/tra', { start_racedate: FIRST_DAY })).toMatchObject({
      reason: 'UNKNOWN_PARAMETER',
    });
  });

  test('a name that every object has is unknown', async () => {
    const headers = { 'content-type': 'application/json', 'x-user-key': USER_KEY };
    const reply = await service.send({ headers, body: '{"__proto__":"05264101","toString":"x"}' });
    expect(errorOf(reply).details?.map(({ param }) => param)).toEqual(['__proto__', 'toString']);
  });

  test('a filter in the query is not passed over', async () => {
    const reply = await service.send({
      query: '?api_key=api-key-of-the-tests&racekey=05264101',
      headers: { 'x-user-key': USER_KEY },
    });
    expect(errorOf(reply)).toMatchObject({ reason: 'UNKNOWN_PARAMETER', details: [{ param: 'racekey' }] });
  });
});

describe('other methods', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is 405 with Allow, without keys', async (method) => {
    const reply = await service.send({ method, query: '' });
    expect([reply.status, reply.headers['allow']]).toEqual([405, 'POST']);
    expect(errorOf(reply).code).toBe('METHOD_NOT_ALLOWED');
  });

  test('HEAD is 405 without a body', async () => {
    const reply = await service.send({ method: 'HEAD', query: '' });
    expect([reply.status, reply.headers['allow'], reply.text]).toEqual([405, 'POST', '']);
  });

  test('OPTIONS is 204 with Allow and nothing for other origins', async () => {
    const reply = await service.send({
      method: 'OPTIONS',
      query: '',
      headers: { origin: 'http://a.example' },
    });
    expect([reply.status, reply.headers['allow'], reply.text]).toEqual([204, 'POST', '']);
    const names = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'));
    expect(names).toEqual([]);
  });

  test.each(['/v1', '/openapi.json/', '/healthz', '/V1/tra', '//v1/tra', '/v1%2Ftra'])(
    '%s is 404',
    async (path) => {
      const reply = await service.send({ method: 'GET', path, query: '' });
      expect([reply.status, errorOf(reply).code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test.each(['/v1/', '/v1/xyz', '/v1/tra/', '/v1/t_ra', '/v1/TRA'])('%s is no table', async (path) => {
    const reply = await service.ask(path);
    expect([reply.status, errorOf(reply).code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('error body', () => {
  test('401 is the body of the specification and nothing more', async () => {
    const reply = await service.send({ query: '' });
    expect(JSON.parse(reply.text)).toEqual({
      success: false,
      error: { code: 'UNAUTHORIZED', message: expect.any(String) as string },
    });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('a failure of the service is a 500 with an id that the log holds, and no message of its own', async () => {
    const failing = await runService({
      wrap: (store) => ({
        ...store,
        answer: () => Promise.reject(new Error('the disk said something private')),
        newestRaceDate: () => Promise.resolve(LAST_DAY),
      }),
    });
    const reply = await failing.ask('/v1/tra');
    const { code, request_id } = errorOf(reply);
    expect([reply.status, code]).toEqual([500, 'INTERNAL']);
    expect(failing.log.join('')).toContain(request_id);
    expect(failing.log.join('') + reply.text).not.toContain('private');
    await failing.close();
  });
});

describe('identifiers', () => {
  test('the day of a racekey may be a letter', async () => {
    const racekey = '0526aB01';
    await service.store.upsert('t_ra', [recordOf('t_ra', { racekey, racedate: '20261001' })]);
    expect(await keysOf('/v1/tra', { racekey })).toEqual([racekey]);
  });
});

describe('kettonum', () => {
  test.each(['19104567', '2019104567'])('%s finds the horse, and is called deprecated', async (kettonum) => {
    const reply = await service.ask('/v1/muk', { kettonum });
    expect(answerOf(reply).result.data.map((horse) => horse['horse_id'])).toEqual([HORSE_ID]);
    expect(reply.headers['deprecation']).toMatch(/^@[0-9]+$/);
    expect(reply.headers['link']).toContain('rel="deprecation"');
    expect(reply.headers['sunset']).toBeUndefined();
  });

  test('horse_id goes before it', async () => {
    const filter = { horse_id: HORSE_ID, kettonum: '99999999' };
    const reply = await service.ask('/v1/muk', filter);
    expect(answerOf(reply).result.result_count).toBe(1);
    expect(reply.headers['deprecation']).toBeUndefined();
    expect(answerOf(reply).request.parameters).toEqual(filter);
  });
});

describe('echo', () => {
  test('request.parameters holds the filters as sent, and nothing else', async () => {
    const filter = { racekey: RACEKEYS[0], racedate: FIRST_DAY };
    const { request } = answerOf(await service.ask('/v1/tra', filter));
    expect(request).toEqual({ parameters: filter });
  });
});

describe('fields', () => {
  test.each(TABLE_CODES)('%s answers with the columns of the catalogue, in its envelope', async (code) => {
    const { path, columns, grain } = tableOf(code);
    const filter =
      grain === 'master'
        ? { horse_id: HORSE_ID }
        : tableOf(code).filters.includes('start_racedate')
          ? BOTH_DAYS
          : { racedate: FIRST_DAY };
    const { result } = answerOf(await service.ask(path, filter));
    expect(result).toMatchObject({ status: 200, endpoint_uri: path, membershipLimit: '有料会員' });
    expect(result.data.length).toBeGreaterThan(0);
    const names = columns.map(({ name }) => name);
    for (const record of result.data) expect(Object.keys(record)).toEqual(names);
  });

  test('a meeting is found by the key of one of its races', async () => {
    const { result } = answerOf(await service.ask('/v1/tka', { racekey: RACEKEYS[3] }));
    expect(result.data.map((meeting) => meeting['holdingkey'])).toEqual([RACEKEYS[3].slice(0, 6)]);
  });
});
