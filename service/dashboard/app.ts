// The dashboard over HTTP, without a socket: headers of every answer, who may ask, and the routes. Of a
// request the log has address, method, route and status.

import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { networkOf } from '../http/client-address.ts';
import { assetOf } from './assets.ts';
import type { DashboardDeps } from './deps.ts';
import type { DashboardEnv, DashboardParts, SessionCookie } from './parts.ts';
import { message } from './parts.ts';
import { pageContext } from './pages/page.ts';
import { accountRoutes } from './routes/account.ts';
import { operatorRoutes } from './routes/operator.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { Sessions } from './sessions.ts';
import { Passkeys } from './passkeys.ts';
import { Refusal } from '../http/error-response.ts';
import type { Language } from './text.ts';
import { LANGUAGES } from './text.ts';

/** Of a network per minute: requests, attempts to sign in (each is two, and writes a challenge), and failed ones. */
const REQUESTS = 300;
const ATTEMPTS = 60;
const FAILURES = 10;
/** Failed attempts per hour that the audit log takes, from all networks together: strangers must not fill it. */
const LOGGED_FAILURES = 100;
const LARGEST_BODY = 32 * 1024;

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  // Not "no-referrer", with which browsers would send forms without their origin.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export function dashboardApp(deps: DashboardDeps): Hono<DashboardEnv> {
  const sessions = new Sessions(deps);
  const parts: DashboardParts = {
    ...deps,
    sessions,
    passkeys: new Passkeys({ ...deps, sessions }),
    cookie: sessionCookie(deps.origin),
    ...attempts(deps),
  };
  const app = new Hono<DashboardEnv>();
  app.use(withHeaders(deps), onlyOwnAddress(deps), limited(deps));
  app.get('/assets/:name', (context) => {
    const asset = assetOf(context.req.param('name'));
    if (!asset) return context.notFound();
    return context.body(asset.text, 200, {
      'content-type': asset.type,
      'cache-control': 'private, max-age=300',
    });
  });
  app.use(bodyLimit({ maxSize: LARGEST_BODY }), inLanguage(parts), onlyOwnForms(parts));
  signInRoutes(app, parts);
  accountRoutes(app, parts);
  operatorRoutes(app, parts);
  app.notFound((context) => message(context, 404, 'notFound'));
  app.onError((error, context) => {
    // Such as a body that is too large.
    if (error instanceof HTTPException) return context.text(`${error.message}\n`, error.status);
    // PostgreSQL is away: the same request may succeed later.
    if (error instanceof Refusal && error.status === 503) {
      context.header('retry-after', error.headers['retry-after'] ?? '5');
      return message(context, 503, 'unavailable');
    }
    const id = randomUUID();
    deps.log.error({ dashboard_error: id, failure: failureOf(error) }, 'dashboard failed');
    return message(context, 500, 'failed', { id });
  });
  return app;
}

/** The kind of an error; its message could repeat what was sent. */
const failureOf = (error: Error): string => `${error.name} ${error.stack?.split('\n')[1]?.trim() ?? ''}`;

const withHeaders =
  ({ log, origin }: DashboardDeps): MiddlewareHandler<DashboardEnv> =>
  async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (origin.startsWith('https:')) context.header('strict-transport-security', 'max-age=31536000');
    await next();
    const { method, routePath: route } = context.req;
    log.info({ address: context.env.address, method, route, status: context.res.status }, 'dashboard');
  };

/** Under any other name the browser would take it for another site: its cookies and passkeys would not fit. */
const onlyOwnAddress =
  ({ origin }: DashboardDeps): MiddlewareHandler<DashboardEnv> =>
  async (context, next) => {
    if (context.req.header('host') === new URL(origin).host) return next();
    return context.text(`Open the dashboard at ${origin}\n`, 421);
  };

function limited({ counter }: DashboardDeps): MiddlewareHandler<DashboardEnv> {
  const requests = counter({ keyPrefix: 'dashboard', points: REQUESTS, duration: 60_000 });
  return async (context, next) => {
    const { isRefused, msBeforeNext } = await requests.consume(networkOf(context.env.address));
    if (!isRefused) return next();
    return context.text('Too many requests.\n', 429, {
      'retry-after': String(Math.max(1, Math.ceil(msBeforeNext / 1000))),
    });
  };
}

function attempts({ counter }: DashboardDeps): Pick<DashboardParts, 'failed' | 'mayTry'> {
  const failures = counter({ keyPrefix: 'dashboard-failure', points: FAILURES, duration: 60_000 });
  const attempted = counter({ keyPrefix: 'dashboard-attempt', points: ATTEMPTS, duration: 60_000 });
  const logged = counter({
    keyPrefix: 'dashboard-failure-log',
    points: LOGGED_FAILURES,
    duration: 3_600_000,
  });
  return {
    async failed({ env }) {
      await failures.penalty(networkOf(env.address));
      return (await logged.penalty('all')).consumedPoints <= LOGGED_FAILURES;
    },
    async mayTry({ env }) {
      const network = networkOf(env.address);
      const failed = await failures.get(network);
      if (failed && failed.consumedPoints >= FAILURES) return false;
      return (await attempted.penalty(network)).consumedPoints <= ATTEMPTS;
    },
  };
}

/** Chosen by the link on each page, otherwise by the browser; and whose session the request is of. */
const inLanguage =
  ({ cookie, sessions, now, origin }: DashboardParts): MiddlewareHandler<DashboardEnv> =>
  async (context, next) => {
    const chosen = languageOf(context.req.query('lang'));
    const path = ownPathOf(context.req.url);
    if (chosen && context.req.method === 'GET') {
      const secure = origin.startsWith('https:');
      setCookie(context, 'lang', chosen, {
        path: '/',
        sameSite: 'Strict',
        secure,
        httpOnly: true,
        maxAge: 34_560_000,
      });
      return context.redirect(path, 303);
    }
    const language =
      languageOf(getCookie(context, 'lang')) ??
      languageOf(accepts(context, { header: 'Accept-Language', supports: ['en', 'ja'], default: 'en' })) ??
      'en';
    const shownAt = context.req.method === 'GET' ? path : pageAfter(path);
    // First without the session, for the page that says that the store is away.
    context.set('page', pageContext(language, shownAt, now()));
    const secret = cookie.read(context);
    const session = secret === undefined ? undefined : await sessions.find(secret);
    context.set('session', session);
    if (session) {
      const formToken = sessions.formToken(session.secret);
      context.set('page', pageContext(language, shownAt, now(), { session, formToken }));
    }
    return next();
  };

/**
 * The path as it was sent, not decoded: with two slashes at its beginning, or what browsers take for them, a link or
 * redirect would lead to another host.
 */
const ownPathOf = (url: string): string => new URL(url).pathname.replace(/^\/+/, '/');

/** The page that a form leads to, for the link to the other language; a key is shown once, so there is none. */
function pageAfter(path: string): string {
  if (path === '/keys') return '';
  return path.startsWith('/users/') ? path.replace(/\/plan$/, '') : '/';
}

const languageOf = (text: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === text);

/** What the script of passkeys sends. */
const IN_JSON = /^\/(?:sign-in|invitation|passkeys)(?:\/options)?$/;

/** A request that changes something comes from the dashboard's own pages: by its origin, and by the session's token. */
const onlyOwnForms =
  ({ origin, sessions }: DashboardParts): MiddlewareHandler<DashboardEnv> =>
  async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const site = context.req.header('sec-fetch-site');
    const isOwn = context.req.header('origin') === origin && (site === undefined || site === 'same-origin');
    if (!isOwn) return message(context, 403, 'notFromHere');
    if (IN_JSON.test(context.req.path)) {
      // Which a form of another site cannot send.
      const isJson = context.req.header('content-type')?.startsWith('application/json') ?? false;
      return isJson ? next() : message(context, 403, 'notFromHere');
    }
    const session = context.get('session');
    const { token } = await context.req.parseBody();
    if (session && !(typeof token === 'string' && sessions.isFormToken(token, session.secret))) {
      return message(context, 403, 'notFromHere');
    }
    return next();
  };

/** With TLS the name's prefix makes browsers refuse a cookie that another host of the domain set. */
function sessionCookie(origin: string): SessionCookie {
  const secure = origin.startsWith('https:');
  const name = secure ? '__Host-session' : 'session';
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const;
  return {
    read: (context) => getCookie(context, name),
    set: (context, secret) => setCookie(context, name, secret, options),
    clear: (context) => setCookie(context, name, '', { ...options, maxAge: 0 }),
  };
}
