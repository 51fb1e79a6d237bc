// The period of a person's page: twelve months, everything that is stored, or the days from the route. Pure.

import type { ResultSource } from '#shared/bridge/source.ts';
import { lastYear } from '../../components/periods.ts';

export interface WantedPeriod {
  readonly period?: 'all' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Both ends included; without a first day, from the first that is stored. */
export interface PersonPeriod {
  readonly from?: string;
  readonly to: string;
}

/** The days after today have no outcome: they are listed as runners to come. */
export function personPeriod({ period, from, to }: WantedPeriod, today: string): PersonPeriod {
  if (period === 'all') return { to: today };
  return from !== undefined && to !== undefined ? { from, to } : lastYear(today);
}

export const isOwnPeriod = ({ period, from, to }: WantedPeriod): boolean =>
  period === undefined && from !== undefined && to !== undefined;

export const runnersOf = (period: PersonPeriod): ResultSource => ({
  kind: 'subject',
  subject: 'runners',
  ...period,
});

/** The days whose runners are listed as those to come. */
export const COMING_DAYS = 7;
