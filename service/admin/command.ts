// What a command beside serving is, and how it ends.

import { OptionsError } from '../options.ts';

/** Exit codes of the commands. */
export const EXIT = {
  done: 0,
  /** The command line cannot be used; nothing was done. */
  usage: 2,
  /** Done, but something was left out: records were rejected. */
  partly: 3,
  /** Not possible as things stand here: a file, the disk, the accounts. */
  local: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command may touch of its process. */
export interface AdminTerminal {
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** The name that the system knows whoever runs the command by. */
  readonly operator: string;
  /** A line on standard output: what was asked for, and nothing else. */
  readonly out: (line: string) => void;
  /** A line on standard error: words for the operator. */
  readonly say: (line: string) => void;
  readonly input: AsyncIterable<Buffer>;
}

export interface AdminCommand {
  readonly usage: string;
  /** @throws OptionsError, or any error whose message is for the operator */
  readonly run: (argv: readonly string[], terminal: AdminTerminal) => Promise<ExitCode>;
}

/** Runs a command; whatever it throws becomes words and an exit code. */
export async function runCommand(
  { usage, run }: AdminCommand,
  argv: readonly string[],
  terminal: AdminTerminal,
): Promise<ExitCode> {
  if (argv.includes('--help') || argv.length === 0) {
    terminal.out(usage);
    return argv.length === 0 ? EXIT.usage : EXIT.done;
  }
  try {
    return await run(argv, terminal);
  } catch (error) {
    terminal.say(error instanceof Error ? error.message : 'The command failed.');
    if (!(error instanceof OptionsError)) return EXIT.local;
    terminal.say('What can be given is in: --help');
    return EXIT.usage;
  }
}
