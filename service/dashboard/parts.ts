// What all routes share: the parts of the dashboard, and what a request has on its way.

import type { Context } from 'hono';
import type { DashboardDeps } from './deps.ts';
import type { PageContext } from './pages/page.ts';
import { messagePage, pageContext } from './pages/page.ts';
import type { Passkeys } from './passkeys.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Word } from './text.ts';

/** What a request has on its way through the routes. */
export interface DashboardEnv {
  Bindings: { readonly address: string };
  Variables: { page: PageContext; session: Session | undefined };
}

export type DashboardContext = Context<DashboardEnv>;

/** What the routes work with. */
export interface DashboardParts extends DashboardDeps {
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly cookie: SessionCookie;
  /** Counts an attempt to sign in that failed. Resolves to whether the audit log still takes it. */
  failed(context: DashboardContext): Promise<boolean>;
  /** Counts an attempt to sign in; false if its network made too many, or too many that failed. */
  mayTry(context: DashboardContext): Promise<boolean>;
}

export interface SessionCookie {
  read(context: DashboardContext): string | undefined;
  set(context: DashboardContext, secret: string): void;
  clear(context: DashboardContext): void;
}

/** A page with one message. */
export function message(
  context: DashboardContext,
  status: 403 | 404 | 409 | 429 | 500 | 503,
  word: Word,
  values?: Readonly<Record<string, string>>,
): Response | Promise<Response> {
  const page = context.get('page') ?? pageContext('en', '/', new Date(0));
  return context.html(messagePage(page, page.say(word, values)), status);
}
