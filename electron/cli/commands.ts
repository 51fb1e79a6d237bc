// Every command of the command line, in the order of its help. How to add one: a file in commands/, and a row here.

import type { CliCommand } from './command.ts';
import { columns } from './commands/columns.ts';
import { coverage } from './commands/coverage.ts';
import { download } from './commands/download.ts';
import { horse } from './commands/horse.ts';
import { key } from './commands/key.ts';
import { notices } from './commands/notices.ts';
import { payoffs } from './commands/payoffs.ts';
import { query } from './commands/query.ts';
import { race } from './commands/race.ts';
import { sql } from './commands/sql.ts';
import { tables } from './commands/tables.ts';

export const COMMANDS: readonly CliCommand[] = [
  query,
  download,
  coverage,
  race,
  horse,
  payoffs,
  sql,
  tables,
  columns,
  key,
  notices,
];
