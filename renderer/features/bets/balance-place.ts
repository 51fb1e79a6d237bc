// Where a step of a running balance leads: to the payoffs of its race, or to its day.

import type { BalanceStep } from '#shared/betting/running-balance.ts';
import { isRacedate } from '#shared/racing/racedate.ts';
import type { Route } from '../../app/screens.tsx';
import { racePlace } from '../../racing/key-links.ts';

export function balancePlace({ racekey, racedate }: BalanceStep): Route | undefined {
  if (racekey !== undefined) return racePlace(racekey, 'payoffs');
  return isRacedate(racedate) ? { screen: 'day', racedate } : undefined;
}
