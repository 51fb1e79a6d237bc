// The columns of results and entries that a day's page shows: all 143 of 500 runners are slow to read and to send.

/** Indices of an entry in which a higher value is better, in display order. */
export const ENTRY_INDICES = [
  'integration_index', 'adjust_idm', 'jockey_index', 'insideinfo_index', 'training_index', 'stable_index',
  'ten_index', 'pace_index', 'agari_index', 'ichi_index', 'gekiso_index',
] as const; // prettier-ignore

export type EntryIndex = (typeof ENTRY_INDICES)[number];

export const DAY_ENTRY_COLUMNS = [
  'racekey', 'horse_number', 'bracket_number', 'horse_id', 'horse_name', 'jockey_name', 'withdrawn_flag',
  'criteria_win_odds', ...ENTRY_INDICES,
] as const; // prettier-ignore

export const DAY_RESULT_COLUMNS = [
  'racekey', 'horse_number', 'horse_name', 'order_of_finish', 'trouble_classification', 'confirmed_win_popularity',
  'confirmed_win_odds',
] as const; // prettier-ignore
