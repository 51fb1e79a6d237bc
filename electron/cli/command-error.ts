// Errors of commands; their messages are for the user who typed the command.

import type { ExitName } from './exit-codes.ts';

/** `exit` decides the exit code. */
export class CommandError extends Error {
  readonly exit: ExitName;

  constructor(message: string, exit: ExitName, options?: { cause?: unknown }) {
    super(message, options);
    this.exit = exit;
  }
}

/** A command line that cannot be executed as written. */
export class UsageError extends CommandError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, 'usage', options);
  }
}

/** Its message suffices: no hint at the help is printed. */
export class ExplainedError extends UsageError {}
