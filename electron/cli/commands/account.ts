// railbird account list|use|rename|forget: the stored accounts, one of which is connected.

import type { Connection } from '#shared/bridge/connection.ts';
import type { CommandCore } from '../../data-core.ts';
import type { CliCommand, Context } from '../command.ts';
import { UsageError } from '../command-error.ts';

const USAGE = 'Usage: railbird account list | use NAME | rename NAME NEW | forget NAME';

export const account: CliCommand = {
  name: 'account',
  usage: 'list | use NAME | rename NAME NEW | forget NAME',
  summary: 'the accounts with their services: list, switch, rename or forget them',
  notes: [
    'An account is the address of a service, the application key and the user key; "key set" adds one for the address in\nRAILBIRD_BASE_URL. Its records are stored by service: accounts of one address share them. "forget" deletes the account\nand its keys, and no records.',
  ],
  examples: ['account list', 'account use api.example.com', 'account rename api.example.com "Second plan"'],
  options: [],
  words: '<list|use|rename|forget> [NAME] [NEW]',
  run: async ({ words: [word = '', name, to] }, context) => {
    const core = await context.open();
    const act = ACTS[word];
    if (act === undefined || (word === 'list') !== (name === undefined)) throw new UsageError(USAGE);
    await act(core, context, { name: name ?? '', to });
    return undefined;
  },
};

interface Words {
  readonly name: string;
  readonly to: string | undefined;
}

type Act = (core: CommandCore, context: Context, words: Words) => Promise<void>;

const ACTS: Readonly<Record<string, Act | undefined>> = {
  list: async ({ connection }, { terminal }) => terminal.write(listText(await connection.status())),
  use: async ({ connection }, { terminal }, { name }) => {
    await terminal.write(listText(await connection.switchAccount(await idOf(connection, name))));
  },
  rename: async ({ connection }, { terminal }, { name, to = '' }) => {
    if (to.trim() === '') throw new UsageError(USAGE);
    await terminal.write(listText(await connection.renameAccount(await idOf(connection, name), to.trim())));
  },
  forget: async ({ connection }, { terminal }, { name }) => {
    await connection.forgetAccount(await idOf(connection, name));
    await terminal.write(`The account "${name}" and its keys are forgotten; its records are kept.\n`);
  },
};

/** By its id, or by a name that only one account has. */
async function idOf(connection: CommandCore['connection'], name: string): Promise<string> {
  const { accounts } = await connection.status();
  const [only, ...others] = accounts.filter((each) => each.id === name || each.name === name);
  if (only === undefined) throw new UsageError(`There is no account "${name}": see "account list".`);
  if (others.length === 0) return only.id;
  throw new UsageError(
    `Several accounts have this name. Give one of these instead: ${[only, ...others].map(({ id }) => `'${id}'`).join(', ')}`,
  );
}

function listText({ accounts, account: active, mode }: Connection): string {
  if (accounts.length === 0) return 'There is no account. Add one with "key set" and RAILBIRD_BASE_URL.\n';
  const width = Math.max(...accounts.map(({ name }) => name.length));
  const lines = accounts.map(({ id, name, baseUrl }) => {
    const mark = id === active && mode === 'account' ? '*' : ' ';
    return `${mark} ${name.padEnd(width)}  ${baseUrl}\n`;
  });
  return lines.join('');
}
