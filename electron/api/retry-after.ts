// The Retry-After header: whole seconds or an HTTP date.

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
  // Only the HTTP date forms, which name a day: Date.parse would also take a bare "-5" for a year.
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  const at = Date.parse(text);
  const told = date === undefined ? Number.NaN : Date.parse(date);
  const since = Number.isNaN(told) ? now : told;
  return Number.isNaN(at) ? undefined : Math.min(LONGEST_MS, Math.max(0, at - since));
}
