// A rule: which runners it picks, by filters over what was known before the race, and how it bets on them. A rule is a
// file of its own, so that it can be named, kept and passed on.

import { z } from 'zod';
import { columnFilterSchema, MOST_FILTERS } from '#shared/bridge/row-query.ts';
import { racedateSchema } from '#shared/bridge/source.ts';
import { BET_NAMES } from '#shared/catalogue/bets.ts';

/** Longest name, in characters, and longest note. */
export const LONGEST_RULE_NAME = 80;
export const LONGEST_RULE_NOTE = 4000;

/** The most bets of one rule. */
export const MOST_BETS = 12;

/** The earliest decision, in minutes before the start: on the day of the race, so that its card is always known. */
export const MOST_MINUTES_BEFORE = 480;

/** The most runners that a race has. */
export const MOST_TAKEN = 18;

/** Yen on each combination: the least, the most, and the unit. */
export const RULE_STAKE = { least: 100, most: 1_000_000, unit: 100 } as const;

/** Inclusive, YYYYMMDD. */
export const rulePeriodSchema = z.object({ from: racedateSchema, to: racedateSchema });

export type RulePeriod = z.infer<typeof rulePeriodSchema>;

/** Whether both are the same days, or both are absent. */
export const isSamePeriod = (one: RulePeriod | undefined, other: RulePeriod | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to;

/**
 * How the runners that the rule picked in a race become bets:
 * - `each`: one bet on each of them (win and place)
 * - `straight`: one combination of the first two or three, in their order
 * - `box`: all combinations of them; of a bet in which the order counts, every order
 * - `axis`: all combinations with the first of them; of a bet in which the order counts, that one in front
 */
export const BET_FORMS = ['each', 'straight', 'box', 'axis'] as const;

export type BetForm = (typeof BET_FORMS)[number];

export const ruleBetSchema = z.object({
  bet: z.enum(BET_NAMES),
  form: z.enum(BET_FORMS),
  /**
   * The column that orders the picked runners of a race; of equal values the lower horse number comes first. Runners
   * without a value are not taken.
   */
  by: z.object({ column: z.string().max(100), order: z.enum(['highest', 'lowest']) }).optional(),
  /** Only the first so many of them; without it, all. */
  take: z.number().int().min(1).max(MOST_TAKEN).optional(),
  /** Yen on each combination. */
  stake: z.number().int().min(RULE_STAKE.least).max(RULE_STAKE.most).multipleOf(RULE_STAKE.unit),
});

export type RuleBet = z.infer<typeof ruleBetSchema>;

/** What this version of the app writes. */
export const RULE_VERSION = 2 as const;

export const ruleSchema = z.object({
  railbird: z.literal('rule'),
  /** Version 1 has no time of decision: such a rule decides at the start. */
  version: z.union([z.literal(1), z.literal(RULE_VERSION)]).transform(() => RULE_VERSION),
  name: z
    .string()
    .max(1000)
    .transform((name) => name.normalize('NFC').trim())
    .pipe(z.string().min(1).max(LONGEST_RULE_NAME)),
  note: z.string().max(LONGEST_RULE_NOTE).optional(),
  /** The races on which the rule is chosen: it may be run on them as often as one likes. */
  choosing: rulePeriodSchema,
  /** The races that check it. Each look at them is counted. */
  checking: rulePeriodSchema.optional(),
  /** All of them must pass, in the grammar of the grid's filters, over the columns of the runners. */
  filters: z.array(columnFilterSchema.extend({ column: z.string().max(100) })).max(MOST_FILTERS),
  bets: z.array(ruleBetSchema).min(1).max(MOST_BETS),
  /** So many minutes before the start the rule decides, by what was known then; 0 without it. */
  minutesBeforePost: z.number().int().min(0).max(MOST_MINUTES_BEFORE).optional(),
  /** Whether it marks the runners of coming races. */
  watch: z.boolean().optional(),
});

export type Rule = z.infer<typeof ruleSchema>;

/** The columns that the rule reads: those of its filters, and those that order its bets. */
export const columnsOfRule = ({ filters, bets }: Pick<Rule, 'filters' | 'bets'>): readonly string[] => [
  ...new Set([
    ...filters.filter(({ text }) => text.trim() !== '').map(({ column }) => column),
    ...bets.flatMap(({ by }) => by?.column ?? []),
  ]),
];

/** How many minutes before the start the rule decides. */
export const minutesBefore = ({ minutesBeforePost = 0 }: Pick<Rule, 'minutesBeforePost'>): number =>
  minutesBeforePost;

/** What makes two rules the same: what they pick and bet, and when, whatever they are called. */
export const ruleContent = ({
  filters,
  bets,
  minutesBeforePost,
}: Pick<Rule, 'filters' | 'bets' | 'minutesBeforePost'>): string =>
  JSON.stringify([
    filters
      .filter(({ text }) => text.trim() !== '')
      .map(({ column, text }) => [column, text.trim()])
      .toSorted((a, b) => (a.join() < b.join() ? -1 : 1)),
    bets.map(({ bet, form, by, take, stake }) => [
      bet,
      form,
      by?.column ?? '',
      by?.order ?? '',
      take ?? 0,
      stake,
    ]),
    // Rules without a time of decision have kept their hash (electron/rules/rule-looks.ts).
    ...(minutesBeforePost ? [minutesBeforePost] : []),
  ]);

/** The rule as its file has it: its fields in one order, its name trimmed. One that no file can have stays as it is. */
export const keptRule = (rule: Rule): Rule => ruleSchema.safeParse(rule).data ?? rule;

/** Whether two rules have the same file. */
export const isSameRule = (one: Rule, other: Rule): boolean =>
  ruleText(keptRule(one)) === ruleText(keptRule(other));

/** The text of a rule's file. */
export const ruleText = (rule: Rule): string => `${JSON.stringify(rule, null, 2)}\n`;
