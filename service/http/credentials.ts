// The two credentials (specification, section 5): the application's and the user's, and the user's plan.

import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '../awaitable.ts';
import { andThen } from '../awaitable.ts';
import type { Accounts, Freshness, StoredCredentials, User } from '../accounts/accounts.ts';
import { isOver } from '../accounts/plan-date.ts';
import { matchesAny } from '../accounts/digest.ts';
import { digestsOf, rememberDigests } from '../accounts/digests-of-pair.ts';
import { Refusal } from './error-response.ts';
import type { QueryString } from './request-target.ts';

const NOBODY = Buffer.alloc(32);

interface CredentialDeps {
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly now: () => Date;
}

/** Whose keys a request has. */
export interface Authenticated {
  readonly user: User;
  /** The version of the accounts under which the keys are good, if the store has versions. */
  readonly version: number | undefined;
}

/**
 * The user of a request, or undefined. A missing, a wrong, a repeated and an expired key cost the same work and get the
 * same answer, which does not reveal which of the two keys was wrong.
 */
export function userOf(
  { apiKeys }: QueryString,
  headers: IncomingHttpHeaders,
  { accounts, pepper, now }: CredentialDeps,
  freshness: Freshness = 'remembered',
): Awaitable<Authenticated | undefined> {
  const sentUserKey = headers['x-user-key'];
  const apiKey = (apiKeys.length === 1 ? apiKeys[0] : undefined) ?? '';
  const userKey = typeof sentUserKey === 'string' ? sentUserKey : '';

  const digests = digestsOf(apiKey, userKey, pepper);
  const accepted = ({ applicationDigests, user, version }: StoredCredentials) => {
    const known = matchesAny(digests.application, applicationDigests);
    const same = matchesAny(digests.user, [user?.digest ?? NOBODY]);
    const keyUntil = user?.keyUntil ?? null;
    const isExpired = keyUntil !== null && isOver(keyUntil, now());
    if (!user || !known || !same || isExpired || !apiKey || !userKey) return undefined;
    rememberDigests(apiKey, userKey, pepper, digests);
    return { user, version };
  };
  return andThen(accounts.lookUp(digests.user, freshness), (credentials) => {
    const authenticated = accepted(credentials);
    const isEnough = !credentials.isRemembered || (authenticated && hasPlan(authenticated.user, now()));
    // What is remembered may only open. It does not know a key that was issued since, nor a plan that was renewed.
    return isEnough ? authenticated : andThen(accounts.lookUp(digests.user, 'read again'), accepted);
  });
}

const hasPlan = ({ plan, planUntil }: User, now: Date): boolean => plan !== null && !isOver(planUntil, now);

/** @throws Refusal 403 without a plan, or with one that has ended (specification, section 5) */
export function demandPlan({ plan, planUntil }: User, now: () => Date): void {
  if (plan === null) throw new Refusal('NO_PLAN');
  if (planUntil !== null && isOver(planUntil, now())) throw new Refusal('PLAN_EXPIRED');
}
