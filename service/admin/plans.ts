// `plans`: until when a user may send requests (specification, section 5: without a plan, or after its end, 403).

import type { OptionRow } from '#shared/command-line/command-line.ts';
import { DATA_DIR_OPTION, OptionsError } from '../options.ts';
import { inColumns, planOf, planSentence, stateOf, untilOf, userOf, withAccounts } from './accounts.ts';
import type { AdminTerminal, AdminArguments } from './command.ts';
import { adminCommand, EXIT, JSON_OPTION } from './command.ts';

const OPTIONS = [
  {
    name: 'until',
    value: 'DATE',
    help: "the plan's last day, 2027-03-31, which counts in full, in Tokyo; or never",
  },
  { name: 'plan', value: 'NAME', help: 'with --until: name of the plan; default standard' },
  { name: 'none', help: 'remove the plan' },
  JSON_OPTION,
  DATA_DIR_OPTION,
] as const satisfies readonly OptionRow[];

type Values = AdminArguments<typeof OPTIONS>['values'];

export const plans = adminCommand({
  name: 'plans',
  words: '[what] [words...]',
  usage: '<what> [options]',
  summary: 'set and list until when users may send requests',
  options: OPTIONS,
  notes: [
    'The service answers a user until the end of the plan; without one, or after its end, with 403.',
    `  plans set NAME --until 2027-03-31   the plan's last day; it counts in full, in Tokyo
  plans set NAME --until never        a plan without an end
  plans set NAME --none               take the plan away; the keys stay
  plans list                          every user with plan, state and number of keys`,
    'A user is created with the first key: keys issue --user NAME --until 2027-03-31.',
  ],
  async run({ words: [what, ...words], values }, terminal) {
    if (what === 'set') await set(words, values, terminal);
    else if (what === 'list' && words.length === 0) await list(values, terminal);
    else throw new OptionsError('plans takes one of: set NAME, list');
    return EXIT.done;
  },
});

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
