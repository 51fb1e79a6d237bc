// The tables and days of a download: from the route, or the defaults.

import type { DailyTable, DownloadSelection } from '#shared/bridge/downloads.ts';
import { isPastTable } from '#shared/catalogue/day-tables.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import { lastWeeks } from '../../components/periods.ts';

/** Default period in weeks: that of the sample, and a season's usual look back. */
export const FIRST_WEEKS = 8;

export const DAILY_TABLES: readonly DailyTable[] = TABLE_CODES.filter((code) => code !== 'm_uk');

/** Tables of past days; those of the current week have the same records earlier. */
export const PAST_TABLES = DAILY_TABLES.filter(isPastTable);
export const CURRENT_TABLES = DAILY_TABLES.filter((code) => !isPastTable(code));

export interface DownloadsScreenProps {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tables?: DailyTable[] | undefined;
}

export function selectionOf({ from, to, tables }: DownloadsScreenProps, today: string): DownloadSelection {
  const period = from === undefined || to === undefined ? lastWeeks(today, FIRST_WEEKS) : { from, to };
  return { ...period, tables: tables ?? [...PAST_TABLES] };
}
