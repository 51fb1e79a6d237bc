// The exit codes, and which one each coded error has.

import type { ErrorCode } from '#shared/errors.ts';
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
  closedPipe: 141,
} as const;

export type ExitName = keyof typeof EXIT;

export const SIGNAL_NUMBERS: { readonly [signal in StopSignal]: number } = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGTERM: 15,
};

export const EXIT_OF_ERROR: { readonly [code in ErrorCode]: ExitName } = {
  NOT_CONNECTED: 'usage',
  KEY_MISSING: 'refused',
  UNAUTHORIZED: 'refused',
  FORBIDDEN: 'refused',
  TOO_MANY_REQUESTS: 'unreachable',
  REFUSED: 'refused',
  SERVICE_FAILED: 'unreachable',
  RECORDS_GONE: 'incomplete',
  SERVICE_DISK_FULL: 'local',
  UNREACHABLE: 'unreachable',
  NOT_THE_SERVICE: 'unreachable',
  ANSWER_TOO_LONG: 'unreachable',
  ANSWER_TOO_MANY_RECORDS: 'unreachable',
  ANSWER_RECORD_TOO_LONG: 'unreachable',
  ANSWER_VALUE_TOO_LONG: 'unreachable',
  ANSWER_TOO_MANY_FIELDS: 'unreachable',
  ANSWER_TOO_MANY_NAMES: 'unreachable',
  ANSWER_NAME_TOO_LONG: 'unreachable',
  ANSWER_NESTED_TOO_DEEPLY: 'unreachable',
  ANSWER_TOO_MUCH_ASIDE: 'unreachable',
  ANSWER_TOO_MUCH_AROUND: 'unreachable',
  CERTIFICATE_REFUSED: 'unreachable',
  PROXY_FAILED: 'unreachable',
  ANSWER_HEADERS_TOO_LONG: 'unreachable',
  OFFLINE_NOT_HELD: 'unreachable',
  INVALID_FILTER: 'usage',
  RESULT_CLOSED: 'internal',
  RESULT_TOO_LARGE: 'internal',
  ARCHIVE_IN_USE: 'local',
  ARCHIVE_FAILED: 'local',
  ARCHIVE_NEWER: 'local',
  ARCHIVE_SALVAGED: 'local',
  ARCHIVE_DAMAGED: 'local',
  FILE_FAILED: 'local',
  FILE_NEWER: 'local',
  CANCELLED: 'internal',
  DOWNLOAD_GONE: 'internal',
  DOWNLOAD_ACTIVE: 'internal',
  VIEW_NAME_TAKEN: 'usage',
  TOO_MANY_VIEWS: 'local',
  NO_FURTHER_VERSION: 'usage',
  SAMPLE_FAILED: 'local',
  KEYCHAIN_FAILED: 'local',
  APP_GONE: 'internal',
  ADDRESS_USED: 'internal',
  INTERNAL: 'internal',
};
