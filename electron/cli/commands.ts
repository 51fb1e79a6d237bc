// Every command of `railbird`, in the order of the help. To add one, add a file in commands/ and a row here.

import { readProgram, type OptionRow } from '#shared/command-line/command-line.ts';
import type { CliCommand, CliArguments } from './command.ts';
import { UsageError } from './command-error.ts';
import { bets } from './commands/bets.ts';
import { columns } from './commands/columns.ts';
import { coverage } from './commands/coverage.ts';
import { download } from './commands/download.ts';
import { exportSaved } from './commands/export.ts';
import { find } from './commands/find.ts';
import { horse } from './commands/horse.ts';
import { account } from './commands/account.ts';
import { key } from './commands/key.ts';
import { mark } from './commands/mark.ts';
import { marks } from './commands/marks.ts';
import { notices } from './commands/notices.ts';
import { payoffs } from './commands/payoffs.ts';
import { query } from './commands/query.ts';
import { race } from './commands/race.ts';
import { rule } from './commands/rule.ts';
import { sql } from './commands/sql.ts';
import { tables } from './commands/tables.ts';

export const COMMANDS: readonly CliCommand[] = [
  query,
  exportSaved,
  download,
  coverage,
  find,
  race,
  horse,
  payoffs,
  bets,
  rule,
  mark,
  marks,
  sql,
  tables,
  columns,
  key,
  account,
  notices,
];

/** Options of every command. A key is never an option: every user of a machine can read its command lines. */
const COMMON_OPTIONS: readonly OptionRow[] = [
  { name: 'sample', help: 'ask the sample service of this repository: no account is needed' },
  {
    name: 'data-dir',
    value: 'DIR',
    help: 'where the archive, settings and log are kept (also RAILBIRD_DATA_DIR)',
  },
];

const BEFORE = 'Railbird from a terminal: the same archive, downloads and checks as the app.';

const AFTER = `Every command takes the options above; "railbird COMMAND --help" says what else it takes.

The service is the one that the app is connected to, or the one in RAILBIRD_BASE_URL, RAILBIRD_API_KEY and
RAILBIRD_USER_KEY. Keys are never options: set them with "railbird key set".

Records go to standard output or the file. Progress goes to standard error, and after it one line of JSON:
  {"records":N,"complete":true,"windows":N,"requests":N,"retries":N,"quarantined":N,"drift":N,"repeated":N,"reasons":[...]}

Exit codes: 0 complete, 2 usage, 3 incomplete, 4 refused by the service (401, 403), 5 unreachable,
  6 local (disk, archive, keychain), 7 the app that executed the command ended, 130 stopped by Ctrl-C,
  141 the reader closed the pipe.

While the app runs, it executes the commands on its data folder, so that window and terminal work at the same time.`;

export type CliRequest =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'run'; readonly command: CliCommand; readonly given: CliArguments };

/** @param typed what the user types in front of a command, for the help. Errors: UsageError. */
export function readArguments(argv: readonly string[], typed: string): CliRequest {
  const program = { name: 'railbird', typed, options: COMMON_OPTIONS };
  const line = readProgram(argv, COMMANDS, program, { before: BEFORE, after: AFTER });
  if (line.kind === 'unusable') throw new UsageError(line.message);
  return line.kind === 'help'
    ? line
    : { kind: 'run', command: line.row, given: { words: line.words, values: line.values } };
}
