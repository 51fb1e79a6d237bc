// The input, the progress and the result of a fetch.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { RailbirdError } from '#shared/errors.ts';
import type { ServiceRequests } from '../../service-client/api-client.ts';
import type { Priority } from '../../service-client/priority.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Windows } from '../plan/windows.ts';
import type { Findings } from './recheck.ts';

export interface FetchInput {
  readonly client: ServiceRequests;
  readonly archive: Pick<Archive, 'write' | 'notes' | 'setNote' | 'rows' | 'coverage'>;
  readonly table: Table;
  readonly windows: Windows;
  readonly priority: Priority;
  /** What rechecks found out about this service. */
  readonly findings: Findings;
  /** Whether another fetch has stored a window by the time its turn comes. */
  readonly isStored?: (filter: Filter) => Promise<boolean>;
  /**
   * Days of the window, race or day just stored that are incomplete by what else is stored. Called after each window;
   * without it only `WindowFetch.crossCheck` checks.
   */
  readonly shortDays?: ShortDays;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Cancels requests in flight. */
  readonly signal?: AbortSignal;
  /** Starts no further window; requests in flight still finish. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
}

export type ShortDays = (filter: Filter) => Promise<ReadonlySet<string>>;

export interface FetchProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

export interface FetchFigures extends FetchProgress {
  /** Bytes of the answers' bodies. */
  readonly bytes: number;
}

export interface FailedWindow {
  readonly filter: Filter;
  readonly error: RailbirdError;
  /** Its days are stored, but a suspicious answer for them could not be rechecked. */
  readonly isUnconfirmed?: true;
}

export interface Fetched extends FetchFigures {
  /** Windows that are stored now, by this fetch or another. */
  readonly answered: number;
  /** Windows that could not be fetched, with the error of each. */
  readonly failed: readonly FailedWindow[];
  /** The error of the service as a whole that ended the fetch, if one did. */
  readonly ended?: RailbirdError;
}

/** Registers one more fetch and returns its progress listener; `listener` receives the sums. */
export type SumProgress = () => (progress: FetchFigures) => void;

const NOTHING: FetchFigures = { windowsDone: 0, windowsTotal: 0, records: 0, bytes: 0 };

export function sumProgress(listener: ((progress: FetchFigures) => void) | undefined): SumProgress {
  const parts: FetchFigures[] = [];
  return () => {
    const mine = parts.push(NOTHING) - 1;
    return (progress) => {
      parts[mine] = progress;
      const sum = (figure: keyof FetchFigures) => parts.reduce((total, part) => total + part[figure], 0);
      listener?.({
        windowsDone: sum('windowsDone'),
        windowsTotal: sum('windowsTotal'),
        records: sum('records'),
        bytes: sum('bytes'),
      });
    };
  };
}
