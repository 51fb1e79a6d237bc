// The words of a command line: which command, its options by their table, the rest. Pure.

import { parseArgs } from 'node:util';
import type { CliCommand, Given, Option } from './command.ts';
import { UsageError } from './command-error.ts';

/** Every command takes these. No key is ever an option: a command line can be read by every user of a machine. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: 'sample', help: 'ask the sample service of this repository: no account is needed' },
  {
    name: 'data-dir',
    value: 'DIR',
    help: 'where the archive, settings and log are kept (also RAILBIRD_DATA_DIR)',
  },
  { name: 'help', help: 'what this command takes' },
];

export type Asked =
  | { readonly kind: 'help'; readonly command?: CliCommand }
  | { readonly kind: 'run'; readonly command: CliCommand; readonly given: Given };

/** Errors: UsageError. */
export function readArguments(argv: readonly string[], commands: readonly CliCommand[]): Asked {
  const [word, ...rest] = argv;
  if (word === undefined || word === '--help' || word === '-h') return { kind: 'help' };
  const command = commands.find((each) => each.name === (word === 'help' ? rest[0] : word));
  if (word === 'help' && (command || rest.length === 0))
    return { kind: 'help', ...(command ? { command } : {}) };
  if (!command) throw new UsageError(`There is no command "${word === 'help' ? rest[0] : word}".`);
  const given = readGiven(rest, command);
  if (given.values['help'] === true) return { kind: 'help', command };
  const [least, most] = command.words;
  if (given.words.length < least || given.words.length > most)
    throw new UsageError(`Usage: railbird ${command.name} ${command.usage}`);
  return { kind: 'run', command, given };
}

function readGiven(argv: readonly string[], command: CliCommand): Given {
  const options = [...command.options, ...COMMON_OPTIONS];
  const valued = new Set(options.filter((each) => each.value !== undefined).map((each) => `--${each.name}`));
  try {
    const { values, positionals } = parseArgs({
      args: joined(argv, valued),
      strict: true,
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(
          ({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
        ),
      ),
    });
    return { words: positionals, values: Object.fromEntries(Object.entries(values).map(plain)) };
  } catch (cause) {
    // Node's message names the option; what follows its first sentence is advice for programmers.
    const message = cause instanceof Error ? cause.message : 'unreadable options';
    throw new UsageError(message.replace(/\. .*$/s, '.'), { cause });
  }
}

/** Values may begin with a minus: `--sort -payoff`, `--where '-3'`. */
function joined(argv: readonly string[], valued: ReadonlySet<string>): string[] {
  const words: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const [word = '', next] = argv.slice(at, at + 2);
    if (valued.has(word) && next !== undefined && /^-[^-]/.test(next)) {
      words.push(`${word}=${next}`);
      at += 1;
    } else words.push(word);
  }
  return words;
}

function plain([name, value]: [string, unknown]): [string, string | true | undefined] {
  if (typeof value === 'string' && value.trim() === '') throw new Error(`--${name} needs a value`);
  return [name, typeof value === 'string' ? value : value === true ? true : undefined];
}
