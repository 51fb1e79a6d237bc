// How many requests an address and a user may send (specification, section 8; figures from docs/decisions.md), and how
// large an answer may be. Addresses are counted by network, because one IPv6 client has 2^64 addresses.

import type { Table } from '#shared/catalogue/table.ts';
import type { Awaitable } from '../awaitable.ts';
import { andThen } from '../awaitable.ts';
import { networkOf } from './client-address.ts';
import { Refusal } from './error-response.ts';
import { MemoryCounter } from './memory-counter.ts';

/** Larger answers are refused, never truncated (docs/decisions.md, "span and size"). */
export const MOST_RECORDS = 50_000;

/** The refusal of an answer that would be too large. */
export const tooManyRecords = (table: Table): Refusal =>
  new Refusal('RANGE_TOO_LARGE', {
    details: [
      {
        param: table.filters[0] ?? 'body',
        problem: `more than ${MOST_RECORDS} records match; send several smaller requests`,
      },
    ],
  });

/** `burst` requests at once, and `perSecond` of them over time. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateLimits {
  readonly user: Rate;
  /** The most concurrent requests of one user. */
  readonly inFlight: number;
  readonly address: Rate;
  /** Failed authentications of one address per minute. */
  readonly failuresAMinute: number;
}

export const DEFAULT_LIMITS: RateLimits = {
  user: { perSecond: 5, burst: 10 },
  inFlight: 4,
  address: { perSecond: 20, burst: 20 },
  failuresAMinute: 10,
};

/**
 * The sample service has one user, on the same machine. A race page queries nine tables at once, and its day follows in
 * the background, so the usual limits would only slow its own screens down.
 */
export const SAMPLE_LIMITS: RateLimits = {
  user: { perSecond: 50, burst: 100 },
  inFlight: 16,
  address: { perSecond: 200, burst: 200 },
  failuresAMinute: 100,
};

/** Counts requests, and throws a Refusal (429 with Retry-After) if a limit is reached. */
export interface Limits {
  address(address: string): Awaitable<void>;
  /** Refuses an address that has failed too often, before its keys are checked. */
  mayAuthenticate(address: string): Awaitable<Attempt>;
  /** Counts one request of the user; the headers say how many are left, `release` ends its being in flight. */
  user(id: string): Awaitable<CountedRequest>;
}

export interface CountedRequest {
  readonly headers: Readonly<Record<string, string>>;
  release(): void;
}

/**
 * An attempt to authenticate. Both outcomes may refuse, so that of many guesses sent at once only the first few count.
 */
export interface Attempt {
  succeeded(): Awaitable<void>;
  failed(): Awaitable<void>;
}

export const NO_LIMITS: Limits = {
  address: () => {},
  mayAuthenticate: () => ({ succeeded: () => {}, failed: () => {} }),
  user: () => ({ headers: {}, release: () => {} }),
};

/** A counter that gives `points` back every `duration` milliseconds; the name keeps it apart from others. */
export interface CounterWanted {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** The points of a key in its window. */
export interface CounterState {
  /** No point was left for what was to be counted. */
  readonly isRefused: boolean;
  readonly remainingPoints: number;
  readonly consumedPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

export interface RateCounter {
  /** Takes a point, if one is left. */
  consume(key: string): Awaitable<CounterState>;
  /** Counts a point even beyond the limit. */
  penalty(key: string): Awaitable<CounterState>;
  /** The state without counting anything; undefined if nothing is counted. */
  get(key: string): Awaitable<CounterState | undefined>;
}

export type Counter = (wanted: CounterWanted) => RateCounter;

/** Counts the active requests of each user. */
export interface InFlight {
  /** Takes a place; returns what gives it back, or undefined if none is free. */
  take(id: string): Awaitable<(() => void) | undefined>;
}

/** Counters in the memory of this process. */
export const memoryCounter = (wanted: CounterWanted): MemoryCounter => new MemoryCounter(wanted);

export const memoryLimits = (figures: RateLimits): Limits => limitsWith(figures, memoryCounter);

/**
 * Limits with counters that may be shared with other processes.
 *
 * @param inFlight by default those of this process alone
 */
export function limitsWith(
  figures: RateLimits,
  counter: (wanted: CounterWanted) => RateCounter,
  inFlight: InFlight = memoryInFlight(figures.inFlight),
): Limits {
  const rate = (keyPrefix: string, figures: Rate) =>
    counter({ keyPrefix, points: figures.burst, duration: windowOf(figures) });
  const addresses = rate('address', figures.address);
  const users = rate('user', figures.user);
  const failures = counter({ keyPrefix: 'failure', points: figures.failuresAMinute, duration: 60_000 });
  const policy = `"user";q=${figures.user.burst};w=${wholeSeconds(windowOf(figures.user))}`;
  /** Failures of all addresses that this process has seen. */
  let failed = 0;
  const refuseGuesser = (network: string) =>
    andThen(failures.get(network), (state) => {
      if (state && state.consumedPoints >= figures.failuresAMinute) throw pauseOfStranger(state.msBeforeNext);
    });

  return {
    address: (address) =>
      andThen(addresses.consume(networkOf(address)), (state) => {
        if (state.isRefused) throw pauseOfStranger(state.msBeforeNext);
      }),

    mayAuthenticate(address) {
      const network = networkOf(address);
      return andThen(refuseGuesser(network), () => {
        const before = failed;
        return {
          // Checked again only if there was a failure meanwhile, so a good key costs one read of the counter.
          succeeded: () => (failed === before ? undefined : refuseGuesser(network)),
          failed() {
            failed += 1;
            return andThen(failures.penalty(network), (state) => {
              if (state.consumedPoints > figures.failuresAMinute) throw pauseOfStranger(state.msBeforeNext);
            });
          },
        };
      });
    },

    user: (id) =>
      andThen(users.consume(id), (state) => {
        const headers = headersOf(state, policy);
        if (state.isRefused) throw pause(state.msBeforeNext, headers);
        return andThen(inFlight.take(id), (release) => {
          if (!release) throw pause(0, headers);
          return { headers, release };
        });
      }),
  };
}

function memoryInFlight(limit: number): InFlight {
  const inFlight = new Map<string, number>();
  return {
    take(id) {
      const busy = inFlight.get(id) ?? 0;
      if (busy >= limit) return undefined;
      inFlight.set(id, busy + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const left = (inFlight.get(id) ?? 1) - 1;
        if (left > 0) inFlight.set(id, left);
        else inFlight.delete(id);
      };
    },
  };
}

/** As many milliseconds as the rate needs to refill the burst. */
const windowOf = ({ burst, perSecond }: Rate): number => Math.max(1, Math.round((burst / perSecond) * 1000));

/** As headers tell it: a client that waits so long is never too early. */
const wholeSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

function pause(milliseconds: number, headers: Readonly<Record<string, string>> = {}): Refusal {
  const seconds = String(wholeSeconds(milliseconds));
  return new Refusal('TOO_MANY_REQUESTS', { headers: { ...headers, 'retry-after': seconds } });
}

/** Delayed: a client that retries at once would keep the service busy with refusals. */
function pauseOfStranger(milliseconds: number): Refusal {
  const { refused, headers } = pause(milliseconds);
  return new Refusal(refused, { headers, isThrottled: true });
}

/** The fields of the IETF's "RateLimit header fields for HTTP". */
function headersOf(state: CounterState, policy: string): Record<string, string> {
  const reset = wholeSeconds(state.msBeforeNext);
  return { 'ratelimit-policy': policy, ratelimit: `"user";r=${state.remainingPoints};t=${reset}` };
}
