// A subscriber's own page and keys. The user is always that of the session, never one that a request names.

import type { Hono } from 'hono';
import { AccountBook, AccountError } from '../../accounts/account-book.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { message } from '../parts.ts';
import type { AccountView } from '../pages/account-page.ts';
import { accountPage, revealedPage } from '../pages/account-page.ts';
import { firstUsageDay } from '../pages/usage-chart.ts';
import { passkeyRoutes } from './passkeys.ts';

const MOST_ENTRIES = 50;

export function accountRoutes(app: Hono<DashboardEnv>, parts: DashboardParts): void {
  const show = async (context: DashboardContext, user: string, done?: string) => {
    const [view, applicationKey] = await Promise.all([accountView(parts, user), parts.applicationKey()]);
    if (!view) return context.notFound();
    return context.html(accountPage(context.get('page'), { ...view, applicationKey }, done));
  };

  app.get('/', async (context) => {
    const session = context.get('session');
    if (!session) return context.redirect('/sign-in', 303);
    const isAdded = context.req.query('passkey-added') !== undefined;
    return show(context, session.user, isAdded ? context.get('page').say('passkeyAdded') : undefined);
  });
  passkeyRoutes(app, parts, show);

  app.post('/keys', async (context) => {
    const session = context.get('session');
    if (!session) return context.redirect('/sign-in', 303);
    const { current } = await context.req.parseBody();
    const book = bookOf(parts, session.user);
    try {
      const made = await book.reveal(session.user, typeof current === 'string' && current ? current : null);
      const before = (await book.keys()).find(({ key_id }) => key_id === current);
      return await context.html(revealedPage(context.get('page'), made.key, before?.expires_at ?? undefined));
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      const keys = (await book.keys()).filter(({ user }) => user === session.user);
      const isNewer = (keys[0]?.key_id ?? '') !== current;
      return message(context, 409, isNewer ? 'newerKey' : 'tooManyKeys');
    }
  });

  app.post('/keys/:id/revoke', async (context) => {
    const session = context.get('session');
    if (!session) return context.redirect('/sign-in', 303);
    const id = context.req.param('id');
    try {
      await bookOf(parts, session.user).revokeOwn(session.user, id);
    } catch (error) {
      if (error instanceof AccountError) return context.notFound();
      throw error;
    }
    return show(context, session.user, context.get('page').say('revokedNotice', { id }));
  });
}

/** Changes by a user of the dashboard, in the audit log under that name. */
export const bookOf = ({ accounts, pepper, now }: DashboardParts, by: string): AccountBook =>
  new AccountBook(accounts, { pepper, now, operator: `dashboard: ${by}` });

/** What is known about a user; undefined if there is none. */
export async function accountView(parts: DashboardParts, user: string): Promise<AccountView | undefined> {
  const { accounts, now } = parts;
  const [users, keys, passkeys, usage, history] = await Promise.all([
    accounts.users(now()),
    bookOf(parts, user).keys(),
    accounts.signIn.passkeys(user),
    accounts.usage.ofUser(user, firstUsageDay(now())),
    accounts.historyOf(user, MOST_ENTRIES),
  ]);
  const stored = users.find((one) => one.user === user);
  if (!stored) return undefined;
  return { user, plan: stored.plan, keys: keys.filter((key) => key.user === user), passkeys, usage, history };
}
