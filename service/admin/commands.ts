// What the service's command line does beside serving: one row a command.

import type { AdminCommand } from './command.ts';
import { importing } from './import.ts';
import { keys } from './keys.ts';
import { migrating } from './migrate.ts';
import { plans } from './plans.ts';

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  keys,
  plans,
  import: importing,
  migrate: migrating,
};

/** The command of that name; undefined where the service is to be served. */
export const commandOf = (word: string | undefined): AdminCommand | undefined =>
  word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
