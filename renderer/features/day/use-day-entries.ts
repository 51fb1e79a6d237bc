// The entries of a day, with the columns that the day screen needs of them: all 143 of 500 runners are slow to send.

import type { UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { DAY_ENTRY_COLUMNS } from '#shared/racing/day-columns.ts';
import { useDaySheet } from '../../client/use-day-sheet.ts';

/** Every part of the screen that needs entries shares this response. Errors: those of `results.read`. */
export const useDayEntries = (racedate: string, today: string, enabled: boolean): UseQueryResult<Sheet> =>
  useDaySheet('entry', racedate, today, enabled, DAY_ENTRY_COLUMNS);
