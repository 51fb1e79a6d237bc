// What a command does when the app that executed it was killed: it clears what the app left of the file that it was
// writing, and gives the account that the app no longer could.

import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mendPairs } from '../exports/file-pair.ts';
import { hasProvablyEnded } from '../files/process-identity.ts';
import { readArguments } from './commands.ts';
import { outFrom } from './export-style.ts';
import { unknownAccount } from './run.ts';

/** The socket closes a moment before the process is gone. */
const MOST_WAITS = 100;
const WAIT_MS = 20;

/** The account, if the command gives one. */
export async function afterAppEnded(
  argv: readonly string[],
  options: {
    readonly program: string;
    /** Relative paths start here. */
    readonly folder: string;
    /** The app's (files/process-identity.ts). */
    readonly appProcess: string;
  },
): Promise<string | undefined> {
  const request = readArguments(argv, options.program);
  if (request.kind !== 'run') return undefined;
  for (let waits = 0; waits < MOST_WAITS && !hasProvablyEnded(options.appProcess); waits += 1)
    await pause(WAIT_MS);
  // A command that is given no file writes to this folder, if it writes one.
  const out = await outFrom(request.given.values, options.folder).catch(() => undefined);
  await mendPairs(out === undefined ? options.folder : dirname(out));
  return request.command.isAccounted ? unknownAccount('APP_ENDED') : undefined;
}
