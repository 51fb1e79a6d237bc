// What the catalogue of errors says of each (shared/errors.ts).

import type { Text } from '#shared/text.ts';

/**
 * `internal` is a failure of Railbird itself, `refused` one of the keys or the request, `unreachable` one of the network
 * or the service, which may pass, and `local` one of this computer: disk, archive, keychain, sample service. `appEnded`
 * is the end of the app that executed a command.
 */
export type FailureExit =
  | 'internal'
  | 'usage'
  | 'incomplete'
  | 'refused'
  | 'unreachable'
  | 'local'
  | 'appEnded';

export interface ErrorRow {
  /** Whether the same action may succeed if it is repeated unchanged. */
  readonly retry: boolean;
  /** Which exit code a command gets (electron/cli/exit-codes.ts). */
  readonly exit: FailureExit;
  readonly title: Text;
  /** What the user can do. `{name}` stands for a value of the error's `values`; `{seconds}` is written as a duration. */
  readonly advice: Text;
}
