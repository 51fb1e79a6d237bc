// Shared by the commands for keys and plans: opens the accounts, and parses users and plans from a command line.

import { AccountBook } from '../accounts/account-book.ts';
import type { AccountPlan } from '../accounts/accounts.ts';
import { openAccounts } from '../accounts/open-accounts.ts';
import { isKey } from '../accounts/new-key.ts';
import { endOfPlan, isOver, lastDayOf } from '../accounts/plan-date.ts';
import { OptionsError, dataDirOf, databaseUrlOf } from '../options.ts';
import type { AdminTerminal } from './command.ts';

/** The default name: the service has one kind of plan, with an end or without. */
const USUAL_PLAN = 'standard';

/** Runs the work on the accounts of a data folder or of DATABASE_URL, and creates them if they do not exist yet. */
export async function withAccounts<Result>(
  dataDir: string | undefined,
  { environment, now, operator }: AdminTerminal,
  work: (book: AccountBook) => Promise<Result>,
): Promise<Result> {
  const { accounts, pepper } = await openAccounts(
    dataDirOf(dataDir, environment),
    await databaseUrlOf(environment),
  );
  const book = new AccountBook(accounts, { pepper, now, operator });
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}

/** @throws OptionsError */
export function userOf(name: string): string {
  if (isKey(name))
    throw new OptionsError(
      'that is a key, not the name of a user; it is now exposed on this command line, so rotate it',
    );
  if (/^[0-9A-Za-z](?:[0-9A-Za-z._@+-]{0,62}[0-9A-Za-z])?$/.test(name)) return name;
  throw new OptionsError(
    '--user takes a name of your choice: 1 to 64 of the letters A to Z, digits and . _ @ + -, such as ann or ann@example.org',
  );
}

/** @throws OptionsError if the last day is not a date, or a name is given without one */
export function planOf(until: string | undefined, name: string | undefined): AccountPlan | undefined {
  if (until === undefined) {
    if (name === undefined) return undefined;
    throw new OptionsError(
      '--plan needs --until, which says how long the plan lasts: --until 2027-03-31, or never',
    );
  }
  if (name !== undefined && !/^[0-9a-z][0-9a-z-]{0,31}$/.test(name)) {
    throw new OptionsError('--plan takes a name of lower-case letters, digits and hyphens');
  }
  const end = until === 'never' ? null : endOfPlan(until);
  if (end === undefined) {
    throw new OptionsError("--until takes the plan's last day, such as 2027-03-31, or never");
  }
  return { name: name ?? USUAL_PLAN, until: end };
}

export type PlanState = 'active' | 'ended' | 'none';

export const stateOf = (plan: AccountPlan | null, now: Date): PlanState => {
  if (plan === null) return 'none';
  return isOver(plan.until, now) ? 'ended' : 'active';
};

/** The plan's end as an operator writes it: the last day, or "never". */
export const untilOf = ({ until }: AccountPlan): string => (until === null ? 'never' : lastDayOf(until));

/** One sentence about what the user's plan allows now. */
export function planSentence(user: string, plan: AccountPlan | null, now: Date): string {
  const setting = `plans set ${user} --until YYYY-MM-DD`;
  if (plan === null) return `${user} has no plan, so requests get 403. To set one: ${setting}`;
  const until =
    plan.until === null ? 'has no end' : `lasts until the end of ${lastDayOf(plan.until)} in Tokyo`;
  if (stateOf(plan, now) === 'active') return `The plan of ${user}, ${plan.name}, ${until}.`;
  return `The plan of ${user} is over, so requests get 403. To renew it: ${setting}`;
}

/** The header and the rows as lines; the last column is not padded. */
export function inColumns(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
