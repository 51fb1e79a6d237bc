// The two credentials (specification, section 5): the application's and the user's, and the user's plan.

import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts, User } from '../accounts/accounts.ts';
import { isOver } from '../accounts/plan-date.ts';
import { matchesAny } from '../accounts/digest.ts';
import { digestsOf, rememberDigests } from '../accounts/digests-of-pair.ts';
import { Refusal } from './error-response.ts';

const NOBODY = Buffer.alloc(32);

interface CredentialDeps {
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly now: () => Date;
}

/**
 * The user of a request, or undefined. A missing, a wrong, a repeated and an expired key cost the same work and get the
 * same answer, which does not reveal which of the two keys was wrong.
 */
export async function userOf(
  query: URLSearchParams,
  headers: IncomingHttpHeaders,
  { accounts, pepper, now }: CredentialDeps,
): Promise<User | undefined> {
  const sentApiKeys = query.getAll('api_key');
  const sentUserKey = headers['x-user-key'];
  const apiKey = sentApiKeys.length === 1 ? sentApiKeys[0] : undefined;
  const userKey = typeof sentUserKey === 'string' ? sentUserKey : undefined;

  const digests = digestsOf(apiKey ?? '', userKey ?? '', pepper);
  const { applicationDigests, user } = await accounts.lookUp(digests.user);
  const known = matchesAny(digests.application, applicationDigests);
  const same = matchesAny(digests.user, [user?.digest ?? NOBODY]);
  const isExpired = isOver(user?.keyUntil ?? null, now());
  if (!known || !same || isExpired || !apiKey || !userKey) return undefined;
  rememberDigests(apiKey, userKey, pepper, digests);
  return user;
}

/** @throws Refusal 403 without a plan, or with one that has ended (specification, section 5) */
export function demandPlan(user: User, now: Date): void {
  if (user.plan === null) throw new Refusal('NO_PLAN');
  if (isOver(user.planUntil, now)) throw new Refusal('PLAN_EXPIRED');
}
