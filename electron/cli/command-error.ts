// What a command says in its own words when it cannot go on; the messages are for the person who typed it.

import type { ExitName } from './exit-codes.ts';

/** With the way that the run then ends. */
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

/** It says why itself; the help of the command line would not. */
export class ExplainedError extends UsageError {}

/** SQL that DuckDB does not take, in its words. */
export class SqlError extends ExplainedError {}
