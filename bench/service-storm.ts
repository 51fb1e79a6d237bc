// A minute of 64 connections with queries of all kinds, wrong keys and readers that leave: no status or code outside
// the specification, and stable memory afterwards.

import { request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { tableOf } from '#shared/catalogue/tables.ts';
import { rounded } from './measuring/figures.ts';
import { monthBefore } from './service/month.ts';
import { racesOf, sampleService } from './service/sample.ts';

const CONNECTIONS = 64;
const SECONDS = Number(process.env['RAILBIRD_BENCH_SECONDS'] ?? 60);

/** Statuses of the specification with their codes. */
const NAMED: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE', 429: 'TOO_MANY_REQUESTS', 503: 'SERVICE_UNAVAILABLE',
}; // prettier-ignore

const service = await sampleService({ dataDir: process.env['RAILBIRD_BENCH_EIGHT_WEEKS'] });
const month = monthBefore(new Date());
const racekeys = (await racesOf(service, month)).map(({ racekey }) => racekey);
const statuses: Record<string, number> = {};
const strange: string[] = [];
function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

interface Question {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Bytes after which the reader leaves. */
  readonly leaves?: number;
}

function question(): Question {
  const table = tableOf(pick(TABLE_CODES));
  const path = service.pathTo(table.path.slice('/v1/'.length));
  const byRace = JSON.stringify(table.filters.includes('racekey') ? { racekey: pick(racekeys) } : {});
  const large = { path: service.pathTo(pick(['dky', 'dzk'])), body: JSON.stringify(month) };
  const roll = Math.random();
  if (roll < 0.6) return { path, body: byRace };
  if (roll < 0.7) return { path, body: byRace, headers: { 'x-user-key': 'wrong' } };
  if (roll < 0.76) return { path: `/v1/${pick(['tra', 'nothing'])}?api_key=wrong`, body: byRace };
  if (roll < 0.82) return { path, body: pick(['{', '[]', '{"racedate":20260101}', '{"start_racedate":"20260101"}', '{"x":1}']) };
  if (roll < 0.84) return { path, body: byRace, method: pick(['GET', 'PUT', 'DELETE', 'OPTIONS']) };
  if (roll < 0.86) return { path, body: 'x'.repeat(pick([100, 17_000, 300_000])) };
  if (roll < 0.88) return { path, body: byRace, headers: { 'content-type': 'text/plain' } };
  if (roll < 0.97) return { path, body: byRace, leaves: pick([1, 1_000, 20_000]) };
  if (roll < 0.99) return { ...large, leaves: pick([1, 100_000, 1_000_000]) };
  return large;
} // prettier-ignore

function judge(status: number, text: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status === 200 || status === 204) return;
  const code = /"success":false,"error":\{"code":"([A-Z_]+)"/.exec(text)?.[1];
  if (NAMED[status] === undefined || NAMED[status] !== code) strange.push(`${status} ${text.slice(0, 100)}`);
}

/** Sends one request; a connection that breaks by itself is unexpected, except under a body that was refused. */
function ask({ path, body, headers, method = 'POST', leaves }: Question): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(
      service.url + path,
      {
        method,
        headers: { ...service.headers, ...headers, 'content-length': String(Buffer.byteLength(body)) },
      },
      (response) => {
        let size = 0;
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size < 10_000) parts.push(part);
          if (leaves !== undefined && size >= leaves) response.destroy();
        });
        response.on('error', () => {});
        response.on('close', () => {
          if (leaves === undefined) judge(response.statusCode ?? 0, Buffer.concat(parts).toString());
          if (leaves === undefined && !response.complete) strange.push('cut short');
          resolve();
        });
      },
    );
    sent.on('error', (error) => {
      const isExpected = leaves !== undefined || body.length > 16_384;
      if (!isExpected) strange.push(error.message);
      resolve();
    });
    sent.end(body);
  });
}

const load = loadavg()[0] ?? 0;
const levels: number[] = [];
const storm = async (seconds: number): Promise<void> => {
  const end = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) await ask(question());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
};
// The first storm fills the pools and caches; growth during the second would be a leak.
await storm(SECONDS / 4);
await sleep(3_000);
levels.push(service.memory());
await storm(SECONDS);
await sleep(3_000);
levels.push(service.memory());
const alive = (await service.ask('tra', {})).status;
await service.stop();

const [before = 0, after = 0] = levels;
process.stdout.write(
  `${JSON.stringify({
    name: 'service-storm',
    seconds: SECONDS,
    connections: CONNECTIONS,
    statuses,
    strange: strange.length,
    strange_wanted: 0,
    examples: [...new Set(strange)].slice(0, 5),
    alive,
    memory_before_megabytes: rounded(before / 1e6),
    memory_after_megabytes: rounded(after / 1e6),
    memory_times: rounded(after / before),
    memory_times_wanted: 1.2,
    load: rounded(load),
  })}\n`,
);
process.exitCode = strange.length === 0 ? 0 : 1;
