// The screens of the navigation: where each begins and its keys. How to add one: a row here, its texts in i18n.

import type { Route } from './navigation/place.ts';

export interface NavigationScreen {
  /** Also the key of its name in the texts. */
  readonly id: 'day' | 'tables' | 'payoffs' | 'downloads' | 'settings';
  readonly place: Route;
  readonly keys: readonly string[];
  readonly shown: string;
}

export const SCREENS: readonly NavigationScreen[] = [
  { id: 'day', place: { screen: 'day' }, keys: ['g d', 'Ctrl+1'], shown: 'g d' },
  { id: 'tables', place: { screen: 'table', table: 'd_ra' }, keys: ['g t', 'Ctrl+2'], shown: 'g t' },
  { id: 'payoffs', place: { screen: 'payoffs' }, keys: ['g p', 'Ctrl+3'], shown: 'g p' },
  { id: 'downloads', place: { screen: 'downloads' }, keys: ['g l', 'Ctrl+4'], shown: 'g l' },
  { id: 'settings', place: { screen: 'settings' }, keys: ['g s', 'Ctrl+5', 'Ctrl+,'], shown: 'g s' },
];

const BELONGS: Readonly<Record<Route['screen'], NavigationScreen['id']>> = {
  day: 'day',
  race: 'day',
  horse: 'day',
  table: 'tables',
  payoffs: 'payoffs',
  downloads: 'downloads',
  settings: 'settings',
};

/** Which entry of the navigation a place belongs to. */
export const screenFor = (place: Route): NavigationScreen['id'] => BELONGS[place.screen];
