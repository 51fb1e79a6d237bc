// Limits that a service may have, and how it announces them (specification, section 8: "numeric rate limit, quotas: not
// shown").

import type { Fault, HttpAnswer, Situation, Spoil } from '../delivery.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

interface Limit {
  readonly requests: number;
  readonly ms: number;
}

/** How a family of headers announces a limit. */
type Family = (limit: Limit, left: number, resetMs: number, now: number) => HttpAnswer['headers'];

const FAMILIES: Readonly<Record<string, Family>> = {
  none: () => ({}),
  ratelimit: ({ requests, ms }, left, resetMs) => ({
    'ratelimit-policy': `"user";q=${requests};w=${ms / SECOND}`,
    ratelimit: `"user";r=${left};t=${Math.ceil(resetMs / SECOND)}`,
  }),
  'ratelimit-three': ({ requests }, left, resetMs) => ({
    'ratelimit-limit': String(requests),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(Math.ceil(resetMs / SECOND)),
  }),
  'x-ratelimit': ({ requests }, left, resetMs, now) => ({
    'x-ratelimit-limit': String(requests),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(Math.ceil((now + resetMs) / SECOND)),
  }),
  'x-rate-limit': ({ requests }, left, resetMs) => ({
    'x-rate-limit-limit': String(requests),
    'x-rate-limit-remaining': String(left),
    'x-rate-limit-reset': new Date(Date.now() + resetMs).toISOString(),
  }),
};

/** A limit of requests in a window of time by the client's clock, announced by one family of headers or none. */
function limited(
  name: string,
  limitOf: (situation: Situation) => Limit,
  family: keyof typeof FAMILIES,
  refused: (situation: Situation, resetMs: number) => HttpAnswer = tooMany,
): Spoil {
  return async (situation) => {
    const { habits, now } = situation;
    const limit = limitOf(situation);
    const before = (habits.memory.get(name) ?? []) as readonly number[];
    const recent = before.filter((at) => at > now - limit.ms && at <= now);
    const resetMs = (recent[0] ?? now) + limit.ms - now;
    const headers = FAMILIES[family]?.(limit, Math.max(0, limit.requests - recent.length - 1), resetMs, now);
    if (recent.length >= limit.requests) {
      const answer = refused(situation, resetMs);
      return { answer: { ...answer, headers: { ...headers, ...answer.headers } } };
    }
    habits.memory.set(name, [...recent, now]);
    const answer = await situation.sound();
    return { answer: { ...answer, headers: { ...answer.headers, ...headers } } };
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

function tooMany({ habits }: Situation, resetMs: number): HttpAnswer {
  const announcesWhen = habits.drawFor('tells when').chance(0.5);
  return {
    status: 429,
    headers: {
      ...JSON_TYPE,
      ...(announcesWhen ? { 'retry-after': String(Math.ceil(resetMs / SECOND)) } : {}),
    },
    body: Buffer.from('{"success":false,"error":{"code":"TOO_MANY_REQUESTS","message":"slow down"}}'),
  };
}

const forbidden = (code: string, message: string) => (): HttpAnswer => ({
  status: 403,
  headers: JSON_TYPE,
  body: Buffer.from(JSON.stringify({ success: false, error: { code, message } })),
});

const perSecond = ({ habits }: Situation): Limit => ({
  requests: habits.drawFor('rate').of([1, 2]),
  ms: habits.drawFor('span').of([1, 3]) * SECOND,
});
const perMinute = ({ habits }: Situation): Limit => ({
  requests: habits.drawFor('rate').of([2, 4, 10]),
  ms: MINUTE,
});
const perDay = ({ habits }: Situation): Limit => ({
  requests: habits.drawFor('rate').of([2, 4, 7]),
  ms: DAY,
});

const layer = 'limits';

export const LIMIT_READINGS: readonly Fault[] = [
  ...Object.keys(FAMILIES).map((family): Fault => ({
    name: `limit-${family}`,
    does: `limits requests per second or minute, and announces it by ${family}`,
    spoil: async (situation) => {
      const limitOf = situation.habits.drawFor('by').of([perSecond, perMinute]);
      return limited('limit', limitOf, family)(situation);
    },
    layer,
  })),
  {
    name: 'limit-a-day',
    does: 'limits requests per day',
    spoil: async (situation) => {
      const family = situation.habits.drawFor('family').of(Object.keys(FAMILIES));
      return limited('day', perDay, family)(situation);
    },
    layer,
  },
  {
    name: 'ban',
    does: 'answers 403 for some minutes to a client that is too fast',
    spoil: async (situation) => {
      const { habits, now } = situation;
      const until = (habits.memory.get('ban') ?? 0) as number;
      const banned = forbidden('FORBIDDEN', 'temporarily blocked');
      if (now < until) return { answer: banned() };
      return limited('ban of', perMinute, 'none', () => {
        habits.memory.set('ban', now + habits.drawFor('minutes').int(1, 20) * MINUTE);
        return banned();
      })(situation);
    },
    layer,
  },
  {
    name: 'plan-ends',
    does: 'refuses everything from some request on: the plan has ended',
    spoil: async (situation) => {
      const { habits } = situation;
      const requests = (habits.memory.get('plan') ?? 0) as number;
      habits.memory.set('plan', requests + 1);
      const draw = habits.drawFor('plan');
      if (requests < draw.int(1, 4)) return { answer: await situation.sound() };
      return {
        answer: forbidden(draw.of(['FORBIDDEN', 'PLAN_EXPIRED', 'NO_PLAN']), 'no plan is subscribed')(),
      };
    },
    layer,
  },
];
