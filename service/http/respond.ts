// From a request to the bytes of its answer: checks, answer or refusal, and the log line.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { User } from '../accounts/accounts.ts';
import type { UsageCounter } from '../accounts/usage-counter.ts';
import type { QueryAnswer } from './answer.ts';
import { answerTo } from './answer.ts';
import { receiveBody } from './read-body.ts';
import { LARGEST_BODY } from './body.ts';
import type { RequestDeps } from './request-pipeline.ts';
import { passChecks } from './request-pipeline.ts';
import type { RequestContext } from './request-context.ts';
import type { ConnectionLimits } from './overload/connection-limits.ts';
import type { ServerStats } from './overload/server-stats.ts';
import type { ServiceLog, RequestLine } from '../log.ts';
import type { AddressOf } from './client-address.ts';
import { ofConnection } from './client-address.ts';
import { Refusal } from './error-response.ts';
import { DamagedDatabaseError } from '../store/sqlite/database-file.ts';
import type { Store } from '../store/store.ts';
import { stream } from './stream.ts';

export interface Service extends RequestDeps {
  readonly store: Store;
  readonly log: ServiceLog;
  /** The address that a request counts for; by default the other end of its connection. */
  readonly addressOf?: AddressOf | undefined;
  /** Counts the requests of each user. */
  readonly usage?: Pick<UsageCounter, 'count'> | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The outcome of a request, for the log. */
interface RequestOutcome {
  table?: string;
  records?: number;
  refused?: string;
  /** Bytes of the answer's body that were sent. */
  bytes: number;
  /** Whose keys the request has, if they are good. Not in the log. */
  user?: User;
  /** The whole body was read, which may be before the runtime says that the request is complete. */
  hasBody?: boolean;
}

/** What the server knows about a request apart from its contents. */
export interface About {
  /** Too many requests of its connection are active. */
  readonly isCrowded: boolean;
  /** The client waits for "100 Continue" before it sends the body (RFC 9110, section 10.1.1). */
  readonly asksToContinue: boolean;
  readonly bounds: Pick<ConnectionLimits, 'unread' | 'throttled'>;
  /** Call it when the request's keys are valid. */
  readonly passedKeys: () => void;
  /** Call it when the request is refused because of its address's limit, with the seconds to wait. */
  readonly throttled: (seconds: number) => void;
}

/**
 * Answers one request. Never rejects: a failure becomes a 500 whose id is also in the log.
 *
 * @param watch counts the request, and reports whether the service is too busy for it
 */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
  watch: ServerStats,
  about: About,
): Promise<void> {
  watch.began();
  const started = performance.now();
  const outcome: RequestOutcome = { bytes: 0 };
  const context = contextOf(request, response, about, { outcome, watch, addressOf: service.addressOf });
  try {
    const pause = about.isCrowded ? 1 : watch.pause();
    if (pause !== undefined) throw busy(pause);
    const passed = await passChecks(context, service);
    if (passed.kind === 'methods') {
      send(response, 204, { ...context.answerHeaders, allow: passed.allow });
    } else if (passed.kind === 'page') {
      outcome.bytes = passed.page.bytes.length;
      send(response, 200, { ...context.answerHeaders, ...passed.page.headers }, passed.page.bytes);
    } else {
      outcome.table = passed.query.table.code;
      const found = answerTo(passed.query, service.store, passed.reader);
      const answer = found instanceof Promise ? await found : found;
      outcome.records = answer.count;
      const sending = stream(response, headersOf(context, answer), answer, outcome);
      if (sending) await sending;
    }
  } catch (error) {
    outcome.refused = await refuse(request, response, context, error, { log: service.log, ...about });
  }
  if (response.writableEnded) await leftBehind(response);
  for (const step of context.afterwards) step();
  record(response, service, { context, outcome, watch, milliseconds: performance.now() - started });
  if (response.writableEnded && (request.complete || outcome.hasBody)) return;
  await partFrom(request, response, about.bounds.unread);
}

/** The headers of an answer with records, names and values in turn. */
function headersOf({ answerHeaders }: RequestContext, { headers }: QueryAnswer): string[] {
  const listed = ['content-type', JSON_TYPE];
  for (const name in answerHeaders) listed.push(name, answerHeaders[name] ?? '');
  for (const name in headers) listed.push(name, headers[name] ?? '');
  return listed;
}

/** Counts an answered or refused request, and logs it. */
function record(
  response: ServerResponse,
  { log, usage }: Pick<Service, 'log' | 'usage'>,
  {
    context,
    outcome,
    watch,
    milliseconds,
  }: {
    readonly context: RequestContext;
    readonly outcome: RequestOutcome;
    readonly watch: ServerStats;
    readonly milliseconds: number;
  },
): void {
  const line: RequestLine = {
    request_id: context.id,
    address: context.address,
    table: outcome.table,
    status: response.statusCode,
    refused: outcome.refused,
    records: outcome.records,
    milliseconds: Math.round(milliseconds * 10) / 10,
    aborted: response.writableEnded ? !response.writableFinished : response.destroyed,
  };
  const { table = 'none', refused, bytes, user } = outcome;
  const { status, aborted } = line;
  if (user) usage?.count(user, refused);
  watch.ended({ table, status, refused, bytes, aborted, seconds: milliseconds / 1000 });
  log.request(line);
}

/** The refusal of a service that is too busy. */
export const busy = (seconds: number): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', { headers: { 'retry-after': String(seconds) } });

/** Waits until the system has the answer or its reader is gone: until then it counts as in flight. */
async function leftBehind(response: ServerResponse): Promise<void> {
  if (response.closed) return;
  await new Promise<void>((resolve) => response.once('close', () => resolve()));
}

interface ContextDeps {
  readonly outcome: RequestOutcome;
  readonly watch: ServerStats;
  readonly addressOf: AddressOf | undefined;
}

function contextOf(
  request: IncomingMessage,
  response: ServerResponse,
  { asksToContinue, passedKeys }: About,
  { outcome, watch, addressOf = ofConnection }: ContextDeps,
): RequestContext {
  const forwardedFor = request.headers['x-forwarded-for'];
  const id = randomUUID();
  const afterwards: (() => void)[] = [];
  return {
    id,
    address: addressOf(request.socket.remoteAddress ?? '', forwardedFor?.toString()),
    httpVersion: request.httpVersion,
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    hosts: hostsIn(request.rawHeaders),
    body: () => {
      if (asksToContinue) response.writeContinue();
      const body = receiveBody(request, LARGEST_BODY);
      outcome.hasBody = Buffer.isBuffer(body);
      return body;
    },
    isFrom: (user) => void (outcome.user = user),
    passedKeys() {
      passedKeys();
      afterwards.push(watch.passedKeys());
      const pause = watch.pause();
      if (pause !== undefined) throw busy(pause);
    },
    whileThere: (wait, late) => whileOpen(request.socket, wait, late),
    answerHeaders: headersOfEveryAnswer(id),
    afterwards,
  };
}

/** Waits until the connection is closed at the latest, and hands what comes after that to `late`. @throws Refusal then */
async function whileOpen<Value>(
  socket: Socket,
  wait: Promise<Value>,
  late: (value: Value) => void,
): Promise<Value> {
  const closed = Promise.withResolvers<never>();
  const close = () => {
    closed.reject(new Refusal('BAD_REQUEST'));
    wait.then(late, () => {});
  };
  if (socket.destroyed) close();
  else socket.once('close', close);
  try {
    return await Promise.race([closed.promise, wait]);
  } finally {
    socket.off('close', close);
  }
}

function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

export const headersOfEveryAnswer = (id: string): Record<string, string> => ({
  'x-request-id': id,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): void {
  response.writeHead(status, body ? { ...headers, 'content-length': String(body.length) } : headers);
  response.end(body);
}

/** Sends the refusal and returns its code. */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  error: unknown,
  { log, asksToContinue, bounds, throttled }: About & { readonly log: ServiceLog },
): Promise<string> {
  const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL');
  if (!(error instanceof Refusal)) {
    // Only kind and stack: the message of an unexpected error may repeat what was sent. The message about a damaged
    // file names the file and says what to do.
    const words = error instanceof DamagedDatabaseError ? error.message : 'request failed';
    log.error({ request_id: context.id, failure: placeOf(error) }, words);
  }
  if (response.headersSent) {
    // A partial answer must not look complete.
    response.destroy();
    return refusal.refused;
  }
  if (refusal.isThrottled) {
    throttled(Number(refusal.headers['retry-after']));
    await closedWithin(request.socket, bounds.throttled);
  }
  const headers = { ...context.answerHeaders, ...refusal.headers, 'content-type': JSON_TYPE };
  const body = Buffer.from(JSON.stringify(refusal.body(context.id)));
  const isUnread = !request.complete && (asksToContinue || mayBeLong(request));
  if (!isUnread) {
    send(response, refusal.status, headers, body);
  } else if (!response.destroyed) {
    // Written but not ended: the end closes the connection, and a system that closes on a client that is still sending
    // discards the answer.
    const length = String(body.length);
    response.writeHead(refusal.status, { ...headers, 'content-length': length, connection: 'close' });
    response.write(body);
  }
  return refusal.refused;
}

const mayBeLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGEST_BODY;

/** The most bytes of an unread body that are read after a refusal. */
const MOST_UNREAD = 16 * LARGEST_BODY;

/**
 * After an answer, reads some of the rest of the request, for at most that many milliseconds. Then it closes the
 * connection, unless the request is complete and another may follow.
 */
async function partFrom(
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds: number,
): Promise<void> {
  if (!request.complete && !request.destroyed) {
    const enough = new AbortController();
    let left = MOST_UNREAD;
    const take = (part: Buffer) => {
      left -= part.length;
      if (left < 0) enough.abort();
    };
    const stop = () => enough.abort();
    request.on('data', take).once('end', stop).resume();
    await closedWithin(request.socket, milliseconds, enough.signal);
    request.off('data', take).off('end', stop);
  }
  if (!response.writableEnded && !response.destroyed) response.end();
  else if (!request.complete) request.socket.destroy();
}

/** Waits for the end of a connection, the signal, or that many milliseconds. */
async function closedWithin(socket: Socket, milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (socket.destroyed || signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      socket.off('close', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    socket.once('close', end);
    signal?.addEventListener('abort', end);
  });
}

/** Kind and stack of an error without its message. */
function placeOf(error: unknown): {
  readonly kind: string;
  readonly code: unknown;
  readonly stack: readonly string[];
} {
  if (!(error instanceof Error)) return { kind: typeof error, code: undefined, stack: [] };
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { kind: error.name, code: 'code' in error ? error.code : undefined, stack };
}
