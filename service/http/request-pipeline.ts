// The checks of a request, in the order of docs/decisions.md. Every refusal comes from here.

import { tableOfPath } from '#shared/catalogue/tables.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Limits } from './limits.ts';
import type { StaticPage } from './pages/page.ts';
import { PAGE_METHODS, pageAt } from './pages/page.ts';
import { Refusal } from './error-response.ts';
import { demandJson, readBody, textOf } from './body.ts';
import type { Authenticated } from './credentials.ts';
import { demandPlan, userOf } from './credentials.ts';
import type { CheckedQuery } from './query.ts';
import { queryOf } from './query.ts';
import type { Reader } from '../store/store.ts';
import type { RequestContext } from './request-context.ts';
import { demandHost } from './request-context.ts';
import type { QueryString } from './request-target.ts';
import { parseTarget } from './request-target.ts';

/** The dependencies of the checks. */
export interface RequestDeps {
  readonly limits: Limits;
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly now: () => Date;
}

/** A request that passed: for records, for a page, or for the allowed methods. The last two need no keys. */
export type Passed =
  | { readonly kind: 'query'; readonly query: CheckedQuery; readonly reader: Reader }
  | { readonly kind: 'page'; readonly page: StaticPage }
  | { readonly kind: 'methods'; readonly allow: string };

/**
 * Passes a request through all checks.
 *
 * @throws Refusal by the first check that fails
 */
export async function passChecks(context: RequestContext, deps: RequestDeps): Promise<Passed> {
  const { path, query } = parseTarget(context.target);

  // What is known at once is not waited for.
  const counted = deps.limits.address(context.address);
  if (counted) await counted;
  demandHost(context);
  const page = pageAt(path);
  if (!page && !path.startsWith('/v1/')) throw new Refusal('NOT_FOUND');
  const allow = page ? PAGE_METHODS : 'POST';
  if (context.method === 'OPTIONS') return { kind: 'methods', allow };
  if (!allow.split(', ').includes(context.method)) {
    throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow } });
  }
  if (page) return { kind: 'page', page };

  const allowed = deps.limits.mayAuthenticate(context.address);
  const attempt = allowed instanceof Promise ? await allowed : allowed;
  const found = userOf(query, context.headers, deps);
  const authenticated = found instanceof Promise ? await found : found;
  if (authenticated === undefined) {
    await attempt.failed();
    throw new Refusal('UNAUTHORIZED');
  }
  const checkedAgain = attempt.succeeded();
  if (checkedAgain) await checkedAgain;
  const { user } = authenticated;
  context.isFrom(user);
  demandPlan(user, deps.now);
  context.passedKeys();
  const taken = deps.limits.user(user.id);
  const turn = taken instanceof Promise ? await context.whileThere(taken, ({ release }) => release()) : taken;
  context.afterwards.push(turn.release);
  Object.assign(context.answerHeaders, turn.headers);

  const table = tableOfPath(path);
  if (table === undefined) throw new Refusal('UNKNOWN_TABLE');
  demandJson(context.headers);
  // The runtime hands a body that came with its headers over right after the request.
  await Promise.resolve();
  const read = readBody(context.headers, context.body);
  const body = textOf(read instanceof Promise ? await read : read);
  return {
    kind: 'query',
    query: queryOf(table, body, {
      strayNames: query.otherNames,
      secrets: () => secretsOf(context, query),
    }),
    reader: {
      id: user.id,
      confirm: (version) =>
        confirm(
          version,
          authenticated,
          async () => userOf(query, context.headers, deps, 'read again'),
          deps.now,
        ),
    },
  };
}

/** Checks keys again that were good under an earlier version of the accounts. @throws Refusal */
async function confirm(
  version: number,
  { version: known }: Authenticated,
  again: () => Promise<Authenticated | undefined>,
  now: () => Date,
): Promise<void> {
  if (known === undefined || version <= known) return;
  const authenticated = await again();
  if (!authenticated) throw new Refusal('UNAUTHORIZED');
  demandPlan(authenticated.user, now);
}

function secretsOf({ headers }: RequestContext, { apiKeys }: QueryString): string[] {
  return [headers['x-user-key'], apiKeys[0]].filter((key) => typeof key === 'string');
}
