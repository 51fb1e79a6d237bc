// How far the figures of a rule can be trusted. Pure.

import { INTERVAL_SHARE } from '#shared/bridge/rank-records.ts';
import type { RuleFigures } from '#shared/bridge/rules.ts';
import { betOf } from '#shared/catalogue/bets.ts';
import type { Rule } from '#shared/rules/rule.ts';

/** With fewer races or fewer winning combinations than these, single payoffs decide the return. */
export const FEW_RACES = 100;
export const FEW_HITS = 10;

export const isSmallSample = ({ races, hits }: RuleFigures): boolean => races < FEW_RACES || hits < FEW_HITS;

/** Percent of the stakes that came back; undefined without a stake. */
export const returnOf = ({ stake, returned }: RuleFigures): number | undefined =>
  stake === 0 ? undefined : (100 * returned) / stake;

/** Percent of the combinations that won; undefined without any. */
export const hitRateOf = ({ bets, hits }: RuleFigures): number | undefined =>
  bets === 0 ? undefined : (100 * hits) / bets;

/**
 * Percent of the stakes that the bets pay out in the long run, whoever wins: the mean of their pay-out rates by stake;
 * undefined without a stake.
 */
export function payoutRateOf(bets: Rule['bets'], figures: readonly RuleFigures[]): number | undefined {
  const stake = figures.reduce((sum, each) => sum + each.stake, 0);
  if (stake === 0) return undefined;
  const paid = bets.reduce((sum, { bet }, at) => sum + betOf(bet).payoutRate * (figures[at]?.stake ?? 0), 0);
  return (100 * paid) / stake;
}

/** Of so many rules that know nothing, how many have an interval above their true return by chance. */
export const luckyByChance = (rulesTried: number): number => (rulesTried * (1 - INTERVAL_SHARE)) / 2;
