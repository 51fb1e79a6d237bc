import { expect, test } from 'vitest';
import { TransportRefusal, type TransportRequest } from '../service-client/transport.ts';
import { checkKeys } from './check-keys.ts';

const CREDENTIALS = { baseUrl: 'https://service.example', apiKey: 'app key', userKey: 'user-secret' };
const empty = { request: { parameters: {} }, result: { status: 200, result_count: 0, data: [] } };

type Status = number | ((url: string) => number);

async function check(
  status: Status,
  body: unknown,
  headers: Record<string, string> = {},
  success: unknown = body,
) {
  const sent: TransportRequest[] = [];
  const outcome = await checkKeys(CREDENTIALS, {
    transport: async (request) => {
      sent.push(request);
      const answered = typeof status === 'number' ? status : status(request.url);
      const content = answered === 200 ? success : body;
      const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
      return {
        status: answered,
        headers,
        body: (async function* () {
          yield bytes;
        })(),
      };
    },
    today: '20261120',
    now: 0,
    signal: new AbortController().signal,
  }).then(
    () => 'ok',
    (error: unknown) => error,
  );
  return { outcome, sent };
}

test('the keys are checked by one request for today’s meetings, with the user key in its header only', async () => {
  const { outcome, sent } = await check(200, empty);
  expect(outcome).toBe('ok');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe('https://service.example/v1/tka?api_key=app%20key');
  expect(sent[0]?.headers).toEqual({
    'content-type': 'application/json',
    accept: 'application/json',
    'x-user-key': 'user-secret',
  });
  expect(sent[0]?.body).toBe('{"racedate":"20261120"}');
});

const refusal = (code: string, message = 'no') => ({ success: false, error: { code, message } });

test.each([
  [401, refusal('UNAUTHORIZED'), { code: 'UNAUTHORIZED' }],
  [403, refusal('FORBIDDEN'), { code: 'FORBIDDEN' }],
  [200, refusal('UNAUTHORIZED'), { code: 'UNAUTHORIZED' }],
  [500, 'oops', { code: 'SERVICE_FAILED' }],
  [302, '', { code: 'NOT_THE_SERVICE' }],
  [200, '<html>', { code: 'NOT_THE_SERVICE' }],
  [404, 'not here', { code: 'NOT_THE_SERVICE' }],
])('an answer of %i %j is reported with its own error', async (status, body, expected) => {
  expect((await check(status, body)).outcome).toMatchObject(expected);
});

test('an address without the service’s paths is distinguished from a service that reports an empty match with 404', async () => {
  const wrong = await check(404, refusal('NOT_FOUND'));
  expect(wrong.outcome).toMatchObject({ code: 'NOT_THE_SERVICE' });
  expect(wrong.sent.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/tka', '/v1/dra', '/v1/dka']);
  const liberal = await check(
    (url) => (url.includes('/v1/tka') ? 404 : 200),
    refusal('NOT_FOUND'),
    {},
    empty,
  );
  expect(liberal.outcome).toBe('ok');
  const late = await check((url) => (url.includes('/v1/dka') ? 200 : 404), refusal('NOT_FOUND'), {}, empty);
  expect(late.outcome).toBe('ok');
});

test('a 429 reports how long to wait', async () => {
  const { outcome } = await check(429, refusal('TOO_MANY_REQUESTS'), { 'retry-after': '7' });
  expect(outcome).toMatchObject({ code: 'TOO_MANY_REQUESTS', values: { seconds: 7 } });
});

test.each(['bad user-secret for app key', 'bad user-secret for app%20key', 'bad user-secret for app+key'])(
  'a message that repeats the keys is shown without them: %s',
  async (message) => {
    const { outcome } = await check(400, refusal('BAD_REQUEST', message));
    expect(outcome).toMatchObject({ code: 'REFUSED', values: { message: 'bad ••• for •••' } });
  },
);

test('an oversized answer is not read to its end', async () => {
  const { outcome } = await check(200, 'x'.repeat(2 * 1024 * 1024));
  expect(outcome).toMatchObject({ code: 'NOT_THE_SERVICE' });
});

test('a network error names the address but not the request', async () => {
  const outcome = await checkKeys(CREDENTIALS, {
    transport: async ({ url }) => Promise.reject(new Error(`cannot fetch ${url} with user-secret`)),
    today: '20261120',
    now: 0,
    signal: new AbortController().signal,
  }).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ code: 'UNREACHABLE', values: { baseUrl: 'https://service.example' } });
  expect((outcome as Error).cause).toBeUndefined();
});

test('an untrusted certificate is named as the cause', async () => {
  const outcome = await checkKeys(CREDENTIALS, {
    transport: async () => Promise.reject(new TransportRefusal('untrusted', 'CERT_HAS_EXPIRED')),
    today: '20261120',
    now: 0,
    signal: new AbortController().signal,
  }).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ code: 'CERTIFICATE_REFUSED', values: { problem: 'CERT_HAS_EXPIRED' } });
});
