// The client of the service: one table and filter in, a file of records that were checked out. Paced, retried, shared.

import type { Activity } from '#shared/bridge/app.ts';
import { FILTER_NAMES, type Filter, type TableCode } from '#shared/catalogue/table.ts';
import { RailbirdError } from '#shared/errors.ts';
import { TABLES } from '#shared/catalogue/tables.ts';
import { raceAbort } from '../race-abort.ts';
import { ActivityBoard, type ActivitySource } from './activity.ts';
import { wallTimeOf, type Clock } from './clock.ts';
import type { ServiceCredentials, CredentialsSource } from './credentials.ts';
import { statusOf, toError, type RequestFailure } from './failure.ts';
import { readHttpDate } from './http-date.ts';
import { Pacer, type LearnedRate } from './pacer.ts';
import { readRateHeaders } from './rate-headers.ts';
import type { Priority } from './priority.ts';
import { RequestQueue, type QueueTicket } from './request-queue.ts';
import type { ReceivedAnswer } from './receive.ts';
import type { NothingSaid } from './read-answer.ts';
import { judge } from './retry.ts';
import { sendOnce, type Sent } from './send.ts';
import { SharedRequests } from './shared-requests.ts';
import { letGo, type Spool, type Spooled } from './spool.ts';
import type { Transport } from './transport.ts';

export interface Answer extends ReceivedAnswer {
  /** How the service said that nothing matches, where it sent no list. */
  readonly nothing?: NothingSaid;
  readonly countDiffers: boolean;
  readonly pagingHint: boolean;
  /** Epoch milliseconds at which the answer was complete. */
  readonly fetchedAt: number;
  /** What the service's clock said then, epoch milliseconds, where it said so. */
  readonly servedAt?: number;
  /** Where its records lie until it is released. */
  readonly spooled: Spooled;
  /** Must be called once by whoever was given the answer; its files may be gone afterwards. */
  release(): void;
}

export interface QueryOptions {
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /**
   * Sent in place of the filter: the same days and more, of a service that reads the ends of a period in its own way.
   * Records beyond the filter are counted and dropped.
   */
  readonly sent?: Filter;
  /**
   * Whoever asks will ask for less where this is refused: a 403 may be of what was asked for, and the person is not
   * asked yet. Statuses in it are known to mean too much, and are not waited for.
   */
  readonly refusals?: readonly number[];
}

interface Question extends Omit<QueryOptions, 'signal' | 'priority'> {
  readonly table: TableCode;
  readonly filter: Filter;
  readonly priority: Priority;
  /** Of a question like it that is on its way: the two are one. */
  readonly key: string;
}

/** What is remembered of an address between runs. */
export interface PaceMemory {
  get(baseUrl: string): LearnedRate | undefined;
  set(baseUrl: string, pace: LearnedRate): void;
}

export interface ApiClientOptions {
  readonly transport: Transport;
  readonly credentials: CredentialsSource;
  readonly clock: Clock;
  /** Where answers are written as they come. */
  readonly spool: Spool;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  readonly memory?: PaceMemory;
  /**
   * Asked before an answer of 404 is believed to mean an empty match. Rejects where something else than the service
   * is at the address.
   */
  readonly prove?: (credentials: ServiceCredentials) => Promise<void>;
  /** Told of each attempt. Holds no address, no key and no record. */
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

export interface ApiClient {
  /**
   * Errors: NOT_CONNECTED, KEY_MISSING, UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS (`seconds`), REFUSED,
   * SERVICE_FAILED, SERVICE_DISK_FULL, UNREACHABLE, NOT_THE_SERVICE, CANCELLED, ARCHIVE_FAILED; those of the service
   * are `ApiError`s.
   */
  query(table: TableCode, filter: Filter, options?: QueryOptions): Promise<Answer>;
  readonly activity: ActivitySource;
  /** After 401 or 403 nothing is sent until this is called: the person has acted, or another service is meant. */
  unblock(): void;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const { clock } = options;
  const board = new ActivityBoard();
  const addresses = new Map<string, { queue: RequestQueue; pacer: Pacer }>();
  const shared = new SharedRequests<Omit<Answer, 'release'>>((answer) => letGo(answer.spooled));
  const places = new Map<string, QueueTicket>();
  let answered = 0;
  let asking: string | undefined;
  let reachable = true;
  let keyMissing = false;

  function publish(): void {
    const queues = [...addresses.values()].map((address) => address.queue);
    // Of an address that is asked no more nobody needs to hear.
    const present = asking === undefined ? undefined : addresses.get(asking)?.queue;
    const told = board.current();
    const shown = (instant: number | undefined, before: number | undefined) =>
      instant === undefined ? undefined : wallTimeOf(clock, instant, before);
    const pausedUntil = shown(present?.pausedUntil, told.pausedUntil);
    const downUntil = shown(present?.downUntil, told.downUntil);
    const blockedBy = keyMissing ? 'KEY_MISSING' : present?.blocked?.code;
    board.set({
      inFlight: queues.reduce((sum, queue) => sum + queue.inFlight, 0),
      queued: queues.reduce((sum, queue) => sum + queue.queued, 0),
      answered,
      reachable,
      ...(pausedUntil === undefined ? {} : { pausedUntil }),
      ...(downUntil === undefined ? {} : { downUntil }),
      ...(isBlocking(blockedBy) ? { blockedBy } : {}),
    });
  }

  function addressOf(baseUrl: string) {
    const known = addresses.get(baseUrl);
    if (known) return known;
    const pacer = new Pacer(clock.monotonic(), options.memory?.get(baseUrl));
    const parked = (pauseMs: number) => toError({ kind: 'throttled', retryAfter: pauseMs }, baseUrl);
    const down = (because: RequestFailure) => toError({ kind: 'down', because }, baseUrl);
    const address = { pacer, queue: new RequestQueue({ pacer, clock, parked, down, changed: publish }) };
    addresses.set(baseUrl, address);
    return address;
  }

  async function credentials() {
    try {
      const held = await options.credentials();
      keyMissing = false;
      asking = held.baseUrl;
      return held;
    } catch (error) {
      keyMissing = error instanceof RailbirdError && error.code === 'KEY_MISSING';
      publish();
      throw error;
    }
  }

  /** Learns from an attempt what concerns the whole address. */
  function learn(baseUrl: string, sent: Sent, place: QueueTicket, { refusals }: Question): void {
    const { pacer, queue } = addressOf(baseUrl);
    const failure = sent.reading.ok ? undefined : sent.reading.failure;
    const isTooMuch = failure !== undefined && refusals?.includes(statusOf(failure)) === true;
    // It says nothing of whether the service is up.
    if (!isTooMuch) place.heard(failure);
    reachable = failure?.kind !== 'unreachable' && failure?.kind !== 'timeout';
    if (sent.status !== undefined) answered += 1;
    if (failure?.kind === 'throttled') pacer.throttled(clock.monotonic(), failure.retryAfter);
    else if (sent.status !== undefined)
      pacer.clean(clock.monotonic(), readRateHeaders(sent.headers, clock.now()));
    const mayBeTooMuch = failure?.kind === 'forbidden' && refusals !== undefined;
    if (failure?.kind === 'unauthorized' || (failure?.kind === 'forbidden' && !mayBeTooMuch))
      queue.block(toError(failure, baseUrl));
    options.memory?.set(baseUrl, pacer.pace);
    publish();
  }

  async function attempt(question: Question, signal: AbortSignal) {
    const { baseUrl } = await credentials();
    const { queue } = addressOf(baseUrl);
    if (signal.aborted) throw new RailbirdError('CANCELLED');
    const place = queue.enter(question.priority);
    places.set(question.key, place);
    try {
      await raceAbort(place.turn, signal);
      // Asked again: the key may have been changed while the request waited.
      const held = await credentials();
      if (held.baseUrl !== baseUrl) throw new RailbirdError('CANCELLED');
      const { spool } = options;
      const sent = await sendOnce(options.transport, held, {
        table: TABLES[question.table],
        filter: question.filter,
        ...(question.sent ? { sent: question.sent } : {}),
        signal,
        now: () => clock.now(),
        spool,
        answered: () => place.answered(),
      });
      if (signal.aborted) {
        letGo(sent.received?.spooled);
        throw new RailbirdError('CANCELLED');
      }
      learn(baseUrl, sent, place, question);
      return { sent, baseUrl };
    } finally {
      if (places.get(question.key) === place) places.delete(question.key);
      place.done();
    }
  }

  async function ask(question: Question, signal: AbortSignal) {
    for (let count = 1; ; count += 1) {
      const began = clock.monotonic();
      const { sent, baseUrl } = await attempt(question, signal);
      const { reading } = sent;
      options.log?.({
        table: question.table,
        filter: question.sent ?? question.filter,
        attempt: count,
        outcome: reading.ok ? 'answered' : reading.failure.kind,
        ...(sent.status === undefined ? {} : { status: sent.status }),
        ms: Math.round(clock.monotonic() - began),
      });
      if (reading.ok && sent.received) {
        if (reading.notFound) await options.prove?.(await credentials());
        const servedAt = readHttpDate(sent.headers['date']);
        return {
          ...reading,
          ...sent.received,
          fetchedAt: clock.now(),
          ...(servedAt === undefined ? {} : { servedAt }),
        };
      }
      if (reading.ok) throw new Error('a success was received');
      const { failure } = reading;
      const verdict = judge(failure, count, options.random());
      if (verdict.do !== 'again' || isEnough(question, failure, count))
        throw toError(failure, baseUrl, pauseLeft(baseUrl));
      await pause(clock, verdict.afterMs, signal);
    }
  }

  const pauseLeft = (baseUrl: string) =>
    Math.max(0, addressOf(baseUrl).pacer.pausedUntil - clock.monotonic());

  return {
    activity: board,
    unblock() {
      keyMissing = false;
      reachable = true;
      for (const { queue } of addresses.values()) queue.unblock();
      publish();
    },
    async query(table, filter, { signal, priority = 'interactive', ...rest } = {}) {
      const { baseUrl } = await credentials();
      const { sent, refusals } = rest;
      const texts = [filter, sent].map((each) => each && FILTER_NAMES.map((name) => each[name]));
      const key = JSON.stringify([baseUrl, table, ...texts, refusals]);
      if (priority === 'interactive') places.get(key)?.promote();
      const question = { table, filter, priority, key, ...rest };
      const { value, release } = await shared.join(key, signal, (inner) => ask(question, inner));
      return { ...value, release };
    },
  };
}

/** Less will be asked for: what is known to mean too much, or goes on meaning wait, is not waited for again. */
const isEnough = ({ refusals }: Question, failure: RequestFailure, attempts: number): boolean =>
  refusals !== undefined &&
  (refusals.includes(statusOf(failure)) ||
    ((failure.kind === 'throttled' || failure.kind === 'failed') && attempts >= PATIENT_ATTEMPTS));

const PATIENT_ATTEMPTS = 3;

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
