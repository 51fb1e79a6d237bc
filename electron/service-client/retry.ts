// Whether a failed request is sent again, and when. Every operation only reads, so a POST may be repeated
// (docs/decisions.md, "retry").

import type { RequestFailure, FailureKind } from './failure.ts';

/** The total number of attempts; failures that are not listed are not retried. */
const ATTEMPTS: { readonly [kind in FailureKind]?: number } = {
  unreachable: 3,
  // Each attempt costs a whole timeout while the user waits.
  timeout: 2,
  cut_short: 3,
  throttled: 6,
  failed: 4,
  // Retried only if the failure may pass.
  not_the_service: 3,
};

const BASE_MS = 250;
const CEILING_MS = 10_000;
/** For a 429 without Retry-After: such limiters usually count by the second. */
const THROTTLED_BASE_MS = 1_000;
/** A longer pause parks the job: nobody waits that long. */
export const LONGEST_PAUSE_MS = 120_000;

export type RetryDecision =
  | { readonly do: 'again'; readonly afterMs: number }
  | { readonly do: 'give_up' }
  /** The service asks for more than LONGEST_PAUSE_MS. */
  | { readonly do: 'park'; readonly pauseMs: number };

/** `attempt` counts from 1 and has just failed; `random` is in [0, 1). */
export function judge(failure: RequestFailure, attempt: number, random: number): RetryDecision {
  const requested = 'retryAfter' in failure ? failure.retryAfter : undefined;
  if (requested !== undefined && requested > LONGEST_PAUSE_MS) return { do: 'park', pauseMs: requested };
  if (failure.kind === 'failed' && !isPassing(failure.status)) return { do: 'give_up' };
  if (failure.kind === 'not_the_service' && failure.passing !== true) return { do: 'give_up' };
  if (attempt >= (ATTEMPTS[failure.kind] ?? 1)) return { do: 'give_up' };
  return { do: 'again', afterMs: (requested ?? 0) + jitter(failure.kind, attempt, random) };
}

/** Full jitter, so that requests that failed together are not retried together. */
function jitter(kind: FailureKind, attempt: number, random: number): number {
  const base = kind === 'throttled' ? THROTTLED_BASE_MS : BASE_MS;
  return Math.round(Math.min(CEILING_MS, base * 2 ** (attempt - 1)) * random);
}

const isPassing = (status: number): boolean => [408, 500, 502, 503, 504].includes(status);
