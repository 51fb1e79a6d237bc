// The metrics: what they count, how they are written, and who can read them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { newLog } from '../../log.ts';
import { parseOptions } from '../../options.ts';
import { startService } from '../../service.ts';
import type { RunningService } from '../../service.ts';
import { API_KEY, ON_TIME, USER_KEY, runService, send } from '../../testing/run-service.ts';
import type { Running } from '../../testing/run-service.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { ServerStats } from './server-stats.ts';

const running: { close(milliseconds: number): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close(100);
});

const valueOf = (text: string, series: string): number =>
  Number(new RegExp(`^${series.replaceAll(/[{}"+.]/g, '\\$&')} ([0-9.e+-]+)$`, 'm').exec(text)?.[1]);

test('requests are counted by table and status, refusals by reason, bytes and durations by table', async () => {
  const watch = new ServerStats({ lateness: ON_TIME });
  const service: Running = await runService({ watch });
  running.push(service);
  const answer = await service.ask('/v1/tra', { racedate: '20261003' });
  await service.ask('/v1/tra', { racedate: 'yesterday' });
  await service.ask('/v1/tra', {}, { 'x-user-key': 'wrong' });
  // Counted when the last byte is taken, which the client may know before the service does.
  await expect.poll(() => valueOf(watch.text(), 'railbird_in_flight')).toBe(0);
  const text = watch.text();
  expect(valueOf(text, 'railbird_requests_total{table="t_ra",status="200"}')).toBe(1);
  expect(valueOf(text, 'railbird_requests_total{table="none",status="401"}')).toBe(1);
  expect(valueOf(text, 'railbird_refusals_total{reason="INVALID_PARAMETER"}')).toBe(1);
  expect(valueOf(text, 'railbird_answer_bytes_total{table="t_ra"}')).toBe(Buffer.byteLength(answer.text));
  expect(valueOf(text, 'railbird_request_seconds_count{table="t_ra"}')).toBe(1);
  expect(valueOf(text, 'railbird_request_seconds_bucket{table="t_ra",le="+Inf"}')).toBe(1);
  expect(valueOf(text, 'railbird_resident_memory_bytes')).toBeGreaterThan(1e6);
  for (const secret of [API_KEY, USER_KEY, 'yesterday', 'wrong']) expect(text).not.toContain(secret);
});

test('every line is a comment or a series with a number, and a bucket holds those before it', () => {
  const metrics = new Metrics();
  for (const seconds of [0.0004, 0.003, 0.003, 99]) {
    metrics.ended({ table: 't_ra', status: 200, refused: undefined, seconds, bytes: 10, aborted: false });
  }
  const text = metrics.text([{ name: 'x', help: 'X.', value: () => 7 }]);
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) railbird_\w+ .+|railbird_\w+(\{(\w+="[^"]*",?)+\})? [0-9.e+-]+)$/);
  }
  const buckets = [...text.matchAll(/_bucket\{.*\} ([0-9]+)/g)].map(([, count]) => Number(count));
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toBe(4);
  expect(valueOf(text, 'railbird_request_seconds_bucket{table="t_ra",le="0.0025"}')).toBe(1);
});

test('they are served on loopback, for GET, at one address', async () => {
  const metrics = await serveMetrics(0, async () => 'railbird_x 1\n');
  running.push(metrics);
  expect(new URL(metrics.url).hostname).toBe('127.0.0.1');
  const get = (path: string, method = 'GET') => send(metrics.url, { path, method, query: '' });
  const reply = await get('/metrics');
  expect([reply.status, reply.text]).toEqual([200, 'railbird_x 1\n']);
  expect(reply.headers['content-type']).toContain('version=0.0.4');
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics', 'POST')).status).toBe(405);
});

test('a service has none unless asked, and never on its own port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-metrics-'));
  const log = newLog({ write: () => {} });
  const start = async (...argv: string[]): Promise<RunningService> => {
    const options = parseOptions(['--data-dir', folder, ...argv], {});
    const service = await startService(options, { now: () => new Date(), log });
    running.push(service);
    return service;
  };
  expect((await start()).metricsUrl).toBeUndefined();
  const service = await start('--metrics-port', '0');
  expect((await send(service.url, { path: '/metrics', method: 'GET', query: '' })).status).toBe(404);
  const { text } = await send(service.metricsUrl ?? '', { path: '/metrics', method: 'GET', query: '' });
  expect(valueOf(text, 'railbird_store_bytes')).toBeGreaterThan(4096);
  rmSync(folder, { recursive: true, force: true });
});
