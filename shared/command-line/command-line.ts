// The command lines of `railbird` and `service`: a command is a row of data; commander parses it and writes the help.
// Imported only by programs that run in Node.

import { Command, CommanderError, Option } from 'commander';

export interface OptionRow {
  readonly name: string;
  /** The name of the value in the help, in brackets if it is optional; an option without one is a switch. */
  readonly value?: string;
  /** Whether the value may be an empty text; otherwise that counts as missing. */
  readonly mayBeEmpty?: true;
  readonly help: string;
}

export interface CommandRow<Options extends readonly OptionRow[] = readonly OptionRow[]> {
  readonly name: string;
  /** The arguments in commander's notation: `<TABLE>`, `[TABLE]`, `<TABLE...>`. */
  readonly words?: string;
  /** The part of the usage line after the name. */
  readonly usage: string;
  /** One line, without a capital or a period. */
  readonly summary: string;
  /** Paragraphs after the options; their line breaks are kept. */
  readonly notes?: readonly string[];
  /** Command lines, without the name of the program. */
  readonly examples?: readonly string[];
  readonly options: Options;
}

/** Options by name: a string if the option takes a value, `true` for a switch. */
export type ValuesOf<Options extends readonly OptionRow[]> = {
  readonly [Each in Options[number] as Each['name']]?:
    | (string extends Each['name']
        ? string | true
        : Each extends { readonly value: `[${string}]` }
          ? string | true
          : Each extends { readonly value: string }
            ? string
            : true)
    | undefined;
};

export type OptionValues = ValuesOf<readonly OptionRow[]>;

export interface Program {
  /** The name in usage lines. */
  readonly name: string;
  /** What a user types before a command. */
  readonly typed: string;
  /** Options of every command. */
  readonly options: readonly OptionRow[];
}

export type CommandLine<Row extends CommandRow> =
  | { readonly kind: 'help'; readonly text: string }
  /** `message` repeats what was typed; a program that must not repeat it writes its own message from `problem`. */
  | { readonly kind: 'unusable'; readonly problem: Problem; readonly message: string }
  | {
      readonly kind: 'run';
      readonly row: Row;
      readonly words: readonly string[];
      readonly values: ValuesOf<Row['options']>;
    };

export type Problem = 'unknown command' | 'unknown option' | 'missing value' | 'wrong number of words';

const PROBLEMS: Readonly<Record<string, Problem>> = {
  'commander.unknownCommand': 'unknown command',
  'commander.unknownOption': 'unknown option',
  'commander.optionMissingArgument': 'missing value',
  'commander.missingArgument': 'wrong number of words',
  'commander.excessArguments': 'wrong number of words',
};

/** The width of the help in columns, independent of the terminal, so that tests and documents show what users see. */
const WIDTH = 120;

/** Parses the options and arguments of one command, without its name. */
export function readCommand<Row extends CommandRow>(
  argv: readonly string[],
  row: Row,
  program: Program,
): CommandLine<Row> {
  let read: CommandLine<Row> | undefined;
  const command = commandOf(row, program, (line) => (read = line));
  return parse(command, argv, () => read);
}

/**
 * Parses a command's name, options and arguments.
 *
 * @param about the texts of the program's help before and after the list of commands
 */
export function readProgram<Row extends CommandRow>(
  argv: readonly string[],
  rows: readonly Row[],
  program: Program,
  about: { readonly before: string; readonly after: string },
): CommandLine<Row> {
  let read: CommandLine<Row> | undefined;
  const root = new Command(program.name)
    .description(about.before)
    .addHelpText('after', `\n${about.after}`)
    .enablePositionalOptions()
    .helpCommand(false)
    .helpOption(false);
  for (const option of program.options) root.addOption(optionOf(option));
  configured(root, `${program.typed} COMMAND [options]`);
  for (const row of rows) {
    root.addCommand(commandOf(row, program, (line) => (read = line)));
  }
  const [first, second] = argv;
  if (first === undefined || first === '-h' || first === '--help') return parse(root, [], () => read);
  if (first !== 'help') return parse(root, argv, () => read);
  const isKnown = rows.some(({ name }) => name === second);
  return parse(root, second === undefined ? [] : isKnown ? [second, '--help'] : [second], () => read);
}

function commandOf<Row extends CommandRow>(
  row: Row,
  { name, typed, options }: Program,
  take: (line: CommandLine<Row>) => void,
): Command {
  const all = [...row.options, ...options].map(optionOf);
  const command = new Command(row.name)
    .summary(row.summary)
    .description(`${row.summary[0]?.toUpperCase()}${row.summary.slice(1)}.`)
    .helpOption('--help', 'what this command takes')
    .action(() => {
      const given = command.optsWithGlobals<Record<string, string | true | undefined>>();
      const values = Object.fromEntries(all.map((option) => [option.name(), given[option.attributeName()]]));
      // Safe: commander has checked the values against the row's options.
      take({ kind: 'run', row, words: command.args, values: values as ValuesOf<Row['options']> });
    });
  if (row.words !== undefined) command.arguments(row.words);
  for (const option of all) command.addOption(option);
  const examples = row.examples?.map((example) => `\n  ${typed} ${example}`).join('') ?? '';
  const after = [...(row.notes ?? []), ...(examples === '' ? [] : [`Examples:${examples}`])];
  command.addHelpText('after', after.map((paragraph) => `\n${paragraph}`).join('\n'));
  return configured(command, [name, row.name, row.usage].filter((part) => part !== '').join(' '));
}

const configured = (command: Command, usage: string): Command =>
  command
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({
      helpWidth: WIDTH,
      commandUsage: () => usage,
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
      subcommandTerm: (each) => each.name(),
      visibleArguments: () => [],
    });

function optionOf({ name, value, mayBeEmpty, help }: OptionRow): Option {
  if (value === undefined) return new Option(`--${name}`, help);
  return new Option(`--${name} ${value.startsWith('[') ? value : `<${value}>`}`, help).argParser(
    (text: string) => {
      // A following option is not this option's value.
      const isMissing = text.startsWith('--') || (text.trim() === '' && mayBeEmpty !== true);
      if (!isMissing) return text;
      throw new CommanderError(1, 'commander.optionMissingArgument', `--${name}`);
    },
  );
}

function parse<Row extends CommandRow>(
  command: Command,
  argv: readonly string[],
  read: () => CommandLine<Row> | undefined,
): CommandLine<Row> {
  let text = '';
  const collect = (part: string) => void (text += part);
  for (const each of [command, ...command.commands]) {
    each.configureOutput({ ...each.configureOutput(), writeOut: collect, writeErr: collect });
  }
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const problem = PROBLEMS[error.code];
    if (problem === undefined) return { kind: 'help', text };
    return { kind: 'unusable', problem, message: sentenceOf(error, problem, command, argv) };
  }
  return read() ?? { kind: 'help', text };
}

/** Turns commander's "error: unknown option '--form'\n(Did you mean --from?)" into sentences. */
function sentenceOf(
  { message }: CommanderError,
  problem: Problem,
  command: Command,
  [name = '']: readonly string[],
): string {
  const [what = '', hint] = message.replace(/^error: /, '').split('\n');
  const advice = hint === undefined ? '' : ` ${hint.slice(1, -1)}`;
  if (problem === 'unknown command') return `There is no command "${name}".${advice}`;
  if (problem === 'wrong number of words') {
    const meant = command.commands.find((each) => each.name() === name) ?? command;
    return `Usage: ${meant.createHelp().commandUsage(meant)}`;
  }
  if (problem === 'missing value') return `${/--[\w-]+/.exec(what)?.[0]} needs a value.`;
  return `${what[0]?.toUpperCase()}${what.slice(1)}.${advice}`;
}
