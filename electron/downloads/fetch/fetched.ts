// What a fetching of windows is given, and what it comes to.

import type { Filter, Table } from '#shared/catalogue/table.ts';
import type { RailbirdError } from '#shared/errors.ts';
import type { ApiClient } from '../../service-client/api-client.ts';
import type { Priority } from '../../service-client/priority.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Windows } from '../plan/windows.ts';

export interface FetchInput {
  readonly client: Pick<ApiClient, 'query'>;
  readonly archive: Pick<Archive, 'write' | 'setNote' | 'rows' | 'coverage'>;
  readonly table: Table;
  readonly windows: Windows;
  readonly priority: Priority;
  /** Whether a window, when its turn comes, has been had by somebody else meanwhile. */
  readonly isStored?: (filter: Filter) => Promise<boolean>;
  /** Days of a window, a race or a day just kept that, by what else is held, are not all there. */
  readonly shortDays?: (filter: Filter) => Promise<ReadonlySet<string>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Gives up what is on its way. */
  readonly signal?: AbortSignal;
  /** Begins no further window; what is on its way still arrives. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: FetchFigures) => void;
}

export interface FetchProgress {
  readonly windowsDone: number;
  readonly windowsTotal: number;
  readonly records: number;
}

export interface FetchFigures extends FetchProgress {
  /** Of the answers' bodies. */
  readonly bytes: number;
}

export interface FailedWindow {
  readonly filter: Filter;
  readonly error: RailbirdError;
  /** Its days are held, and it could not be found out whether that is all there is of them. */
  readonly isDoubted?: true;
}

export interface Fetched extends FetchFigures {
  /** Windows that are held now. */
  readonly answered: number;
  /** Windows that could not be had, with the error of each. */
  readonly failed: readonly FailedWindow[];
  /** The error that concerned the service as a whole and ended it, if one did. */
  readonly ended?: RailbirdError;
}
