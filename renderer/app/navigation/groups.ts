// The groups of screens: each has a button in the navigation, in this order.

export const NAVIGATION_GROUPS = [
  'day',
  'tables',
  'payoffs',
  'bets',
  'rules',
  'sql',
  'downloads',
  'settings',
] as const;

export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number];
