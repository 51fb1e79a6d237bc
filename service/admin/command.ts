// A command of the service other than serving, and its exit codes.

import { userInfo } from 'node:os';
import type { CommandRow, OptionRow, Problem, ValuesOf } from '#shared/command-line/command-line.ts';
import { readCommand } from '#shared/command-line/command-line.ts';
import { OptionsError, PROGRAM } from '../options.ts';

/** Exit codes of the commands. */
export const EXIT = {
  done: 0,
  /** The command line is invalid; nothing was done. */
  usage: 2,
  /** Done, but incompletely: records were rejected. */
  partly: 3,
  /** A file, the disk or the accounts do not allow it. */
  local: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The parts of the process that a command may use. */
export interface AdminTerminal {
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** The system's name for the user who runs the command. */
  readonly operator: string;
  /** Writes a line to standard output: the result and nothing else. */
  readonly out: (line: string) => void;
  /** Writes a line to standard error: a message for the operator. */
  readonly say: (line: string) => void;
  readonly input: AsyncIterable<Buffer>;
  /** Aborts when the operator stops the command; without a call a signal ends the process as usual. */
  readonly stopping: () => AbortSignal;
}

/** A command other than serving, as a row. */
export interface AdminCommand<
  Options extends readonly OptionRow[] = readonly OptionRow[],
> extends CommandRow<Options> {
  /** @throws OptionsError, or any error whose message is for the operator */
  run(given: AdminArguments<Options>, terminal: AdminTerminal): Promise<ExitCode>;
}

export interface AdminArguments<Options extends readonly OptionRow[]> {
  readonly words: readonly string[];
  readonly values: ValuesOf<Options>;
}

/** Infers the types of the values from the options. */
export const adminCommand = <const Options extends readonly OptionRow[]>(
  row: AdminCommand<Options>,
): AdminCommand => row;

export const JSON_OPTION = {
  name: 'json',
  help: 'one JSON object per line, for programs',
} as const satisfies OptionRow;

/** The messages never repeat what was typed: somebody will paste a key where an id belongs. */
const WORDS: { readonly [problem in Problem]: string } = {
  'unknown command': 'there is no such command',
  'unknown option': 'there is no such option',
  'missing value': 'an option needs a value',
  'wrong number of words': 'the command has too few or too many arguments',
};

/** Runs a command; an error becomes a message and an exit code. */
export async function runCommand(
  command: AdminCommand,
  argv: readonly string[],
  terminal: AdminTerminal,
): Promise<ExitCode> {
  const line = readCommand(
    argv.length === 0 || argv.includes('--help') ? ['--help'] : argv,
    command,
    PROGRAM,
  );
  if (line.kind === 'help') {
    terminal.out(line.text.trimEnd());
    return argv.length === 0 ? EXIT.usage : EXIT.done;
  }
  try {
    if (line.kind === 'unusable') throw new OptionsError(WORDS[line.problem]);
    return await command.run(line, terminal);
  } catch (error) {
    terminal.say(error instanceof Error ? error.message : 'The command failed.');
    if (!(error instanceof OptionsError)) return EXIT.local;
    terminal.say('For all commands and options: --help');
    return EXIT.usage;
  }
}

/** The process as a command sees it. */
export function processTerminal(): AdminTerminal {
  // The reader of a pipe may stop in the middle of a list.
  process.stdout.on('error', () => {});
  return {
    environment: process.env,
    now: () => new Date(),
    operator: operatorOf(),
    out: (line) => void process.stdout.write(`${line}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
    input: process.stdin,
    stopping() {
      const stop = new AbortController();
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
      return stop.signal;
    },
  };
}

function operatorOf(): string {
  try {
    return userInfo().username;
  } catch {
    // A user in a container may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
