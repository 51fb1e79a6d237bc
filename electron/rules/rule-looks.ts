// Which rules were run over which days, and how often: with every rule that is tried on the same races, one that looks
// good by chance becomes more likely, and races that were looked at check nothing any more.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { ruleFiguresSchema, type RuleLooks, type RuleRecords } from '#shared/bridge/rules.ts';
import {
  isSamePeriod,
  ruleContent,
  rulePeriodSchema,
  type Rule,
  type RulePeriod,
} from '#shared/rules/rule.ts';
import { overlaps } from '#shared/rules/rule-problems.ts';
import type { StateTexts } from '../files/damage-notice.ts';
import type { JsonFile } from '../files/json-file.ts';
import { openStateFile, type StateReports } from '../files/state-file.ts';

const looksStateSchema = z.object({
  version: z.literal(1),
  runs: z.array(
    z.object({
      /** The service whose races they were. */
      service: z.string(),
      /** What the rule picks and bets, as a hash. */
      rule: z.string(),
      period: rulePeriodSchema,
      times: z.number().int().min(1),
      figures: ruleFiguresSchema,
      /** Whether all that was asked for was stored; absent in files of earlier versions. */
      complete: z.boolean().optional(),
      /** The last time, in epoch milliseconds. */
      at: z.number(),
    }),
  ),
});

type LooksState = z.infer<typeof looksStateSchema>;
type Run = LooksState['runs'][number];

export type RuleLooksFile = JsonFile<LooksState>;

const TEXTS: StateTexts = {
  subject: 'rules',
  name: { en: 'The count of rules tried', ja: 'ルールの試行回数' },
  fields: { runs: { en: 'runs of rules', ja: 'ルールの実行記録' } },
  describe: ({ path: [list] }) =>
    list === 'runs' ? { en: 'A run of a rule.', ja: 'ルールの実行記録。' } : undefined,
};

/** As `openStateFile`: never fails. */
export const openRuleLooks = ({
  dataDir,
  ...reports
}: StateReports & { readonly dataDir: string }): Promise<RuleLooksFile> =>
  openStateFile({
    path: join(dataDir, 'rule-looks.json'),
    schema: looksStateSchema,
    initial: { version: 1, runs: [] },
    texts: TEXTS,
    ...reports,
  });

export const ruleHash = (rule: Rule): string =>
  createHash('sha256').update(ruleContent(rule)).digest('hex').slice(0, 32);

/** The state with one more run of the rule over the period. Pure. */
export function withRun(
  { runs }: LooksState,
  wanted: { readonly service: string; readonly rule: string; readonly period: RulePeriod },
  last: Pick<Run, 'figures' | 'complete' | 'at'>,
): LooksState {
  const isSame = (run: Run): boolean =>
    run.service === wanted.service && run.rule === wanted.rule && isSamePeriod(run.period, wanted.period);
  const before = runs.find(isSame);
  const run = { ...wanted, times: (before?.times ?? 0) + 1, ...last };
  return { version: 1, runs: [...runs.filter((each) => !isSame(each)), run] };
}

/**
 * Different rules that were run on days of the choosing period, with this one, and runs over days of the checking period.
 * Pure.
 */
export function looksAt(
  { runs }: LooksState,
  service: string,
  rule: Rule,
  period: RulePeriod = rule.choosing,
): RuleLooks {
  const own = runs.filter((run) => run.service === service);
  const tried = new Set(own.filter((run) => overlaps(run.period, period)).map((run) => run.rule));
  tried.add(ruleHash(rule));
  const { checking } = rule;
  return {
    rulesTried: tried.size,
    looks:
      checking === undefined
        ? 0
        : own.filter((run) => overlaps(run.period, checking)).reduce((sum, run) => sum + run.times, 0),
  };
}

/** The rule's last figures over its periods. Pure. */
export function recordsOfRule({ runs }: LooksState, service: string, rule: Rule): RuleRecords {
  const hash = ruleHash(rule);
  const found = (period: RulePeriod | undefined) => {
    const run =
      period &&
      runs.find(
        (each) => each.service === service && each.rule === hash && isSamePeriod(each.period, period),
      );
    if (run === undefined) return undefined;
    const { figures, complete, at } = run;
    return { period: run.period, figures, ...(complete === undefined ? {} : { complete }), at };
  };
  const [choosing, checking] = [found(rule.choosing), found(rule.checking)];
  return { ...(choosing && { choosing }), ...(checking && { checking }) };
}
