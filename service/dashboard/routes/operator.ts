// The pages of operators. For everyone else they do not exist.

import type { Hono, MiddlewareHandler } from 'hono';
import { AccountError } from '../../accounts/account-book.ts';
import { endOfPlan } from '../../accounts/plan-date.ts';
import type { AccountPlan } from '../../accounts/accounts.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { tableDays } from '../table-days.ts';
import type { TableDays } from '../deps.ts';
import type { PlanOutcome } from '../pages/operator-pages.ts';
import { servicePage, userPage, usersPage } from '../pages/operator-pages.ts';
import { firstUsageDay } from '../pages/usage-chart.ts';
import { accountView, bookOf } from './account.ts';

const MOST_IMPORTS = 50;
const MOST_FAILURES = 20;
/** Counting the days of all tables reads their indices. */
const REMEMBERED_MS = 60_000;

export function operatorRoutes(app: Hono<DashboardEnv>, parts: DashboardParts): void {
  const { accounts, now, store, load, origin } = parts;
  const days = remembered(() => tableDays(store), now);
  for (const path of ['/users', '/users/*', '/service']) app.use(path, onlyOperators);

  app.get('/users', async (context) => {
    const [users, usage, keys] = await Promise.all([
      accounts.users(now()),
      accounts.usage.byUser(firstUsageDay(now())),
      bookOf(parts, '').keys(),
    ]);
    const ofUser = (name: string) => keys.filter(({ user }) => user === name);
    const shown = users.map((user) => ({
      ...user,
      lastUse: newest(ofUser(user.user).map(({ last_used_at }) => last_used_at)),
    }));
    return context.html(usersPage(context.get('page'), { users: shown, usage, origin }));
  });

  const showUser = async (context: DashboardContext, user: string, outcome?: PlanOutcome) => {
    const view = await accountView(parts, user);
    if (!view) return context.notFound();
    return context.html(userPage(context.get('page'), view, outcome), outcome === 'planUnusable' ? 409 : 200);
  };

  app.get('/users/:user', (context) => showUser(context, context.req.param('user')));

  app.post('/users/:user/plan', async (context) => {
    const user = context.req.param('user');
    const plan = planOf(await context.req.parseBody());
    if (plan === undefined) return showUser(context, user, 'planUnusable');
    try {
      await bookOf(parts, context.get('session')?.user ?? '').setPlan(user, plan);
    } catch (error) {
      if (error instanceof AccountError) return context.notFound();
      throw error;
    }
    return showUser(context, user, 'planSaved');
  });

  app.get('/service', async (context) => {
    const [load_, usage, imports, failures, tables] = await Promise.all([
      load(),
      accounts.usage.ofEveryone(firstUsageDay(now())),
      accounts.historyOfAction('import', MOST_IMPORTS),
      accounts.historyOfAction('sign in failed', MOST_FAILURES),
      days(),
    ]);
    const view = { load: load_, usage, imports, failures, days: tables };
    return context.html(servicePage(context.get('page'), view));
  });
}

const onlyOperators: MiddlewareHandler<DashboardEnv> = async (context, next) => {
  const session = context.get('session');
  if (!session) return context.redirect('/sign-in', 303);
  return session.isOperator ? next() : context.notFound();
};

/** The plan of the form: null to remove it, undefined if it cannot be used. */
function planOf(form: Readonly<Record<string, unknown>>): AccountPlan | null | undefined {
  const { plan, until } = form;
  if (form['do'] === 'remove') return null;
  if (typeof plan !== 'string' || !/^[0-9a-z][0-9a-z-]{0,31}$/.test(plan)) return undefined;
  if (until === '' || until === undefined) return { name: plan, until: null };
  const end = typeof until === 'string' ? endOfPlan(until) : undefined;
  return end === undefined ? undefined : { name: plan, until: end };
}

const newest = (instants: readonly (string | null)[]): string | null =>
  instants.reduce((latest, at) => (latest === null || (at !== null && at > latest) ? at : latest), null);

/** What was read within the last minute is not read again. */
function remembered(read: () => Promise<TableDays[]>, now: () => Date): () => Promise<TableDays[]> {
  let stored: { readonly at: number; readonly days: TableDays[] } | undefined;
  return async () => {
    const at = now().getTime();
    if (!stored || at - stored.at >= REMEMBERED_MS) stored = { at, days: await read() };
    return stored.days;
  };
}
