// What a server says of its own limit: `RateLimit-Policy` and `RateLimit` in their present form
// (`"user";q=5;w=1`, `"user";r=3;t=1`) and in the two that came before it.

export interface Advertised {
  /** Requests a second that the strictest policy grants. */
  readonly perSecond?: number;
  /** Requests that may be sent at once. */
  readonly burst?: number;
  /** The policy as it is counted: that many requests in a window of that length. */
  readonly quota?: { readonly requests: number; readonly windowMs: number };
  /** Requests left in the present window, and the milliseconds until it renews. */
  readonly remaining?: number;
  readonly renewsInMs?: number;
}

export function readRateHeaders(headers: Readonly<Record<string, string>>): Advertised {
  const policies = (headers['ratelimit-policy'] ?? '').split(',').flatMap(readPolicy);
  const strictest = policies.toSorted((a, b) => a.perSecond - b.perSecond)[0];
  const remaining =
    numberIn(headers.ratelimit, /\b(?:r|remaining)=(\d+)/) ?? number(headers['ratelimit-remaining']);
  const renews = numberIn(headers.ratelimit, /\b(?:t|reset)=(\d+)/) ?? number(headers['ratelimit-reset']);
  return {
    ...strictest,
    ...(remaining === undefined ? {} : { remaining }),
    ...(renews === undefined ? {} : { renewsInMs: renews * 1000 }),
  };
}

function readPolicy(policy: string): Required<Pick<Advertised, 'perSecond' | 'burst' | 'quota'>>[] {
  const quota = numberIn(policy, /\bq=(\d+)/) ?? numberIn(policy, /^\s*(\d+)\s*;/);
  if (quota === undefined || quota === 0) return [];
  const window = Math.max(1, numberIn(policy, /\bw=(\d+)/) ?? 1);
  const burst = numberIn(policy, /\bburst=(\d+)/) ?? quota;
  return [{ perSecond: quota / window, burst, quota: { requests: quota, windowMs: window * 1000 } }];
}

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;

const numberIn = (text: string | undefined, pattern: RegExp): number | undefined =>
  number(text?.match(pattern)?.[1]);
