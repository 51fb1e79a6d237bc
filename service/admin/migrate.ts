// `migrate`: creates or updates the schema in PostgreSQL, with a role that may; the service's own role need not.

import { OptionsError, databaseUrlOf } from '../options.ts';
import { migrate } from '../store/postgres/migrate.ts';
import { adminCommand, EXIT } from './command.ts';

export const migrating = adminCommand({
  name: 'migrate',
  words: '[up]',
  usage: 'up',
  summary:
    'create the schema of this release in the PostgreSQL database of DATABASE_URL, or update it to this release',
  options: [],
  notes: [
    `Nothing is lost, and where nothing is missing nothing is done. Other commands and the service do so by themselves
where their role may.`,
  ],
  async run({ words: [what] }, { environment, out }) {
    if (what !== 'up') throw new OptionsError('migrate takes one argument: up');
    const url = await databaseUrlOf(environment);
    if (url === undefined) throw new OptionsError('migrate needs DATABASE_URL in the environment');
    const applied = await migrate(url);
    out(JSON.stringify({ event: 'migrated', applied }));
    return EXIT.done;
  },
});
