// Rules: the files of rules, what a rule returned over a period, and the coming runners that a rule picks.

import { z } from 'zod';
import { incompletenessSchema } from '#shared/bridge/results.ts';
import { procedure, withoutInput } from '#shared/bridge/procedure.ts';
import { revisionSchema } from '#shared/bridge/revision.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { BET_NAMES } from '#shared/catalogue/bets.ts';
import { rulePeriodSchema, ruleSchema } from '#shared/rules/rule.ts';

const count = z.number().int();

/** Flat stakes on some races. A combination whose stake was given back counts nowhere but in `refunded`. */
export const ruleFiguresSchema = z.object({
  /** Races with a stake, and those of them in which one returned something. */
  races: count,
  racesHit: count,
  /** Combinations with a stake, and those of them that won. */
  bets: count,
  hits: count,
  /** Yen. */
  stake: z.number(),
  returned: z.number(),
  refunded: z.number(),
  /**
   * Percent of the stakes: 95 of 100 returns of resampled races lie between these. Absent with fewer than two races, and
   * without a return.
   */
  interval: z.object({ low: z.number(), high: z.number() }).optional(),
});

export type RuleFigures = z.infer<typeof ruleFiguresSchema>;

const namedRaces = z.object({
  races: count,
  /** The first of them. */
  named: z.array(z.object({ racedate: z.string(), racekey: z.string() })),
});

export type NamedRaces = z.infer<typeof namedRaces>;

/** A runner of a bet; the name and id are null if neither its card nor its result is stored. */
const decidingRunnerSchema = z.object({
  number: count,
  horse_name: z.string().nullable(),
  horse_id: z.string().nullable(),
});

export type DecidingRunner = z.infer<typeof decidingRunnerSchema>;

/** Races and combinations with a stake. */
const decidedSchema = z.object({ races: count, bets: count });

/** What the bets on the picked runners returned; the numbers of `bets` are those of the rule. */
export const ruleTallySchema = z.object({
  /** Runners that pass, and their races; all races of the period. */
  picked: z.object({ runners: count, races: count, racesInAll: count }),
  whole: ruleFiguresSchema,
  bets: z.array(ruleFiguresSchema),
  years: z.array(z.object({ year: z.string(), figures: ruleFiguresSchema })),
  /** By the value of the asked column, the most bets first; of combinations the value of their first horse counts. */
  groups: z.array(z.object({ raw: z.string().nullable(), figures: ruleFiguresSchema })),
  moreGroups: z.boolean(),
  /** Stakes and returns of each race day, in yen. */
  days: z.array(z.object({ racedate: z.string(), stake: z.number(), returned: z.number() })),
  /** The winning combinations that returned most, and the races that cost most, the newest first among equals. */
  winners: z.array(
    z.object({
      racedate: z.string(),
      racekey: z.string(),
      bet: z.enum(BET_NAMES),
      combination: z.string(),
      payoff: z.number(),
      returned: z.number(),
      /** Of brackets, the runners that were taken for them. */
      runners: z.array(decidingRunnerSchema),
    }),
  ),
  losers: z.array(
    z.object({
      racedate: z.string(),
      racekey: z.string(),
      stake: z.number(),
      /** Less than the stake. */
      returned: z.number(),
      /** Those that were bet on. */
      runners: z.array(decidingRunnerSchema),
    }),
  ),
  /** Yen returned if the winning combinations that returned most had lost. */
  without: z.array(z.object({ winners: count, returned: z.number() })),
  /** The most races in a row without a return. */
  losing: z.object({ races: count, from: z.string(), to: z.string() }).optional(),
  /** Races with a bet of which a result, the brackets or the payoffs are not known: no stake of that bet counts. */
  unsettled: namedRaces,
  /** For each bet, the races with a stake in which it was not sold. */
  notSold: z.array(count),
  /** Races in which no runner has a value of a column that the rule reads and a day may lack. */
  lacking: z.array(namedRaces.extend({ column: z.string() })),
  /** Picked runners that some bet did not take because its ordering column has no value that can be read. */
  withoutValue: count,
  /** Picked runners that have no number: no bet on them can be made. */
  withoutNumber: count,
  /** Runners left out, picked or not: their mark or note was changed after the decision, and what it was is not known. */
  leftOut: count,
  /** By what the bets were decided, of values that change until the start. */
  known: z.object({
    minutesBeforePost: count,
    /** By values that were recorded by then. */
    recorded: decidedSchema,
    /** By the values that are stored last, because not all were recorded by then. */
    last: decidedSchema,
    /** Races of the period, picked or not, in which a recorded value differs from the one that is stored last. */
    changed: count,
  }),
});

export type RuleTally = z.infer<typeof ruleTallySchema>;

/** How often the data was used before this run, and with it. */
export const ruleLooksSchema = z.object({
  /** Different rules that were run on races of the same period, this one included. */
  rulesTried: count,
  /** How often the rule's checking period was run over by any rule, this run included. */
  looks: count,
});

export type RuleLooks = z.infer<typeof ruleLooksSchema>;

export const ruleReportSchema = z.object({
  period: rulePeriodSchema,
  /** Which of the rule's periods was run; `other` for one that is neither. */
  of: z.enum(['choosing', 'checking', 'other']),
  tally: ruleTallySchema,
  complete: z.boolean(),
  reasons: z.array(incompletenessSchema),
  looks: ruleLooksSchema,
});

export type RuleReport = z.infer<typeof ruleReportSchema>;

/** A rule of the data folder; its id is the name of its file. */
const savedRuleSchema = z.object({ id: z.string(), rule: ruleSchema, revision: revisionSchema });

export type SavedRule = z.infer<typeof savedRuleSchema>;

const runSchema = z.object({
  period: rulePeriodSchema,
  figures: ruleFiguresSchema,
  /** Whether the run was complete; absent if that was not kept. */
  complete: z.boolean().optional(),
  /** Epoch milliseconds. */
  at: z.number(),
});

export type RuleRun = z.infer<typeof runSchema>;

/** The figures of a rule's last run over its choosing and its checking period. */
export const ruleRecordsSchema = z.object({
  choosing: runSchema.optional(),
  checking: runSchema.optional(),
});

export type RuleRecords = z.infer<typeof ruleRecordsSchema>;

/** What a watched rule picks on a day, in the races that are not run yet. */
const watchedRunnersSchema = z.object({
  runners: z.array(
    z.object({
      racekey: z.string(),
      horse_number: z.string(),
      horse_id: z.string().nullable(),
      horse_name: z.string().nullable(),
    }),
  ),
  /** Races of the day that are not run yet, and those that are: nothing is picked in them any more. */
  racesToCome: count,
  racesRun: count,
  /** Columns of the pre-race record, and in how many of the races to come no runner has a value of it yet. */
  awaits: z.array(z.object({ column: z.string(), races: count })),
  /** Runners of these races that the rule's report leaves out too: their mark was changed after the decision. */
  leftOut: count,
  /** Why the rule cannot be run: then it picks nothing. */
  problem: z.object({ en: z.string(), ja: z.string() }).optional(),
});

export type WatchedRunners = z.infer<typeof watchedRunnersSchema>;

const watchedRuleSchema = watchedRunnersSchema.extend({
  id: z.string(),
  name: z.string(),
  records: ruleRecordsSchema,
});

export type WatchedRule = z.infer<typeof watchedRuleSchema>;

const language = z.enum(['en', 'ja']);
/** In characters: a rule with all its filters. */
const LONGEST_FILE = 1024 * 1024;

export const rules = {
  /** By name. Files of the folder that are no rules are named, and left alone. */
  list: withoutInput.output(
    z.object({
      rules: z.array(savedRuleSchema.extend({ records: ruleRecordsSchema })),
      unreadable: z.array(
        z.object({ file: z.string(), problem: z.object({ en: z.string(), ja: z.string() }) }),
      ),
      folder: z.string(),
    }),
  ),
  /**
   * A new rule has no id yet. `basis`: the revision of the rule that was changed. Errors: CHANGED_ELSEWHERE,
   * FILE_FAILED.
   */
  save: procedure
    .input(
      z.object({ id: z.string().max(200).optional(), rule: ruleSchema, basis: revisionSchema.optional() }),
    )
    .output(z.object({ id: z.string(), revision: revisionSchema })),
  /** Errors: CHANGED_ELSEWHERE if the rule is no longer the one of `basis`, FILE_FAILED. */
  remove: procedure.input(z.object({ id: z.string().max(200), basis: revisionSchema })).output(z.object({})),
  /**
   * What the rule returned over a period; the run is counted, also over the checking period. `by`: a column of the runners
   * to group by. Errors: RULE_INVALID, RULE_READS_RESULT, CANCELLED, those of opening a result.
   */
  run: procedure
    .input(z.object({ rule: ruleSchema, period: rulePeriodSchema, by: z.string().max(100).optional() }))
    .output(ruleReportSchema),
  /** How often the rule's data was used so far; nothing is counted. */
  looks: procedure.input(z.object({ rule: ruleSchema })).output(ruleLooksSchema),
  /** The runners that the watched rules pick in the races of a day that are to come. */
  watched: procedure.input(z.object({ racedate: racedateSchema })).output(z.array(watchedRuleSchema)),
  /**
   * Writes a rule to a file to pass on. Under Electron asks where to save first; a dismissed dialog answers no path.
   * Errors: FILE_FAILED.
   */
  write: procedure.input(z.object({ rule: ruleSchema, language })).output(
    z.object({
      path: z.string().optional(),
      /** In a browser window: where the file can be fetched from, relative to the window's own address. */
      download: z.string().optional(),
    }),
  ),
  /** Adds the rule of such a file. Errors: RULE_INVALID. */
  adopt: procedure
    .input(z.object({ name: z.string().max(500), text: z.string().max(LONGEST_FILE) }))
    .output(z.object({ id: z.string() })),
};
