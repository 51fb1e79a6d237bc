// A service for tests: real sockets on a free port, a store in a temporary folder, the test's own clock and limits.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableCode } from '#shared/catalogue/table.ts';
import type { ErrorBody } from '#shared/service-api/envelope.ts';
import { setKeys } from '../accounts/accounts.ts';
import { SqliteAccounts } from '../accounts/sqlite-accounts.ts';
import { digestOf, newPepper } from '../accounts/digest.ts';
import type { AddressOf } from '../http/client-address.ts';
import type { ConnectionLimits } from '../http/overload/connection-limits.ts';
import { DEFAULT_CONNECTION_LIMITS } from '../http/overload/connection-limits.ts';
import { ServerStats } from '../http/overload/server-stats.ts';
import type { InFlight, RateLimits } from '../http/limits.ts';
import { NO_LIMITS, limitsWith, memoryCounter } from '../http/limits.ts';
import { newLog } from '../log.ts';
import { listen } from '../http/server.ts';
import { SqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import type { Fields } from './records.ts';
import { smallStable } from './records.ts';

export const API_KEY = 'api-key-of-the-tests';
export const USER_KEY = 'user-key-of-the-tests';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  /** Path and query string; the default query string has the api key. */
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export interface Running {
  readonly url: string;
  readonly accounts: SqliteAccounts;
  readonly store: Store;
  readonly pepper: Buffer;
  /** Every line of the log so far. */
  readonly log: string[];
  /** Every file of the service. */
  files(): readonly string[];
  send(sent: Sent): Promise<Reply>;
  /** Sends a valid query with good keys, apart from the given changes. */
  ask(path: string, filter?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  drain(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Replaces the lag of the event loop, which the tests share and which must not cause a 503. */
export const ON_TIME = { median: 0, worst: 0, stop: () => {} };

interface Choices {
  readonly limits?: RateLimits;
  /** Replaces the places of requests in flight, where there are limits. */
  readonly inFlight?: InFlight;
  readonly now?: () => Date;
  readonly wrap?: (store: Store) => Store;
  /** Replaces the default records. */
  readonly records?: ReadonlyMap<TableCode, readonly Fields[]>;
  readonly bounds?: Partial<ConnectionLimits>;
  readonly watch?: ServerStats;
  readonly addressOf?: AddressOf;
}

export const PREMIUM = { name: 'premium', until: null };

export async function runService(choices: Choices = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'railbird-service-'));
  const store = new SqliteStore(join(folder, 'records.sqlite'));
  for (const [table, records] of choices.records ?? smallStable()) await store.upsert(table, records);
  const accounts = new SqliteAccounts(join(folder, 'accounts.sqlite'));
  const pepper = newPepper();
  await setKeys(accounts, null, [digestOf(API_KEY, pepper)]);
  await setKeys(accounts, 'tester', [digestOf(USER_KEY, pepper)], PREMIUM);
  const log: string[] = [];
  const server = await listen(
    {
      store: choices.wrap?.(store) ?? store,
      accounts,
      pepper,
      now: choices.now ?? (() => new Date('2026-11-20T12:00:00Z')),
      limits: choices.limits ? limitsWith(choices.limits, memoryCounter, choices.inFlight) : NO_LIMITS,
      addressOf: choices.addressOf,
      log: newLog({ write: (line: string) => void log.push(line) }),
    },
    { host: '127.0.0.1', port: 0 },
    {
      bounds: { ...DEFAULT_CONNECTION_LIMITS, ...choices.bounds },
      watch: choices.watch ?? new ServerStats({ lateness: ON_TIME }),
    },
  );
  return {
    url: server.url,
    accounts,
    store,
    pepper,
    log,
    files: () => readdirSync(folder).map((name) => join(folder, name)),
    send: (sent) => send(server.url, sent),
    ask: (path, filter = {}, headers = {}) =>
      send(server.url, {
        path,
        headers: { 'content-type': 'application/json', 'x-user-key': USER_KEY, ...headers },
        body: JSON.stringify(filter),
      }),
    drain: (milliseconds) => server.drain(milliseconds),
    async close() {
      await server.drain(100);
      await store.close();
      await accounts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Sends one request on a new connection, exactly as given, with nothing added. The service could close a connection
 * kept from an earlier request just as it is reused.
 */
export function send(base: string, sent: Sent): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const query = sent.query ?? `?api_key=${API_KEY}`;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        agent: false,
        method: sent.method ?? 'POST',
        path: `${sent.path ?? '/v1/tra'}${query}`,
        headers: {
          ...sent.headers,
          ...(sent.body !== undefined && { 'content-length': String(Buffer.byteLength(sent.body)) }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(sent.body);
  });
}

/** The error of a refusal; throws if the reply is not a refusal. */
export function errorOf(reply: Reply): ErrorBody['error'] {
  const body = JSON.parse(reply.text) as Partial<ErrorBody>;
  if (!body.error) throw new Error(`not a refusal: ${reply.text.slice(0, 200)}`);
  return body.error;
}

export interface Answered {
  readonly request: { readonly parameters: Readonly<Record<string, string>> };
  readonly result: {
    readonly status: number;
    readonly endpoint_uri: string;
    readonly membershipLimit: string;
    readonly result_count: number;
    readonly data: readonly Readonly<Record<string, string | number | null>>[];
  };
}

/** The envelope of an answer; throws if the reply is not an answer. */
export function answerOf(reply: Reply): Answered {
  if (reply.status !== 200) throw new Error(`not an answer: ${reply.status} ${reply.text.slice(0, 300)}`);
  return JSON.parse(reply.text) as Answered;
}
