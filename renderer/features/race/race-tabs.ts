// The tabs of a race, in their order.

export const RACE_TABS = ['card', 'prerace', 'training', 'past', 'result', 'payoffs', 'compare'] as const;

export type RaceTab = (typeof RACE_TABS)[number];

/** The memory of a tab belongs to its race: paging to another race keeps the step, but not its memory. */
export const memoryName = (racekey: string, tab: RaceTab): string => `race.${racekey}.${tab}`;
