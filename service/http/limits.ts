// How many requests an address and a user may send (specification, section 8; figures from docs/decisions.md), and how
// large an answer may be. Addresses are counted by network, because one IPv6 client has 2^64 addresses.

import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Table } from '#shared/catalogue/table.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './client-address.ts';
import { Refusal } from './error-response.ts';

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
  address(address: string): Promise<void>;
  /** Refuses an address that has failed too often, before its keys are checked. */
  mayAuthenticate(address: string): Promise<Attempt>;
  /** Counts one request of the user; the headers say how many are left, `release` ends its being in flight. */
  user(id: string): Promise<{ readonly headers: Readonly<Record<string, string>>; release(): void }>;
}

/**
 * An attempt to authenticate. Both outcomes may refuse, so that of many guesses sent at once only the first few count.
 */
export interface Attempt {
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}

export const NO_LIMITS: Limits = {
  address: async () => {},
  mayAuthenticate: async () => ({ succeeded: async () => {}, failed: async () => {} }),
  user: async () => ({ headers: {}, release: () => {} }),
};

/** A counter that gives `points` back every `duration` seconds; the name keeps it apart from others. */
export interface CounterWanted {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** The parts of the library's counters that limits use. `consume` rejects with the state if no point is left. */
export type RateCounter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'penalty'>;

export type Counter = (wanted: CounterWanted) => RateCounter;

/** Counts the active requests of each user. */
export interface InFlight {
  /** Takes a place; returns what gives it back, or undefined if none is free. */
  take(id: string): (() => void) | undefined | Promise<(() => void) | undefined>;
}

/** Counters in the memory of this process. */
export const memoryCounter = (wanted: CounterWanted): RateLimiterMemory => new RateLimiterMemory(wanted);

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
  const rate = (keyPrefix: string, { burst, ...rest }: Rate) =>
    counter({ keyPrefix, points: burst, duration: windowSeconds({ burst, ...rest }) });
  const addresses = rate('address', figures.address);
  const users = rate('user', figures.user);
  const failures = counter({ keyPrefix: 'failure', points: figures.failuresAMinute, duration: 60 });
  /** Failures of all addresses that this process has seen. */
  let failed = 0;
  const refuseGuesser = async (network: string) => {
    const state = await failures.get(network);
    if (state && state.consumedPoints >= figures.failuresAMinute) throw pauseOfStranger(state.msBeforeNext);
  };

  return {
    async address(address) {
      await take(addresses, networkOf(address), pauseOfStranger);
    },

    async mayAuthenticate(address) {
      const network = networkOf(address);
      await refuseGuesser(network);
      const before = failed;
      return {
        async succeeded() {
          // Checked again only if there was a failure meanwhile, so a good key costs one read of the counter.
          if (failed !== before) await refuseGuesser(network);
        },
        async failed() {
          failed += 1;
          const state = await failures.penalty(network);
          if (state.consumedPoints > figures.failuresAMinute) throw pauseOfStranger(state.msBeforeNext);
        },
      };
    },

    async user(id) {
      const state = await take(users, id, (milliseconds, counted) =>
        pause(milliseconds, headersOf(counted, figures.user)),
      );
      const taken = inFlight.take(id);
      const release = taken instanceof Promise ? await taken : taken;
      if (!release) throw pause(0, headersOf(state, figures.user));
      return { headers: headersOf(state, figures.user), release };
    },
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

/** As many seconds as the rate needs to refill the burst. */
const windowSeconds = (rate: Rate): number => Math.max(1, Math.ceil(rate.burst / rate.perSecond));

async function take(
  counter: RateCounter,
  key: string,
  refusal: (milliseconds: number, state: RateLimiterRes) => Refusal,
): Promise<RateLimiterRes> {
  try {
    return await counter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw refusal(error.msBeforeNext, error);
  }
}

function pause(milliseconds: number, headers: Readonly<Record<string, string>> = {}): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new Refusal('TOO_MANY_REQUESTS', { headers: { ...headers, 'retry-after': String(seconds) } });
}

/** Delayed: a client that retries at once would keep the service busy with refusals. */
function pauseOfStranger(milliseconds: number): Refusal {
  const { refused, headers } = pause(milliseconds);
  return new Refusal(refused, { headers, isThrottled: true });
}

/** The fields of the IETF's "RateLimit header fields for HTTP". */
function headersOf(state: RateLimiterRes, rate: Rate): Record<string, string> {
  const reset = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return {
    'ratelimit-policy': `"user";q=${rate.burst};w=${windowSeconds(rate)}`,
    ratelimit: `"user";r=${state.remainingPoints};t=${reset}`,
  };
}
