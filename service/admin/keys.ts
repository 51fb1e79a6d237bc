// `keys`: issue, rotate, revoke and list the keys that open the service (specification, section 5).

import type { OptionRow } from '#shared/command-line/command-line.ts';
import type { AccountBook } from '../accounts/account-book.ts';
import type { StoredKey, KeyOwner } from '../accounts/accounts.ts';
import type { NewKey } from '../accounts/new-key.ts';
import { isKeyId } from '../accounts/new-key.ts';
import { DATA_DIR_OPTION, OptionsError } from '../options.ts';
import { inColumns, planOf, planSentence, userOf, withAccounts } from './accounts.ts';
import type { AdminTerminal, AdminArguments } from './command.ts';
import { adminCommand, EXIT, JSON_OPTION } from './command.ts';

const OPTIONS = [
  { name: 'api', help: "the application's key" },
  { name: 'user', value: 'NAME', help: "a user's key" },
  { name: 'until', value: 'DATE', help: "with issue: the last day of the user's plan, 2027-03-31, or never" },
  { name: 'plan', value: 'NAME', help: 'with --until: name of the plan; default standard' },
  JSON_OPTION,
  DATA_DIR_OPTION,
] as const satisfies readonly OptionRow[];

interface KeyRequest extends AdminArguments<typeof OPTIONS> {
  readonly book: AccountBook;
  readonly terminal: AdminTerminal;
}

const ACTIONS: Readonly<Record<string, (request: KeyRequest) => Promise<void>>> = {
  issue,
  rotate,
  revoke,
  list,
  log,
};

export const keys = adminCommand({
  name: 'keys',
  words: '[what] [id]',
  usage: '<what> [options]',
  summary: 'issue, rotate, revoke and list the keys that open the service',
  options: OPTIONS,
  notes: [
    `Every request needs two keys: the application's (api_key) and the user's (x-user-key).
A key is printed once, alone, on standard output; the service keeps only a digest of it.`,
    `  keys issue --api                            the application's key
  keys issue --user NAME --until 2027-03-31   a user, with a key and a plan up to that day (or: never)
  keys rotate --api | --user NAME             a second key; both are good until the older is revoked
  keys revoke ID                              end the key with that id, at once
  keys revoke --user NAME                     end all keys of a user, at once
  keys list                                   who has which key, by id; never the keys
  keys log                                    what was done, when and by whom`,
    `A new service: keys issue --api, then keys issue --user NAME --until 2027-03-31.
To replace a key: keys rotate, hand the new key out, then keys revoke with the older id.
A running service uses what was changed from its next request on.`,
  ],
  async run({ words: [what = '', ...words], values }, terminal) {
    const act = Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined;
    if (!act) throw new OptionsError(`keys takes one of: ${Object.keys(ACTIONS).join(', ')}`);
    if (words.length > (what === 'revoke' ? 1 : 0))
      throw new OptionsError(`keys ${what} has too many arguments`);
    if (what !== 'issue' && (values.until !== undefined || values.plan !== undefined)) {
      throw new OptionsError('to change a plan: plans set NAME --until 2027-03-31');
    }
    await withAccounts(values['data-dir'], terminal, (book) => act({ words, values, book, terminal }));
    return EXIT.done;
  },
});

async function issue({ values, book, terminal }: KeyRequest): Promise<void> {
  const holder = ownerOf(values);
  const plan = planOf(values.until, values.plan);
  if (holder === null && plan !== undefined)
    throw new OptionsError('a plan belongs to a user, not to the application');
  await reveal(await book.issue(holder, plan), 'issued', { holder, book, terminal, values });
}

async function rotate({ values, book, terminal }: KeyRequest): Promise<void> {
  const holder = ownerOf(values);
  const { key, previous } = await book.rotate(holder);
  await reveal(key, 'rotated', { holder, book, terminal, values, previous });
}

async function revoke({ words: [id], values, book, terminal }: KeyRequest): Promise<void> {
  if ((id === undefined) === (values.user === undefined) || values.api) {
    throw new OptionsError(
      'keys revoke takes either the id of a key or --user NAME; the ids are in: keys list',
    );
  }
  if (id !== undefined && !isKeyId(id)) {
    throw new OptionsError(
      'keys revoke takes the id of a key, as in keys list, and never the key itself: others can see what is typed in a command',
    );
  }
  const ended = id === undefined ? await book.revokeAll(userOf(values.user ?? '')) : [await book.revoke(id)];
  for (const key of ended) {
    if (values.json) terminal.out(JSON.stringify({ event: 'revoked', key_id: key.key_id, user: key.user }));
    else terminal.say(`Revoked: ${key.key_id}, ${nameOf(key.user)}. It is refused from the next request on.`);
  }
  if (ended.length === 0) terminal.say('There was no key to revoke.');
  else if (!(await book.keys()).some(({ user }) => user === ended[0]?.user)) {
    terminal.say(`${nameOf(ended[0]?.user ?? null)} has no key left.`);
  }
}

async function list({ values, book, terminal }: KeyRequest): Promise<void> {
  const plans = new Map((await book.users()).map(({ user, plan }) => [user, plan]));
  const stored = await book.keys();
  if (values.json) {
    for (const key of stored) terminal.out(JSON.stringify(key));
    return;
  }
  if (stored.length === 0) terminal.say('There are no keys yet. Start with: keys issue --api');
  else
    inColumns(['ID', 'OF', 'STATE', 'ISSUED', 'LAST USED', 'GOOD UNTIL'], stored.map(rowOf)).forEach(
      terminal.out,
    );
  for (const user of new Set(stored.map((key) => key.user))) {
    const plan = user === null ? undefined : plans.get(user);
    if (user !== null && !plan) terminal.say(planSentence(user, null, terminal.now()));
  }
}

const rowOf = ({ key_id, user, state, issued_at, last_used_at, expires_at }: StoredKey): string[] => [
  key_id,
  nameOf(user),
  state,
  ...[issued_at, last_used_at, expires_at].map((at) => at?.slice(0, 19).concat('Z') ?? ''),
];

async function log({ values, book, terminal }: KeyRequest): Promise<void> {
  const entries = await book.history();
  if (values.json) {
    for (const entry of entries) terminal.out(JSON.stringify(entry));
    return;
  }
  const rows = entries.map(({ at, operator, action, user, key_id, detail }) => [
    `${at.slice(0, 19)}Z`,
    operator,
    action,
    user ?? (key_id === null ? '' : 'application'),
    key_id ?? '',
    detail ?? '',
  ]);
  inColumns(['AT', 'BY', 'DID', 'TO', 'KEY', ''], rows).forEach(terminal.out);
}

function ownerOf({ api, user }: KeyRequest['values']): KeyOwner {
  if ((api === true) === (user !== undefined)) throw new OptionsError('use either --api or --user NAME');
  return user === undefined ? null : userOf(user);
}

interface Revealing extends Pick<KeyRequest, 'book' | 'terminal' | 'values'> {
  readonly holder: KeyOwner;
  readonly previous?: string;
}

/** Shows a key, once. The explanation goes to standard error, so that a pipe receives only the key. */
async function reveal(
  { id, key }: NewKey,
  event: string,
  { holder, book, terminal, values, previous }: Revealing,
): Promise<void> {
  const plan =
    holder === null ? null : ((await book.users()).find(({ user }) => user === holder)?.plan ?? null);
  if (values.json) {
    terminal.out(
      JSON.stringify({ event, key_id: id, user: holder, ...(previous !== undefined && { previous }), key }),
    );
  } else {
    terminal.out(key);
  }
  terminal.say(
    `This key, ${id} of ${nameOf(holder)}, is shown only once. It goes ${holder === null ? 'into the query string as api_key' : 'into the header x-user-key'}.`,
  );
  if (previous !== undefined) {
    terminal.say(`The previous key stays valid until you revoke it: keys revoke ${previous}`);
  }
  if (holder !== null) terminal.say(planSentence(holder, plan, terminal.now()));
}

const nameOf = (holder: KeyOwner): string => holder ?? 'the application';
