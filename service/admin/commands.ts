// The commands of the service other than serving: one row per command.

import type { AdminCommand } from './command.ts';
import { importing } from './import.ts';
import { invite } from './invite.ts';
import { keys } from './keys.ts';
import { migrating } from './migrate.ts';
import { plans } from './plans.ts';

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  keys,
  plans,
  invite,
  import: importing,
  migrate: migrating,
};

/** The command of that name; undefined if there is none, which means serving. */
export const commandOf = (word: string | undefined): AdminCommand | undefined =>
  word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
