// A user's own passkeys: add another one, name them, remove all but the last.

import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { message } from '../parts.ts';
import { LastPasskeyError, SignInRefused } from '../passkeys.ts';
import type { Session } from '../sessions.ts';
import { guarded, responseSchema } from './sign-in.ts';

const addSchema = z.object({ response: responseSchema });

/** Nothing that cannot be seen; an empty name takes the name away. */
const NAME = /^[^\p{C}]{0,40}$/u;

/** @param show the account's page, with what was just done */
export function passkeyRoutes(
  app: Hono<DashboardEnv>,
  parts: DashboardParts,
  show: (context: DashboardContext, user: string, done: string) => Promise<Response>,
): void {
  const { passkeys } = parts;

  app.post('/passkeys/options', (context) =>
    guarded(parts, context, z.object({}), async () => passkeys.addOptions(sessionOf(context))),
  );
  app.post('/passkeys', (context) =>
    guarded(parts, context, addSchema, async ({ response }) => {
      await passkeys.add(sessionOf(context), response as unknown as RegistrationResponseJSON);
      return {};
    }),
  );

  app.post('/passkeys/:id/name', async (context) => {
    const session = context.get('session');
    if (!session) return context.redirect('/sign-in', 303);
    const { name } = await context.req.parseBody();
    const given = typeof name === 'string' ? name.trim() : '';
    if (!NAME.test(given)) return message(context, 409, 'nameUnusable');
    const isDone = await passkeys.name(session, context.req.param('id'), given || null);
    return isDone ? show(context, session.user, context.get('page').say('passkeyNamed')) : context.notFound();
  });

  app.post('/passkeys/:id/remove', async (context) => {
    const session = context.get('session');
    if (!session) return context.redirect('/sign-in', 303);
    try {
      const isDone = await passkeys.remove(session, context.req.param('id'));
      if (!isDone) return await context.notFound();
    } catch (error) {
      if (error instanceof LastPasskeyError) return message(context, 409, 'lastPasskey');
      throw error;
    }
    return show(context, session.user, context.get('page').say('passkeyRemoved'));
  });
}

/** @throws SignInRefused without a session */
function sessionOf(context: DashboardContext): Session {
  const session = context.get('session');
  if (!session) throw new SignInRefused();
  return session;
}
