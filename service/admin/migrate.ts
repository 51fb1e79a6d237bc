// `migrate`: makes the schema of this release in PostgreSQL, with a role that may; the service's own need not.

import { OptionsError, databaseUrlOf } from '../options.ts';
import { migrate } from '../store/postgres/migrate.ts';
import { openPool } from '../store/postgres/pool.ts';
import type { AdminCommand, ExitCode, AdminTerminal } from './command.ts';
import { EXIT } from './command.ts';

const USAGE = `Usage: npm run -s service -- migrate up

Makes the schema of this release in the PostgreSQL of DATABASE_URL, or brings it up to this release. Nothing is lost,
and where nothing is missing nothing is done. Other commands and the service do so by themselves where their role may.`;

export const migrating: AdminCommand = { usage: USAGE, run };

async function run(argv: readonly string[], terminal: AdminTerminal): Promise<ExitCode> {
  if (argv.length !== 1 || argv[0] !== 'up') throw new OptionsError('migrate takes one word: up');
  const url = databaseUrlOf(terminal.environment);
  if (url === undefined) throw new OptionsError('migrate needs DATABASE_URL in the environment');
  const pool = openPool(url, 'command');
  try {
    const applied = await migrate(pool);
    terminal.out(JSON.stringify({ event: 'migrated', applied }));
    return EXIT.done;
  } finally {
    await pool.end();
  }
}
