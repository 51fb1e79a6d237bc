// The tabs of a race, in their order.

export const RACE_TABS = ['card', 'prerace', 'training', 'past', 'result', 'payoffs', 'compare'] as const;

export type RaceTab = (typeof RACE_TABS)[number];
