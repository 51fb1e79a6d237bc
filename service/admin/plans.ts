// `plans`: who may ask, and until when (specification, section 5: without a plan, or after its end, 403).

import { OptionsError } from '../options.ts';
import { planOf, planSentence, stateOf, untilOf, userOf, withAccounts } from './accounts.ts';
import { readArguments } from './arguments.ts';
import { inColumns } from './columns.ts';
import type { AdminCommand, ExitCode, AdminTerminal } from './command.ts';
import { EXIT } from './command.ts';

const USAGE = `Usage: npm run -s service -- plans <what> [options]

A user's plan says until when the service answers; without one, or after its end, the answer is 403.

  plans set NAME --until 2027-03-31   the plan's last day; it counts in full, in Tokyo
  plans set NAME --until never        a plan without an end
  plans set NAME --none               take the plan away; the keys stay
  plans list                          every user with plan, state and number of keys

  --plan NAME      with --until: what the plan is called; default standard
  --json           one JSON object a line, for programs
  --data-dir DIR   where records and accounts are kept; default as for the service

A user comes with the first key: keys issue --user NAME --until 2027-03-31.`;

const OPTIONS = {
  until: { type: 'string' },
  plan: { type: 'string' },
  none: { type: 'boolean' },
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

export const plans: AdminCommand = { usage: USAGE, run };

async function run(argv: readonly string[], terminal: AdminTerminal): Promise<ExitCode> {
  const { values, positionals } = readArguments(argv, OPTIONS);
  const [what, ...words] = positionals;
  if (what === 'set') await set(words, values, terminal);
  else if (what === 'list' && words.length === 0) await list(values, terminal);
  else throw new OptionsError('plans takes one of: set NAME, list');
  return EXIT.done;
}

async function set(words: readonly string[], values: Values, terminal: AdminTerminal): Promise<void> {
  const [name] = words;
  if (name === undefined || words.length > 1) throw new OptionsError('plans set takes the name of one user');
  const user = userOf(name);
  const plan = planOf(values.until, values.plan);
  if ((plan === undefined) === (values.none !== true)) {
    throw new OptionsError('plans set takes either --until 2027-03-31 (or never), or --none');
  }
  await withAccounts(values['data-dir'], terminal, (book) => book.setPlan(user, plan ?? null));
  if (values.json) {
    terminal.out(
      JSON.stringify({ event: 'plan set', user, plan: plan?.name ?? null, until: plan?.until ?? null }),
    );
  } else terminal.say(planSentence(user, plan ?? null, terminal.now()));
}

async function list(values: Values, terminal: AdminTerminal): Promise<void> {
  const now = terminal.now();
  const users = await withAccounts(values['data-dir'], terminal, (book) => book.users());
  if (values.json) {
    for (const { user, plan, keys } of users) {
      const { name = null, until = null } = plan ?? {};
      terminal.out(JSON.stringify({ user, plan: name, until, state: stateOf(plan, now), keys }));
    }
    return;
  }
  if (users.length === 0) {
    terminal.say('There are no users yet. To add one: keys issue --user NAME --until 2027-03-31');
    return;
  }
  const rows = users.map(({ user, plan, keys }) => [
    user,
    plan?.name ?? '-',
    plan ? untilOf(plan) : '-',
    stateOf(plan, now),
    String(keys),
  ]);
  inColumns(['USER', 'PLAN', 'UNTIL', 'STATE', 'KEYS'], rows).forEach(terminal.out);
}
