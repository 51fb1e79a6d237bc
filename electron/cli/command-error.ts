// Errors of commands; their messages are for the user who typed the command.

import type { ExitName } from './exit-codes.ts';

/** Carries how the run ends. */
export class CommandError extends Error {
  readonly exit: ExitName;

  constructor(message: string, exit: ExitName, options?: { cause?: unknown }) {
    super(message, options);
    this.exit = exit;
  }
}

/** A command line that cannot be carried out as it was written. */
export class UsageError extends CommandError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, 'usage', options);
  }
}

/** Its message is enough, without a hint at the help. */
export class ExplainedError extends UsageError {}

/** SQL that DuckDB does not take, in its words. */
export class SqlError extends ExplainedError {}
