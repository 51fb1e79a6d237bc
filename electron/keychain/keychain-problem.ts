// What keytar's error means. It has a message only, in the words of libsecret, of GLib, or of the other systems.

import { RailbirdError } from '#shared/errors.ts';
import type { KeychainCode } from '#shared/keychain-errors.ts';

/** In this order. Some systems translate their messages: what fits none is shown as it is. */
const MEANINGS: readonly (readonly [pattern: RegExp, code: KeychainCode])[] = [
  // Without a prompt, or when it is closed. A keyring that was never created has no object.
  [/locked collection|is locked|does not exist at path|interaction is not allowed/i, 'KEYCHAIN_LOCKED'],
  // libsecret keeps to the daemon that it found first.
  [/name :\d|session wrapping the secret/i, 'KEYCHAIN_RESTARTED'],
  [/cancell?ed|denied|not correct|dismissed/i, 'KEYCHAIN_DENIED'],
  [/timeout was reached|timed out|NoReply/i, 'KEYCHAIN_SLOW'],
  [
    /not provided by any|ServiceUnknown|Spawn\.|StartServiceByName|keychain .*not be found/i,
    'KEYCHAIN_NO_SERVICE',
  ],
  [
    /autolaunch|message bus|could not connect|transport|connection (?:refused|is closed)|logon session/i,
    'KEYCHAIN_NO_SESSION',
  ],
];

export function keychainProblem(cause: unknown): RailbirdError {
  const problem = cause instanceof Error ? cause.message : String(cause);
  const code = MEANINGS.find(([pattern]) => pattern.test(problem))?.[1] ?? 'KEYCHAIN_FAILED';
  return new RailbirdError(code, code === 'KEYCHAIN_FAILED' ? { problem } : {}, { cause });
}
