// The entries of a day, with the columns that the day screen needs of them: all 143 of 500 runners are slow to send.

import type { UseQueryResult } from '@tanstack/react-query';
import type { Sheet } from '#shared/bridge/results.ts';
import { useDaySheet } from '../../client/use-day-sheet.ts';

/** Indices of an entry in which a higher value is better, in display order. */
export const ENTRY_INDICES = [
  'integration_index', 'adjust_idm', 'jockey_index', 'insideinfo_index', 'training_index', 'stable_index',
  'ten_index', 'pace_index', 'agari_index', 'ichi_index', 'gekiso_index',
] as const; // prettier-ignore

export type EntryIndex = (typeof ENTRY_INDICES)[number];

const COLUMNS = [
  'racekey', 'horse_number', 'bracket_number', 'horse_id', 'horse_name', 'jockey_name', 'withdrawn_flag',
  'criteria_win_odds', ...ENTRY_INDICES,
] as const; // prettier-ignore

/** Every part of the screen that needs entries shares this response. Errors: those of `results.read`. */
export const useDayEntries = (racedate: string, today: string, enabled: boolean): UseQueryResult<Sheet> =>
  useDaySheet('entry', racedate, today, enabled, COLUMNS);
