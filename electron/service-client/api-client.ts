// The client of the service: takes a table and a filter, and returns a file of checked records. Requests are paced,
// retried and shared.

import { createHash } from 'node:crypto';
import type { Activity } from '#shared/bridge/app.ts';
import { FILTER_NAMES, type Filter, type TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError, type ErrorCode } from '#shared/errors.ts';
import { STORED_KEY_CODES } from '#shared/bridge/connection.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { raceAbort } from '../race-abort.ts';
import { ActivityBoard, type ActivitySource } from './activity.ts';
import type { BothClocks } from './clock-check.ts';
import { wallTimeOf, type Clock } from './clock.ts';
import type { CredentialsSource, ServiceCredentials } from './credentials.ts';
import { statusOf, toError, type RequestFailure } from './failure.ts';
import { readHttpDate, readRateHeaders } from './rate-headers.ts';
import { Pacer, type LearnedRate } from './pacer.ts';
import type { Priority } from './priority.ts';
import { RequestQueue, type QueueTicket } from './request-queue.ts';
import type { ReceivedAnswer } from './receive.ts';
import type { EmptyMatchForm } from './read-answer.ts';
import { judge } from './retry.ts';
import { sendOnce, type Sent } from './send.ts';
import { serviceName, type ServiceIdentity } from './service-identity.ts';
import { SharedRequests } from './shared-requests.ts';
import { release, type Spool, type Spooled } from './spool.ts';
import type { Transport } from './transport.ts';

export interface Answer extends ReceivedAnswer {
  /** How the service reported that nothing matches, if it sent no list. */
  readonly nothing?: EmptyMatchForm;
  readonly countDiffers: boolean;
  readonly pagingHint: boolean;
  /**
   * When its request was sent, after its turn had come, in milliseconds of monotonic time: the computer's clock may be
   * set back, and then the order of requests would be lost.
   */
  readonly sentAt: number;
  /** Epoch milliseconds at which the answer was complete. */
  readonly fetchedAt: number;
  /** The service's clock at that moment in epoch milliseconds, if the answer has a date. */
  readonly servedAt?: number;
  /** Where its records are until it is released. */
  readonly spooled: Spooled;
  /** Every receiver of the answer must call it once; the files may be gone afterwards. */
  release(): void;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /**
   * Sent in place of the filter: the same days and more, for a service that reads the ends of a period in its own way.
   * Records beyond the filter are counted and dropped.
   */
  readonly sent?: Filter;
  /**
   * Statuses that are known to mean that a request is too large; they are not retried. The caller will request less if
   * this request is refused, so a 403, which may concern the size, does not block the client yet.
   */
  readonly refusals?: readonly number[];
  /** Called after each attempt at a request that was not already in flight. */
  readonly onAttempt?: (attempt: AttemptLog) => void;
}

interface Question extends Omit<RequestOptions, 'signal' | 'priority'> {
  readonly service: ServiceIdentity;
  readonly table: TableCode;
  readonly filter: Filter;
  readonly priority: Priority;
  /** Identical queries in flight have the same key, and are one request. */
  readonly key: string;
}

/** The paces of addresses, remembered between runs. */
export interface PaceMemory {
  get(baseUrl: string): LearnedRate | undefined;
  set(baseUrl: string, pace: LearnedRate): void;
}

export interface ApiClientOptions {
  readonly transport: Transport;
  readonly credentials: CredentialsSource;
  readonly clock: Clock;
  /** Where answers are written while they arrive. */
  readonly spool: Spool;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  readonly memory?: PaceMemory;
  /**
   * Called before a 404 is believed to mean an empty match. Rejects if something other than the service is at the
   * address.
   */
  readonly prove?: (credentials: ServiceCredentials) => Promise<void>;
  /** Called with each answer that has a date, whatever it says: this computer's clock may be wrong. */
  readonly dated?: (clocks: BothClocks) => void;
  /** Called after each attempt. The entry contains no address, no key and no record. */
  readonly log?: (entry: AttemptLog) => void;
}

export interface AttemptLog {
  readonly table: TableCode;
  readonly filter: Filter;
  readonly attempt: number;
  readonly outcome: 'answered' | RequestFailure['kind'];
  readonly status?: number;
  readonly ms: number;
}

/** The requests to one service. */
export interface ServiceRequests {
  /**
   * Errors: NOT_CONNECTED, SERVICE_CHANGED, KEY_MISSING, UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS (`seconds`),
   * REFUSED, SERVICE_FAILED, SERVICE_DISK_FULL, UNREACHABLE, NOT_THE_SERVICE, CANCELLED, ARCHIVE_FAILED; those of the
   * service are `ApiError`s.
   */
  query(table: TableCode, filter: Filter, options?: RequestOptions): Promise<Answer>;
}

export interface ApiClient {
  /** Every answer is that service's, and can be stored in its archive, whatever is connected meanwhile. */
  of(service: ServiceIdentity): ServiceRequests;
  readonly activity: ActivitySource;
  /**
   * The user has acted, or another service is connected. Until then nothing is sent after a 401, and after a 403 only a
   * user's request that asks again.
   */
  unblock(): void;
}

export const createApiClient = (options: ApiClientOptions): ApiClient => new ServiceClient(options);

interface Attempt {
  readonly sent: Sent;
  /** As `Answer.sentAt`. */
  readonly sentAt: number;
  readonly baseUrl: string;
  /** Since it began, the user has acted or another service was connected. */
  readonly isOutdated: boolean;
}

interface Address {
  readonly queue: RequestQueue;
  readonly pacer: Pacer;
  /** A digest of the keys that are used: a key that is forgotten stays nowhere in memory. */
  keys?: string;
}

class ServiceClient implements ApiClient {
  readonly #options: ApiClientOptions;
  readonly #board = new ActivityBoard();
  readonly #addresses = new Map<string, Address>();
  readonly #shared = new SharedRequests<Omit<Answer, 'release'>>((answer) => release(answer.spooled));
  /** Queue tickets of the waiting requests, by the key of their query. */
  readonly #tickets = new Map<string, QueueTicket>();
  #answered = 0;
  /** How often the user has acted. What an attempt from before shows about keys and network no longer holds. */
  #generation = 0;
  /** The address in use. */
  #present: string | undefined;
  #isReachable = true;
  #isKeyMissing = false;

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  get activity(): ActivitySource {
    return this.#board;
  }

  unblock(): void {
    this.#generation += 1;
    this.#isKeyMissing = false;
    this.#isReachable = true;
    for (const { queue } of this.#addresses.values()) queue.unblock();
    this.#publish();
  }

  of(service: ServiceIdentity): ServiceRequests {
    return { query: (table, filter, options) => this.#query(service, table, filter, options) };
  }

  async #query(
    service: ServiceIdentity,
    table: TableCode,
    filter: Filter,
    { signal, priority = 'interactive', ...rest }: RequestOptions = {},
  ): Promise<Answer> {
    const { sent, refusals } = rest;
    const texts = [filter, sent].map((each) => each && FILTER_NAMES.map((name) => each[name]));
    // Whoever has just entered another key does not wait for the outcome of the old one.
    const key = JSON.stringify([serviceName(service), this.#generation, table, ...texts, refusals]);
    if (priority === 'interactive') this.#tickets.get(key)?.promote();
    const question = { service, table, filter, priority, key, ...rest };
    const { value, release } = await this.#shared.join(key, signal, (inner) => this.#ask(question, inner));
    return { ...value, release };
  }

  async #credentials(service: ServiceIdentity): Promise<ServiceCredentials> {
    try {
      const credentials = await this.#options.credentials(service);
      this.#isKeyMissing = false;
      this.#present = credentials.baseUrl;
      return credentials;
    } catch (error) {
      // Of another service than the connected one.
      if (error instanceof RailbirdError && error.code === 'SERVICE_CHANGED') throw error;
      this.#isKeyMissing = error instanceof RailbirdError && LACKS_KEY.has(error.code);
      this.#publish();
      throw error;
    }
  }

  #addressOf(baseUrl: string): Address {
    const known = this.#addresses.get(baseUrl);
    if (known) return known;
    const { clock, memory } = this.#options;
    const pacer = new Pacer(clock.monotonic(), memory?.get(baseUrl));
    const parked = (pauseMs: number) => toError({ kind: 'throttled', retryAfter: pauseMs }, baseUrl);
    const down = (because: RequestFailure) => toError({ kind: 'down', because }, baseUrl);
    const changed = () => this.#publish();
    const address = { pacer, queue: new RequestQueue({ pacer, clock, parked, down, changed }) };
    this.#addresses.set(baseUrl, address);
    return address;
  }

  #useKeys(address: Address, { apiKey, userKey }: ServiceCredentials): void {
    const keys = createHash('sha256')
      .update(JSON.stringify([apiKey, userKey]))
      .digest('base64');
    if (address.keys !== undefined && address.keys !== keys) address.queue.keysChanged();
    address.keys = keys;
  }

  async #ask(question: Question, signal: AbortSignal): Promise<Omit<Answer, 'release'>> {
    const { clock, log, prove, random } = this.#options;
    for (let count = 1; ; count += 1) {
      const began = clock.monotonic();
      const { sent, sentAt, baseUrl, isOutdated } = await this.#attempt(question, signal);
      const { reading } = sent;
      const attempt: AttemptLog = {
        table: question.table,
        filter: question.sent ?? question.filter,
        attempt: count,
        outcome: reading.ok ? 'answered' : reading.failure.kind,
        ...(sent.status === undefined ? {} : { status: sent.status }),
        ms: Math.round(clock.monotonic() - began),
      };
      log?.(attempt);
      question.onAttempt?.(attempt);
      if (reading.ok && sent.received) {
        if (reading.notFound) await prove?.(await this.#credentials(question.service));
        const servedAt = readHttpDate(sent.headers['date']);
        return {
          ...reading,
          ...sent.received,
          sentAt,
          fetchedAt: clock.now(),
          ...(servedAt === undefined ? {} : { servedAt }),
        };
      }
      if (reading.ok) throw new Error('a success was received');
      const { failure } = reading;
      // The present key may be another one.
      if (isOutdated && (failure.kind === 'throttled' || isRefusal(failure))) continue;
      const verdict = judge(failure, count, random());
      if (verdict.do !== 'again' || isEnough(question, failure, count))
        throw toError(failure, baseUrl, this.#pauseLeft(baseUrl));
      await pause(clock, verdict.afterMs, signal);
    }
  }

  async #attempt(question: Question, signal: AbortSignal): Promise<Attempt> {
    const { transport, clock, spool } = this.#options;
    const first = await this.#credentials(question.service);
    const { baseUrl } = first;
    const address = this.#addressOf(baseUrl);
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    this.#useKeys(address, first);
    const ticket = address.queue.enter(question.priority);
    this.#tickets.set(question.key, ticket);
    try {
      await raceAbort(ticket.turn, signal);
      const generation = this.#generation;
      // The key may have been changed while the request waited.
      const credentials = await this.#credentials(question.service);
      // The sample service was started again: its turn is one at the new address.
      if (credentials.baseUrl !== baseUrl) {
        ticket.done();
        return await this.#attempt(question, signal);
      }
      this.#useKeys(address, credentials);
      const sentAt = clock.monotonic();
      const sent = await sendOnce(transport, credentials, {
        table: TABLES[question.table],
        filter: question.filter,
        ...(question.sent ? { sent: question.sent } : {}),
        signal,
        now: () => clock.now(),
        spool,
        answered: () => ticket.answered(),
      });
      if (signal.aborted) {
        release(sent.received?.spooled);
        throw new RailbirdError('CANCELLED');
      }
      const attempt = { sent, sentAt, baseUrl, isOutdated: generation !== this.#generation };
      this.#learn(attempt, ticket, question);
      return attempt;
    } finally {
      if (this.#tickets.get(question.key) === ticket) this.#tickets.delete(question.key);
      ticket.done();
    }
  }

  /** Learns what an attempt shows about the whole address. */
  #learn({ sent, baseUrl, isOutdated }: Attempt, ticket: QueueTicket, { refusals }: Question): void {
    const { clock, memory, dated } = this.#options;
    const { pacer, queue } = this.#addressOf(baseUrl);
    const failure = sent.reading.ok ? undefined : sent.reading.failure;
    const isTooMuch = failure !== undefined && refusals?.includes(statusOf(failure)) === true;
    // A known refusal says nothing about whether the service is up.
    if (!isTooMuch) ticket.heard(failure);
    if (sent.status !== undefined) this.#answered += 1;
    const servedAt = readHttpDate(sent.headers['date']);
    if (servedAt !== undefined) dated?.({ servedAt, now: clock.now() });
    const mayBeTooMuch = failure?.kind === 'forbidden' && refusals !== undefined;
    if (!isOutdated) {
      this.#pace(pacer, sent, failure);
      this.#isReachable = failure?.kind !== 'unreachable' && failure?.kind !== 'timeout';
      if (isRefusal(failure) && !mayBeTooMuch) queue.block(toError(failure, baseUrl));
    }
    memory?.set(baseUrl, pacer.pace);
    this.#publish();
  }

  #pace(pacer: Pacer, { status, headers }: Sent, failure: RequestFailure | undefined): void {
    const { clock } = this.#options;
    if (failure?.kind === 'throttled') pacer.throttled(clock.monotonic(), failure.retryAfter);
    else if (status !== undefined) pacer.clean(clock.monotonic(), readRateHeaders(headers, clock.now()));
  }

  #publish(): void {
    const { clock } = this.#options;
    const queues = [...this.#addresses.values()].map(({ queue }) => queue);
    // Only the address in use is shown.
    const queue = this.#present === undefined ? undefined : this.#addresses.get(this.#present)?.queue;
    const before = this.#board.current();
    const shown = (instant: number | undefined, known: number | undefined) =>
      instant === undefined ? undefined : wallTimeOf(clock, instant, known);
    const pausedUntil = shown(queue?.pausedUntil, before.pausedUntil);
    const downUntil = shown(queue?.downUntil, before.downUntil);
    const blockedBy = this.#isKeyMissing ? 'KEY_MISSING' : queue?.blocked?.code;
    this.#board.set({
      inFlight: queues.reduce((sum, each) => sum + each.inFlight, 0),
      queued: queues.reduce((sum, each) => sum + each.queued, 0),
      answered: this.#answered,
      reachable: this.#isReachable,
      ...(pausedUntil === undefined ? {} : { pausedUntil }),
      ...(downUntil === undefined ? {} : { downUntil }),
      ...(isBlocking(blockedBy) ? { blockedBy } : {}),
    });
  }

  #pauseLeft(baseUrl: string): number {
    return Math.max(0, this.#addressOf(baseUrl).pacer.pausedUntil - this.#options.clock.monotonic());
  }
}

/** Whether there is no further retry, because the caller will request less. */
const isEnough = ({ refusals }: Question, failure: RequestFailure, attempts: number): boolean =>
  refusals !== undefined &&
  (refusals.includes(statusOf(failure)) ||
    ((failure.kind === 'throttled' || failure.kind === 'failed') && attempts >= PATIENT_ATTEMPTS));

const PATIENT_ATTEMPTS = 3;

/** Whether the service does not accept the keys. */
const isRefusal = (failure: RequestFailure | undefined): failure is RequestFailure =>
  failure?.kind === 'unauthorized' || failure?.kind === 'forbidden';

/** There is no user key that can be sent. */
const LACKS_KEY: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['KEY_MISSING', ...STORED_KEY_CODES]);

const isBlocking = (code: string | undefined): code is NonNullable<Activity['blockedBy']> =>
  code === 'UNAUTHORIZED' || code === 'FORBIDDEN' || code === 'KEY_MISSING';

async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = clock.after(ms, resolve);
  try {
    await raceAbort(promise, signal);
  } finally {
    stop();
  }
}
