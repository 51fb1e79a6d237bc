// Signing in and out, and the first passkey with an invitation.

import type { Hono } from 'hono';
import { z } from 'zod';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { invitationPage, signInPage } from '../pages/sign-in-page.ts';
import { SignInRefused } from '../passkeys.ts';

/** A passkey's answer; the library checks the rest of it. */
export const responseSchema = z.looseObject({
  id: z.string().max(2000),
  response: z.looseObject({ clientDataJSON: z.string().max(4000) }),
});
const secretSchema = z.string().min(1).max(100);
const invitedSchema = z.object({ secret: secretSchema });
const registerSchema = z.object({ secret: secretSchema, response: responseSchema });
const signInSchema = z.object({ response: responseSchema });

export function signInRoutes(app: Hono<DashboardEnv>, parts: DashboardParts): void {
  const { passkeys, sessions, cookie } = parts;

  app.get('/sign-in', (context) => {
    if (context.get('session')) return context.redirect('/', 303);
    return context.html(signInPage(context.get('page'), context.req.query('signed-out') !== undefined));
  });
  app.get('/invitation', (context) => context.html(invitationPage(context.get('page'))));

  app.post('/sign-in/options', (context) =>
    guarded(parts, context, z.object({}), () => passkeys.signInOptions()),
  );
  app.post('/sign-in', (context) =>
    guarded(parts, context, signInSchema, async ({ response }) => {
      const answer = response as unknown as AuthenticationResponseJSON;
      cookie.set(context, await passkeys.signIn(answer, cookie.read(context)));
      return {};
    }),
  );
  app.post('/invitation/options', (context) =>
    guarded(parts, context, invitedSchema, ({ secret }) => passkeys.registrationOptions(secret)),
  );
  app.post('/invitation', (context) =>
    guarded(parts, context, registerSchema, async ({ secret, response }) => {
      const answer = response as unknown as RegistrationResponseJSON;
      cookie.set(context, await passkeys.register(secret, answer, cookie.read(context)));
      return {};
    }),
  );

  app.post('/sign-out', async (context) => {
    const session = context.get('session');
    if (session) await sessions.end(session);
    cookie.clear(context);
    return context.redirect('/sign-in?signed-out', 303);
  });
}

/** With the address that it came from; the user as far as the passkey or the session tells. */
async function logFailure(
  { accounts, now }: DashboardParts,
  { env }: DashboardContext,
  { user }: SignInRefused,
): Promise<void> {
  const entry = { at: now().toISOString(), operator: 'dashboard', key_id: null, detail: env.address };
  await accounts.log({ ...entry, action: 'sign in failed', user: user ?? null });
}

/** Answers in JSON. Every refusal is the same and counts; after too many nothing is tried any more. */
export async function guarded<Asked>(
  parts: DashboardParts,
  context: DashboardContext,
  schema: z.ZodType<Asked>,
  work: (asked: Asked) => Promise<object>,
): Promise<Response> {
  if (!(await parts.mayTry(context))) {
    return context.json({ error: 'TOO_MANY_REQUESTS' }, 429, { 'retry-after': '60' });
  }
  try {
    const asked = schema.safeParse(await context.req.json().catch(() => undefined));
    if (!asked.success) throw new SignInRefused();
    return context.json(await work(asked.data));
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    if (await parts.failed(context)) await logFailure(parts, context, error);
    return context.json({ error: 'REFUSED' }, 401);
  }
}
