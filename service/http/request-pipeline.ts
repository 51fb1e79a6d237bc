// The checks of a request, in the order of docs/decisions.md. Every refusal comes from here.

import { tableOfPath } from '#shared/catalogue/tables.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Limits } from './limits.ts';
import type { StaticPage } from './pages/page.ts';
import { PAGE_METHODS, pageAt } from './pages/page.ts';
import { Refusal } from './error-response.ts';
import { demandJson, demandSingleNames, parseJson, readBody, textOf } from './body.ts';
import type { Authenticated } from './credentials.ts';
import { demandPlan, userOf } from './credentials.ts';
import { readFilter, selectionOf } from './parameters.ts';
import type { CheckedQuery } from './query.ts';
import type { Reader } from '../store/store.ts';
import type { RequestContext } from './request-context.ts';
import { demandHost, splitTarget } from './request-context.ts';

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
  const { path, query: search } = splitTarget(context.target);

  await deps.limits.address(context.address);
  demandHost(context);
  const page = pageAt(path);
  if (!page && !path.startsWith('/v1/')) throw new Refusal('NOT_FOUND');
  const allow = page ? PAGE_METHODS : 'POST';
  if (context.method === 'OPTIONS') return { kind: 'methods', allow };
  if (!allow.split(', ').includes(context.method)) {
    throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow } });
  }
  if (page) return { kind: 'page', page };

  const attempt = await deps.limits.mayAuthenticate(context.address);
  const query = parsedQuery(search);
  const authenticated = await userOf(query, context.headers, deps);
  if (authenticated === undefined) {
    await attempt.failed();
    throw new Refusal('UNAUTHORIZED');
  }
  await attempt.succeeded();
  const { user } = authenticated;
  context.isFrom(user);
  demandPlan(user, deps.now());
  context.passedKeys();
  const turn = await deps.limits.user(user.id);
  context.afterwards.push(turn.release);
  Object.assign(context.answerHeaders, turn.headers);

  const table = tableOfPath(path);
  if (table === undefined) throw new Refusal('UNKNOWN_TABLE');
  demandJson(context.headers);
  const body = textOf(await readBody(context.headers, context.body));
  const filter = readFilter(table, parseJson(body), query, secretsOf(context, query));
  demandSingleNames(body, filter);
  return {
    kind: 'query',
    query: { table, filter, selection: selectionOf(table, filter) },
    reader: {
      id: user.id,
      confirm: (version) =>
        confirm(version, authenticated, () => userOf(query, context.headers, deps, 'read again'), deps.now),
    },
  };
}

/** Query strings that were parsed before, most of which are one application's key. At the limit all are forgotten. */
const parsed = new Map<string, URLSearchParams>();
const MOST_PARSED = 1_000;
const LONGEST_PARSED = 200;

/** Do not change what it returns. */
function parsedQuery(search: string): URLSearchParams {
  const known = parsed.get(search);
  if (known) return known;
  const query = new URLSearchParams(search);
  if (parsed.size >= MOST_PARSED) parsed.clear();
  if (search.length <= LONGEST_PARSED) parsed.set(search, query);
  return query;
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
  demandPlan(authenticated.user, now());
}

function secretsOf({ headers }: RequestContext, query: URLSearchParams): string[] {
  return [headers['x-user-key'], query.get('api_key')].filter((key) => typeof key === 'string');
}
