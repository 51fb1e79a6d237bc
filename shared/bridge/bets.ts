// Lists of bets: what they returned by the stored payoffs, and the lists that the user keeps.

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { OPEN_REASONS } from '#shared/betting/open-reasons.ts';
import { LINE_PROBLEMS } from '#shared/betting/line-problems.ts';
import { procedure } from '#shared/bridge/procedure.ts';
import { failureSchema } from '#shared/bridge/results.ts';
import { revisionSchema } from '#shared/bridge/revision.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { BET_NAMES } from '#shared/catalogue/bets.ts';

/** In characters: about 50,000 lines. */
export const LONGEST_BET_LIST = 2_000_000;

const text = z.string().max(LONGEST_BET_LIST);
const id = z.string().min(1).max(64);
const yen = z.number();

/** A list that the user keeps. */
export const betListSchema = z.object({
  id,
  name: z.string().trim().min(1).max(120),
  text,
  /** Epoch milliseconds. */
  at: z.number().int().nonnegative(),
});

export type BetList = z.infer<typeof betListSchema>;

/** A list without its text; `revision` identifies its name and text. */
const namedListSchema = betListSchema.omit({ text: true }).extend({ revision: revisionSchema });

const tally = {
  settled: z.number().int(),
  hits: z.number().int(),
  staked: yen,
  returned: yen,
  refunded: yen,
};

const tallyGroup = z.object({ key: z.string(), ...tally });

/** As `BetReport` in shared/betting/report.ts. */
export const betReportSchema = z.object({
  bets: z
    .array(
      z.object({
        line: z.number().int(),
        text: z.string(),
        racekey: z.string().optional(),
        racedate: z.string().optional(),
        racecourse_cd: z.string().optional(),
        raceNumber: z.number().int().optional(),
        bet: z.enum(BET_NAMES),
        shown: z.string(),
        combinations: z.number().int(),
        stake: yen,
        isStakeWritten: z.boolean(),
        ...tally,
        open: yen,
        reasons: z.array(z.object({ reason: z.enum(OPEN_REASONS), count: z.number().int() })).readonly(),
        sameAs: z.number().int().optional(),
      }),
    )
    .readonly(),
  bad: z
    .array(
      z.object({
        line: z.number().int(),
        text: z.string(),
        problem: z.object({
          is: z.enum(LINE_PROBLEMS),
          values: z.record(z.string(), z.union([z.string(), z.number()])).readonly(),
        }),
      }),
    )
    .readonly(),
  total: z.object(tally),
  open: yen,
  byBet: z.array(tallyGroup).readonly(),
  byCourse: z.array(tallyGroup).readonly(),
  byMonth: z.array(tallyGroup).readonly(),
  balance: z
    .array(z.object({ racekey: z.string(), racedate: z.string(), staked: yen, returned: yen, balance: yen }))
    .readonly(),
  drawdown: z.object({ yen, from: z.number().int(), to: z.number().int() }).optional(),
});

const missingRaceSchema = z.object({
  racekey: z.string().max(16).optional(),
  racedate: racedateSchema.optional(),
});

const payoffFetchEventSchema = z.object({
  done: z.number().int(),
  total: z.number().int(),
  /** At the end: why some of them could not be requested. */
  failure: failureSchema.optional(),
});

export type PayoffFetchEvent = z.infer<typeof payoffFetchEventSchema>;

export const bets = {
  /** Checks the lines of a text, and names the races whose payoffs can be fetched. Sends no requests. Errors: TOO_MANY_BETS. */
  check: procedure
    .input(z.object({ text }))
    .output(z.object({ report: betReportSchema, missing: z.array(missingRaceSchema).readonly() })),
  /** Fetches the payoffs of races; ending the stream stops it. Fails only if nothing at all could be fetched. */
  fetch: procedure
    .input(z.object({ races: z.array(missingRaceSchema).max(50_000) }))
    .output(eventIterator(payoffFetchEventSchema)),
  /** The lists, the one changed last first. */
  lists: procedure.input(z.object({})).output(z.array(namedListSchema)),
  /** Undefined if there is no such list any more. */
  read: procedure
    .input(z.object({ id }))
    .output(z.object({ list: betListSchema.extend({ revision: revisionSchema }).optional() })),
  /**
   * Stores a list under its id. `basis`: the revision that it was changed from; without one there must be no list of this
   * id, as when a deleted one is restored. Errors: CHANGED_ELSEWHERE, BET_LIST_NAME_TAKEN, TOO_MANY_BET_LISTS.
   */
  save: procedure
    .input(betListSchema.omit({ at: true }).extend({ basis: revisionSchema.optional() }))
    .output(namedListSchema),
  /** Errors: CHANGED_ELSEWHERE if the list is no longer the one of `basis`. */
  remove: procedure.input(z.object({ id, basis: revisionSchema })).output(z.object({})),
  /**
   * Writes the checked lines as CSV, which can be opened as a list again. Under Electron asks where to save first; a
   * dismissed dialog answers no path. Errors: FILE_FAILED, TOO_MANY_BETS.
   */
  write: procedure
    .input(z.object({ text, name: z.string().max(120), language: z.enum(['en', 'ja']) }))
    .output(
      z.object({
        path: z.string().optional(),
        /** In a browser window: where the file can be fetched from, relative to the window's own address. */
        download: z.string().optional(),
        count: z.number().int(),
      }),
    ),
};
