// What bets paid over a period: figures of the payoffs that pass, of one bet in detail, and of ranks of popularity. Pure
// shapes; the procedures are in results.ts. Amounts are yen per 100 yen (specification, section 2.2), from the payoff
// tables alone (section 4.3).

import { z } from 'zod';
import { idSchema } from '#shared/bridge/names.ts';
import { columnFilterSchema } from '#shared/bridge/row-query.ts';
import { BET_NAMES } from '#shared/catalogue/bets.ts';

/** Most thresholds whose shares are counted. */
export const MOST_THRESHOLDS = 4;

/** Ten thousand yen and more make a big payoff; each step is ten times as big. */
export const FIRST_THRESHOLDS: readonly number[] = [10_000, 100_000, 1_000_000];

const amount = z.number().int().min(1).max(1e9);

/** Amounts in yen, rising. */
export const thresholdsSchema = z.array(amount).max(MOST_THRESHOLDS);

/** How amounts spread. Quantiles are of type 7 (Hyndman and Fan): linear between the order statistics. */
export const spreadSchema = z.object({
  n: z.number().int(),
  /** Place and wide pay several combinations of a race, any bet does in a dead heat. */
  races: z.number().int(),
  min: z.number(),
  p10: z.number(),
  p25: z.number(),
  median: z.number(),
  mean: z.number(),
  p75: z.number(),
  p90: z.number(),
  p99: z.number(),
  max: z.number(),
  /** How many amounts are each threshold or more, in the order of the question. */
  above: z.array(z.number().int()),
});

export type Spread = z.infer<typeof spreadSchema>;

const raceSchema = z.object({ racedate: z.string(), racekey: z.string() });

export const payoffFiguresSchema = z.object({
  /** The bets that occur, in their usual order. */
  bets: z.array(spreadSchema.extend({ bet: z.enum(BET_NAMES) })),
  /** Races of which a payoff passes, those among them with a dead heat, and those that gave stakes back. */
  races: z.number().int(),
  deadHeats: z.number().int(),
  refunded: z.number().int(),
  /** Payoffs that pass and are no number: they are in no figure. */
  unreadable: z.number().int(),
  /** Races of the period that gave stakes back and paid nothing, whatever the filters: void, or not settled yet. */
  unpaid: z.array(raceSchema),
});

export type PayoffFigures = z.infer<typeof payoffFiguresSchema>;
export type BetFigures = PayoffFigures['bets'][number];

/** A group of payoffs of one bet, with the filters that find them when added to the present ones. */
const groupSchema = spreadSchema.extend({ key: z.string(), filters: z.array(columnFilterSchema) });

export type PayoffGroup = z.infer<typeof groupSchema>;

export const payoffsOfBetSchema = z.object({
  /** From `from` to below `to`, without gaps. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), n: z.number().int() })),
  /** By the code of the racecourse, in its order. */
  courses: z.array(groupSchema),
  /** By YYYYMM, the earliest first. */
  months: z.array(groupSchema),
  /** The highest first; equal amounts in the order of the rows. */
  biggest: z.array(
    raceSchema.extend({ combination: z.string(), amount: z.number(), popularity: z.number().optional() }),
  ),
});

export type PayoffsOfBet = z.infer<typeof payoffsOfBetSchema>;

const intervalSchema = z.object({ low: z.number(), high: z.number() });

/** Percent; 95 of 100 such intervals hold the true figure. */
export type PercentInterval = z.infer<typeof intervalSchema>;

export const payoffRankSchema = z.object({
  rank: z.number().int(),
  /** Races that had as many combinations: 100 yen are staked on each. */
  races: z.number().int(),
  /** Races in which a combination of this rank won. */
  hits: z.number().int(),
  /** Of the hits. Where several winning combinations share the rank, the mean of their payoffs. */
  yen: z.number(),
  /** Of the share of races with a hit: Wilson's score. Absent without a race. */
  hitInterval: intervalSchema.optional(),
  /** Of the return: resampled races. Absent without a hit, which no resample could change, and below two races. */
  returnInterval: intervalSchema.optional(),
});

export type PayoffRank = z.infer<typeof payoffRankSchema>;

export const payoffRanksSchema = z.object({
  ranks: z.array(payoffRankSchema),
  /** Races that the bet paid in and whose ranks are known: those that are counted. */
  races: z.number().int(),
  /** Of these, races in which more combinations won than without a dead heat: each is a hit of its rank. */
  deadHeats: z.number().int(),
  /** Races with a winner of a rank below those listed. */
  lower: z.number().int(),
  /** Races that are not counted: a payoff without amount or popularity, or an unknown number of starters. */
  leftOut: z.number().int(),
  /** Columns of the payoff itself whose filters do not apply: a rate needs every race. */
  withoutFilters: z.array(z.string()),
  /** Whether the quick search does not apply either. */
  withoutSearch: z.boolean(),
});

export type PayoffRanks = z.infer<typeof payoffRanksSchema>;

const ofResult = z.object({ resultId: idSchema });

export const payoffFiguresRequestSchema = ofResult.extend({ above: thresholdsSchema });
export const payoffsOfBetRequestSchema = payoffFiguresRequestSchema.extend({ bet: z.enum(BET_NAMES) });
export const payoffRanksRequestSchema = ofResult.extend({ bet: z.enum(BET_NAMES) });
