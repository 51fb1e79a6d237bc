// railbird key set|forget|status: stores, deletes or describes the user key. It is typed or piped, never an argument,
// and nothing here prints it.

import type { Connection } from '#shared/bridge/connection.ts';
import { RailbirdError, wordsOf } from '#shared/errors.ts';
import { isKeyQuestion } from '#shared/key-errors.ts';
import type { CommandCore } from '../../data-core.ts';
import type { CliCommand, Context } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';

export const key: CliCommand = {
  name: 'key',
  usage: 'set | forget | status [--as-it-is]',
  summary: 'set, forget or look for the user key of your account',
  notes: [
    'set asks for the user key, and for the application key if none is stored, without showing what is typed; or it reads\nthem from standard input: one line with the user key, or two with the application key first. They are checked with\none request; the user key is then stored in the keychain of the operating system.',
    'What a paste brings along is removed: blanks, quotes, "x-user-key:". A key that looks wrong is not sent, unless you\ngive --as-it-is: the specification does not say how keys look.',
    'The service is the one in RAILBIRD_BASE_URL, or the one that the app was connected to; with several accounts, the\none used last ("account use").',
  ],
  examples: ['key status', 'key set', 'key set < keys.txt', 'key forget'],
  options: [{ name: 'as-it-is', help: 'send a key even if it looks wrong' }],
  words: '<set|forget|status>',
  ofAccount: true,
  run: async ({ words: [word = ''], values }, context) => {
    const act = ACTS[word];
    if (!act) throw new UsageError('Usage: railbird key set | forget | status');
    await act(await context.open(), context, values['as-it-is'] === true);
    return undefined;
  },
};

/** As `key status` names the places. */
const USER_KEY: Readonly<Record<Connection['userKey'], string>> = {
  absent: 'absent',
  keychain: 'keychain',
  session: 'session',
  environment: 'environment',
  unread: 'in the keychain, which does not give it out',
};

const ACTS: Readonly<
  Record<string, ((core: CommandCore, context: Context, isSure: boolean) => Promise<void>) | undefined>
> = {
  set: setKey,
  forget: async (core, context) => {
    const { accountBaseUrl } = await core.connection.status();
    const after = await core.connection.forgetKey();
    await context.terminal.write(
      accountBaseUrl === undefined
        ? 'No account is connected: there is no key to forget.\n'
        : `The key of ${accountBaseUrl} is ${after.userKey === 'absent' ? 'forgotten' : `still in the ${after.userKey}`}.\n`,
    );
  },
  status: async (core, context) => {
    await context.terminal.write(statusText(await core.connection.status()));
  },
};

async function setKey(core: CommandCore, { terminal, signal }: Context, isSure: boolean): Promise<void> {
  const { accountBaseUrl: baseUrl, account } = await core.connection.status();
  if (baseUrl === undefined) throw new UsageError('Which service? Put its address into RAILBIRD_BASE_URL.');
  const [apiKey, userKey] = terminal.isTyped
    ? [
        await terminal.askHidden('Application key (Enter keeps the stored one): ', signal),
        await terminal.askHidden('User key: ', signal),
      ]
    : pipedKeys(await terminal.readAll());
  if (userKey.trim() === '') throw new UsageError('No user key was given.');
  const typed = { baseUrl, apiKey, userKey, account, mayAsk: !isSure };
  const status = await core.connection.connect(typed).catch((error: unknown) => {
    if (error instanceof RailbirdError && isKeyQuestion(error.code)) {
      const { title, advice } = wordsOf(error.code, error.values, 'en');
      throw new UsageError(`${title}. ${advice} If it is right, give --as-it-is.`);
    }
    if (error instanceof RailbirdError && error.code === 'KEY_MISSING')
      throw new UsageError(
        'No application key is stored: give it before the user key, or in RAILBIRD_API_KEY.',
      );
    throw error;
  });
  if (status.userKey === 'keychain') return terminal.write(statusText(status));
  throw new CommandError(
    `The service let the key in, but the keychain did not take it. ${keychainText(status)}\nUntil it does, give the key in RAILBIRD_USER_KEY.`,
    'local',
  );
}

function pipedKeys(text: string): [apiKey: string, userKey: string] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > 2)
    throw new UsageError('One line with the user key, or two with the application key first.');
  return lines.length === 2 ? [lines[0] ?? '', lines[1] ?? ''] : ['', lines[0] ?? ''];
}

function statusText(status: Connection): string {
  const { accountBaseUrl, mode, userKey } = status;
  const old = status.keychain.mayHaveOldKey === true ? '; the keychain may still have the old one' : '';
  const lines = [
    `service   ${accountBaseUrl ?? (mode === 'sample' ? 'the sample data' : 'none')}`,
    `user key  ${accountBaseUrl === undefined ? 'absent' : USER_KEY[userKey]}${old}`,
    `keychain  ${keychainText(status)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function keychainText({ keychain: { available, problem } }: Connection): string {
  if (problem === undefined) return available ? 'available' : 'not available';
  const { title, advice } = wordsOf(problem.code, problem.values, 'en');
  return `${title}. ${advice}`;
}
