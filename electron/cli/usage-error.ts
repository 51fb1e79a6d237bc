// What cannot be carried out as it was written; the message is for the person who typed it.

export class UsageError extends Error {}

/** SQL that DuckDB does not take. It says why itself; the help of the command line would not. */
export class SqlError extends UsageError {}
