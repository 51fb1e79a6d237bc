// The state of a job after a run: done, incomplete, parked until an obstacle passes, waiting, paused until the user
// acts, or failed. Pure.

import { KEYCHAIN_CODES, type KeychainCode } from '#shared/keychain-errors.ts';
import type { JobState, Shortfall } from '#shared/bridge/downloads.ts';
import type { ErrorCode, ErrorValues, RailbirdError } from '#shared/errors.ts';
import { hasEnded, still, waiting, type StoredJob } from './job.ts';
import type { RunProgress } from './run-progress.ts';

/** The result of a run. */
export interface RunResult {
  /** The error that ended it before everything was requested. */
  readonly ended?: RailbirdError;
  /** The first error of a single window, if some failed and the rest went on. */
  readonly failed?: RailbirdError;
  readonly reasons: readonly Shortfall[];
}

export interface JobOutcome {
  readonly state: JobState;
  /** How long it is parked. */
  readonly parkMs?: number;
  readonly error?: { readonly code: ErrorCode; readonly values: ErrorValues };
}

type Consequence = 'park' | 'pause' | 'wait' | 'fail';

/** All other errors fail the job. */
const CONSEQUENCES: { readonly [code in ErrorCode]?: Consequence } = {
  TOO_MANY_REQUESTS: 'park',
  UNREACHABLE: 'park',
  CERTIFICATE_REFUSED: 'park',
  PROXY_FAILED: 'park',
  PROXY_LOGIN: 'park',
  SERVICE_FAILED: 'park',
  OFFLINE_NOT_STORED: 'park',
  KEY_MISSING: 'pause',
  KEY_UNSENDABLE: 'pause',
  UNAUTHORIZED: 'pause',
  FORBIDDEN: 'pause',
  // Until the keychain answers, or its user tries again.
  ...(Object.fromEntries(KEYCHAIN_CODES.map((code) => [code, 'pause'])) as Record<KeychainCode, 'pause'>),
  NOT_CONNECTED: 'wait',
  SERVICE_CHANGED: 'wait',
  CANCELLED: 'wait',
};

/** Pauses after one failed attempt, two, and so on; the last one for all further attempts. */
const PARK_SECONDS = [15, 30, 60, 120, 300, 600, 900] as const;
const LONGEST_PARK_SECONDS = 900;

/** `vain`: attempts in a row that brought nothing, including this one. */
export function outcomeOf({ ended, failed, reasons }: RunResult, vain: number): JobOutcome {
  const error = ended ?? failed;
  const cause = error ? { error: { code: error.code, values: error.values } } : {};
  if (!ended) return { state: error || reasons.length > 0 ? 'incomplete' : 'done', ...cause };
  switch (CONSEQUENCES[ended.code] ?? 'fail') {
    case 'park':
      return { state: 'parked', parkMs: parkMs(ended, vain), ...cause };
    case 'pause':
      return { state: 'paused', ...cause };
    case 'wait':
      return { state: 'waiting' };
    case 'fail':
      return { state: 'failed', ...cause };
  }
}

/** The longer of the pause that the service asks for and the one for this many failed attempts. */
function parkMs(error: RailbirdError, vain: number): number {
  const own = PARK_SECONDS[Math.max(0, vain - 1)] ?? LONGEST_PARK_SECONDS;
  return Math.max(own, Number(error.values['seconds'] ?? 0)) * 1000;
}

/** Paused because of the key: another key lets it continue. */
export const waitsForKey = (job: {
  readonly state: JobState;
  readonly error?: { readonly code: string } | undefined;
}): boolean =>
  job.state === 'paused' && job.error !== undefined && CONSEQUENCES[job.error.code as ErrorCode] === 'pause';

/** Parked because the service could not be reached, not because it asked for a pause. */
export const waitsForNetwork = (job: {
  readonly state: JobState;
  readonly error?: { readonly code: string } | undefined;
}): boolean => job.state === 'parked' && job.error?.code === 'UNREACHABLE';

/** Parked because the service asked for a pause of the key: another key need not wait. */
export const waitsForQuota = (job: {
  readonly state: JobState;
  readonly error?: { readonly code: string } | undefined;
}): boolean => job.state === 'parked' && job.error?.code === 'TOO_MANY_REQUESTS';

/** `job`: as it was when the run began. */
export const figures = (
  job: StoredJob,
  { windowsDone, windowsLeft, records, bytes }: RunProgress,
): Partial<StoredJob> => ({
  windowsDone: job.windowsDone + windowsDone,
  windowsTotal: job.windowsDone + windowsDone + windowsLeft,
  records: job.records + records,
  bytes: job.bytes + bytes,
});

/** `vain`: runs in a row that brought nothing. `now`: epoch milliseconds. */
export function concluded(job: StoredJob, run: RunResult, vain: number, now: number): StoredJob {
  const { state, parkMs, error } = outcomeOf(run, vain);
  const next: StoredJob = {
    ...waiting(still(job)),
    state,
    reasons: [...run.reasons],
    ...(parkMs === undefined ? {} : { parkedUntil: now + parkMs, parkedForMs: parkMs }),
    ...(error === undefined ? {} : { error: { code: error.code, values: { ...error.values } } }),
  };
  return hasEnded(next) ? { ...next, finishedAt: now } : next;
}
