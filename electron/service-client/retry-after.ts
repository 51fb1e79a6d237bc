// The Retry-After header: whole seconds or an HTTP date.

import { readHttpDate } from './http-date.ts';

/** Nobody is asked to come back later than tomorrow in earnest, and a figure with no end would never pass. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Milliseconds to wait, never negative; undefined where the header is absent or says nothing. A date is held against
 * `date`, what the answer says of its own time, else against `now`: this computer's clock may be hours off.
 */
export function readRetryAfter(header: string | undefined, now: number, date?: string): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Math.min(LONGEST_MS, Number(text) * 1000);
  const at = readHttpDate(text);
  const since = readHttpDate(date) ?? now;
  return at === undefined ? undefined : Math.min(LONGEST_MS, Math.max(0, at - since));
}
