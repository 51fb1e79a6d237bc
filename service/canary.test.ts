// No credential is ever in an answer or in the log, wherever in a request it was put.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { setKeys } from './accounts/accounts.ts';
import { digestOf } from './accounts/digest.ts';
import { SAMPLE_LIMITS } from './http/limits.ts';
import { runService } from './testing/run-service.ts';
import type { Sent } from './testing/run-service.ts';

const API = 'canary-api-5f1d2c';
const USER = 'canary-user-9b7e40';

test('keys in any part of a request come back in no header, body, log line or file', async () => {
  const service = await runService({ limits: SAMPLE_LIMITS });
  await setKeys(service.accounts, null, [digestOf(API, service.pepper)]);
  await setKeys(service.accounts, 'tester', [digestOf(USER, service.pepper)]);
  const query = `?api_key=${API}`;
  const headers = { 'content-type': 'application/json', 'x-user-key': USER };
  const requests: Sent[] = [
    { query, headers, body: '{}' },
    { query, headers, body: JSON.stringify({ racekey: USER }) },
    { query, headers, body: JSON.stringify({ [USER]: API }) },
    { query, headers, body: JSON.stringify({ [`${'x'.repeat(30)}${USER}`]: '' }) },
    { query, headers, body: `{${USER}` },
    { query: `${query}&${USER}=1&x_user_key=${USER}`, headers, body: '{}' },
    { query, headers: { ...headers, 'content-type': USER }, body: '{}' },
    { query, path: `/v1/${USER}`, headers, body: '{}' },
    { query, path: `/${USER}`, headers, body: '{}' },
    { query, method: 'GET', headers },
    { query: `?api_key=wrong-${API}`, headers, body: '{}' },
    { query, headers: { ...headers, 'x-user-key': `wrong-${USER}` }, body: '{}' },
    { query, headers: { ...headers, 'x-request-id': USER }, body: 'x'.repeat(17_000) },
  ];
  const replies = await Promise.all(requests.map((sent) => service.send(sent)));
  const output = JSON.stringify(replies) + service.log.join('\n') + (await sendGarbage(service.url));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 404, 405, 413, 415]));
  expect(service.log).toHaveLength(requests.length);
  expect(output).not.toContain(API);
  expect(output).not.toContain(USER);
  const holding = service.files().filter((file) => {
    const bytes = readFileSync(file);
    return bytes.includes(USER) || bytes.includes(API);
  });
  expect(holding).toEqual([]);
  await service.close();
});

/** Bytes that are no HTTP; resolves to what comes back. */
function sendGarbage(base: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let output = '';
    socket.on('data', (part) => (output += part.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(output));
    socket.end(`POST /v1/tra?api_key=${API} HTTP/9.9\r\nx-user-key: ${USER}\r\n\r\n`);
  });
}
