// Reads a server's rate limit in any of the usual forms: `RateLimit-Policy` and `RateLimit` in their current form
// (`"user";q=5;w=1`, `"user";r=3;t=1`) and in their two previous ones, `X-RateLimit-…` and `X-Rate-Limit-…`, also with
// a unit of time in their names. Implausible figures are ignored.

export interface Advertised {
  /** Requests a second that the strictest policy grants. */
  readonly perSecond?: number;
  /** Requests that may be sent at once. */
  readonly burst?: number;
  /** The policy: so many requests in a window of this length. */
  readonly quota?: { readonly requests: number; readonly windowMs: number };
  /** Requests left in the current window, and the milliseconds until it renews. */
  readonly remaining?: number;
  readonly renewsInMs?: number;
}

type Headers = Readonly<Record<string, string>>;

interface Policy {
  readonly requests: number;
  readonly seconds: number;
  readonly burst: number;
}

interface Left {
  readonly remaining: number;
  readonly renewsInMs?: number;
}

/** A longer window does not limit the rate: a day's requests may all be sent in its first hour. */
const LONGEST_PACED_SECONDS = 60;
const DAY_MS = 86_400_000;
/** More requests a second than any client sends. */
const MOST_REQUESTS = 1_000_000;
/** How many characters of a header, and how many members of its list, are read. */
const LONGEST_HEADER = 2_000;
const MOST_MEMBERS = 20;

const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const;
const UNITS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;

/** `now`: epoch milliseconds, for a renewal given as a date. */
export function readRateHeaders(headers: Headers, now = 0): Advertised {
  const at = readHttpDate(headers['date']) ?? now;
  const left = leftOf(headers, at);
  // Of several windows the one with the least left counts, and of those that are used up the one that renews last.
  const least = left.toSorted(
    (a, b) => a.remaining - b.remaining || (b.renewsInMs ?? 0) - (a.renewsInMs ?? 0),
  )[0];
  const strictest = policiesOf(headers)
    .filter(({ seconds }) => seconds <= LONGEST_PACED_SECONDS)
    .toSorted((a, b) => a.requests / a.seconds - b.requests / b.seconds)[0];
  return {
    ...(strictest && {
      perSecond: strictest.requests / strictest.seconds,
      burst: strictest.burst,
      quota: { requests: strictest.requests, windowMs: strictest.seconds * 1000 },
    }),
    ...least,
  };
}

function policiesOf(headers: Headers): Policy[] {
  const listed = [headers['ratelimit-policy'], headers['ratelimit-limit'], headers['x-ratelimit-limit']];
  const policies = listed.flatMap((header) => membersOf(header).flatMap(readPolicy));
  const inUnits = PREFIXES.flatMap((prefix) =>
    Object.entries(UNITS).flatMap(([unit, seconds]) =>
      policy(wholeIn(headers[`${prefix}-limit-${unit}`]), seconds),
    ),
  );
  return [...policies, ...inUnits];
}

function readPolicy(member: string): Policy[] {
  const fields = fieldsOf(member);
  const requests = fields.get('q') ?? wholeIn(member.split(';')[0]);
  // A bare number says nothing about its window.
  if (fields.get('q') === undefined && fields.get('w') === undefined) return [];
  return policy(requests, fields.get('w') ?? 1, fields.get('burst'));
}

function policy(requests: number | undefined, seconds: number, burst = requests): Policy[] {
  if (requests === undefined || requests === 0 || burst === undefined) return [];
  return [
    {
      requests: Math.min(MOST_REQUESTS, requests),
      seconds: Math.max(1, seconds),
      burst: Math.min(MOST_REQUESTS, burst),
    },
  ];
}

function leftOf(headers: Headers, now: number): Left[] {
  const listed = membersOf(headers['ratelimit']).map(fieldsOf);
  // The previous form describes one window in three members: limit=10, remaining=3, reset=1.
  const joined = new Map(listed.flatMap((fields) => [...fields]));
  const present = listed.flatMap((fields) => left(fields.get('r'), fields.get('t')));
  const former = left(joined.get('remaining'), joined.get('reset'));
  const single = PREFIXES.flatMap((prefix) =>
    left(wholeIn(headers[`${prefix}-remaining`]), renewalIn(headers[`${prefix}-reset`], now)),
  );
  const inUnits = PREFIXES.flatMap((prefix) =>
    Object.entries(UNITS).flatMap(([unit, seconds]) =>
      left(wholeIn(headers[`${prefix}-remaining-${unit}`]), seconds),
    ),
  );
  return [...present, ...former, ...single, ...inUnits];
}

function left(remaining: number | undefined, seconds: number | undefined): Left[] {
  if (remaining === undefined) return [];
  return [
    {
      remaining,
      ...(seconds === undefined ? {} : { renewsInMs: Math.min(DAY_MS, Math.max(0, seconds * 1000)) }),
    },
  ];
}

/** Seconds until a renewal, which is given in seconds, as an epoch in seconds or milliseconds, or as a date. */
function renewalIn(header: string | undefined, now: number): number | undefined {
  const value = wholeIn(header);
  if (value === undefined) {
    const date = readHttpDate(header);
    return date === undefined ? undefined : (date - now) / 1000;
  }
  if (value >= 1e12) return (value - now) / 1000;
  return value >= 1e9 ? value - now / 1000 : value;
}

/** Members of a list; a comma within quotes is part of a name. */
function membersOf(header: string | undefined): string[] {
  const members: string[] = [];
  let member = '';
  let isQuoted = false;
  for (const letter of (header ?? '').slice(0, LONGEST_HEADER)) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === ',' && !isQuoted) {
      members.push(member);
      member = '';
    } else member += letter;
  }
  return [...members, member].slice(0, MOST_MEMBERS);
}

/** The whole numbers among a member's `name=number`, without its own quoted name. */
function fieldsOf(member: string): Map<string, number> {
  const bare = member.replaceAll(/"[^"]*"/g, '');
  const fields = bare.split(';').flatMap((field): [string, number][] => {
    const [name = '', text] = field.split('=');
    const value = wholeIn(text);
    return value === undefined ? [] : [[name.trim().toLowerCase(), value]];
  });
  return new Map(fields);
}

/** No more digits than a number represents exactly; an implausible figure counts as none. */
function wholeIn(text: string | undefined): number | undefined {
  const digits = text?.trim() ?? '';
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** No server seriously asks for a pause of more than a day, and an absurdly long one would never end. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Milliseconds to wait, never negative; undefined if the header is absent or unreadable. A date is compared with
 * `date`, the answer's own time, or else with `now`, because this computer's clock may be hours off.
 */
export function readRetryAfter(header: string | undefined, now: number, date?: string): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Math.min(LONGEST_MS, Number(text) * 1000);
  const at = readHttpDate(text);
  const since = readHttpDate(date) ?? now;
  return at === undefined ? undefined : Math.min(LONGEST_MS, Math.max(0, at - since));
}

/** Longer than any form of a date in a header. */
const LONGEST = 100;

/** Epoch milliseconds of a header with an HTTP date (RFC 9110, section 5.6.7); undefined for anything else. */
export function readHttpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? '';
  // Only the forms that name a day: Date.parse would take a bare "-5" for a year.
  const at = text.length < LONGEST && /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
