// What the dashboard needs from the service around it.

import type { TableCode } from '#shared/catalogue/table.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Counter } from '../http/limits.ts';
import type { ServerLoad } from '../http/overload/server-stats.ts';
import type { ServiceLog } from '../log.ts';
import type { StoredDays } from '../store/store.ts';

export interface DashboardDeps {
  readonly accounts: Accounts;
  readonly pepper: Buffer;
  readonly now: () => Date;
  readonly log: ServiceLog;
  /** Where browsers reach the dashboard, such as https://dashboard.example.org. */
  readonly origin: string;
  readonly counter: Counter;
  /** The application's key, if the operator gave it to the dashboard and it is good. */
  readonly applicationKey: () => Promise<string | undefined>;
  readonly store: StoredDays;
  readonly load: () => Promise<DashboardLoad>;
}

export interface DashboardLoad extends ServerLoad {
  /** Size of the store in bytes; undefined while it is unknown. */
  readonly storeBytes: number | undefined;
}

/** The days of a table, with the race days that are missing between its first and last. */
export interface TableDays {
  readonly table: TableCode;
  readonly records: number;
  /** 0 in the table of horses. */
  readonly days: number;
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly gaps: readonly string[];
}
