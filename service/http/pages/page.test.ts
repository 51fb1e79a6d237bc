// The pages outside /v1/: no keys, no scripts, GET and HEAD.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { openApiDocument } from '../openapi/document.ts';
import { errorOf, runService } from '../../testing/run-service.ts';
import type { Running } from '../../testing/run-service.ts';

let service: Running;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

const get = (path: string, method = 'GET') => service.send({ method, path, query: '' });

test('/openapi.json is the document', async () => {
  const reply = await get('/openapi.json');
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(reply.text)).toEqual(openApiDocument());
});

test('/ names every table with its filters, and says how to ask without naming a key', async () => {
  const { status, headers, text } = await get('/');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { path, filters, label } of TABLE_CODES.map(tableOf)) {
    const row = text.split('<tr>').find((part) => part.includes(`<code>${path}</code>`)) ?? '';
    for (const word of [...filters, label.ja]) expect(row).toContain(word);
  }
  for (const word of [
    '&lt;API_KEY&gt;',
    '&lt;USER_KEY&gt;',
    'href="/openapi.json"',
    'lang="ja"',
    'id="kettonum"',
  ]) {
    expect(text).toContain(word);
  }
});

test('the policy of / lets its one style in and nothing else', async () => {
  const { headers, text } = await get('/');
  const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(text).not.toMatch(/<script|\son[a-z]+=|style=/i);
});

test.each(['/', '/openapi.json'])('HEAD %s is the head of GET, without a body', async (path) => {
  const [head, whole] = await Promise.all([get(path, 'HEAD'), get(path)]);
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
});

test.each(['/', '/openapi.json'])('other methods on %s are 405, OPTIONS names GET and HEAD', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'TRACE']) {
    const reply = await get(path, method);
    expect([reply.status, reply.headers['allow'], errorOf(reply).code]).toEqual([
      405,
      'GET, HEAD',
      'METHOD_NOT_ALLOWED',
    ]);
  }
  const options = await get(path, 'OPTIONS');
  expect([options.status, options.headers['allow'], options.text]).toEqual([204, 'GET, HEAD', '']);
});
