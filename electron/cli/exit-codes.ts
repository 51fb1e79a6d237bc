// The exit codes of the command line.

import type { FailureExit } from '#shared/error-row.ts';
import type { StopSignal } from '../launch/stop-signals.ts';

/** A closed pipe or a signal gives 128 plus the signal's number, as shells count. */
export const EXIT = {
  complete: 0,
  /** A failure of Railbird itself; the log has the details. */
  internal: 1,
  usage: 2,
  incomplete: 3,
  /** 401, 403, or a request that the service does not accept. */
  refused: 4,
  /** No network, no answer, or an answer that is not the service's: the same command may succeed later. */
  unreachable: 5,
  /** Disk, archive, keychain, sample service. */
  local: 6,
  /** The running app ended while it executed the command. */
  appEnded: 7,
  closedPipe: 141,
} as const satisfies Record<FailureExit | 'complete' | 'closedPipe', number>;

export type ExitName = keyof typeof EXIT;

export const SIGNAL_NUMBERS: { readonly [signal in StopSignal]: number } = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGTERM: 15,
};
