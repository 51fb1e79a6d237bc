// What a download is of: tables and a period, as the place names them and as the screen begins.

import type { DailyTable, DownloadSelection } from '#shared/bridge/downloads.ts';
import { TABLE_CODES } from '#shared/catalogue/table.ts';
import type { Route } from '../../app/navigation/place.ts';
import { lastWeeks } from '../../components/periods.ts';

/** Weeks that the screen begins with: those of the sample, and what one looks back on in a season. */
export const FIRST_WEEKS = 8;

export const DAILY_TABLES: readonly DailyTable[] = TABLE_CODES.filter((code) => code !== 'm_uk');

/** Tables of past days; those of the current week have the same records earlier. */
export const PAST_TABLES = DAILY_TABLES.filter((code) => code.startsWith('d_'));
export const CURRENT_TABLES = DAILY_TABLES.filter((code) => code.startsWith('t_'));

export type DownloadsPlace = Extract<Route, { screen: 'downloads' }>;

export function selectionOf(place: DownloadsPlace, today: string): DownloadSelection {
  const { from, to, tables } = place;
  const period = from === undefined || to === undefined ? lastWeeks(today, FIRST_WEEKS) : { from, to };
  return { ...period, tables: tables ?? [...PAST_TABLES] };
}
