// Rules as the window and the command line use them: their files, running them with each run counted, and the coming
// runners that watched rules pick.

import type { RuleLooks, RuleRecords, RuleReport, SavedRule } from '#shared/bridge/rules.ts';
import { problemsOfRule } from '#shared/rules/rule-problems.ts';
import type { Rule, RulePeriod } from '#shared/rules/rule.ts';
import type { Results } from '../results/result.ts';
import { KeptRunners } from './kept-runners.ts';
import type { RuleFiles } from './rule-files.ts';
import { looksAt, recordsOfRule, ruleHash, withRun, type RuleLooksFile } from './rule-looks.ts';
import { runRule, type RunnerParts, type RunOptions } from './run-rule.ts';
import { watchedRunners, type WatchedRunners } from './watched-rules.ts';

export interface RulesOptions extends Omit<RunnerParts, 'runners'> {
  readonly results: Results;
  readonly files: RuleFiles;
  readonly looks: RuleLooksFile;
  /** The connected service: the races of one say nothing about those of another. Errors: NOT_CONNECTED. */
  readonly service: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface WatchedRule extends WatchedRunners, Pick<SavedRule, 'id'> {
  readonly name: string;
  readonly records: RuleRecords;
}

export interface Rules {
  readonly files: RuleFiles;
  /** Runs the rule and counts the run. Errors: those of `runRule`; FILE_FAILED, and then nothing is answered. */
  run(rule: Rule, period: RulePeriod, options?: RunOptions): Promise<RuleReport>;
  /** How often the rule's data was used so far. Errors: NOT_CONNECTED, FILE_FAILED. */
  looks(rule: Rule): Promise<RuleLooks>;
  /** The last figures of rules over their periods. Errors: NOT_CONNECTED, FILE_FAILED. */
  records(rules: readonly Rule[]): Promise<readonly RuleRecords[]>;
  /** The runners of a day that the watched rules pick; rules that cannot be run are left out. Errors: those of opening a result. */
  watched(racedate: string, signal?: AbortSignal): Promise<readonly WatchedRule[]>;
}

const isSame = (one: RulePeriod, other: RulePeriod | undefined): boolean =>
  one.from === other?.from && one.to === other.to;

export function createRules(options: RulesOptions): Rules {
  const { files, looks, service, now } = options;
  const parts = { ...options, runners: new KeptRunners(options.results, options.archive) };
  return {
    files,
    async run(rule, period, runOptions = {}) {
      const { tally, complete, reasons } = await runRule(parts, rule, period, runOptions);
      const own = { service: service(), rule: ruleHash(rule), period };
      // Whoever has seen the figures has looked: they are shown only once that is counted.
      await looks.update((state) => withRun(state, own, tally.whole, now()));
      return {
        period,
        of: isSame(period, rule.choosing) ? 'choosing' : isSame(period, rule.checking) ? 'checking' : 'other',
        tally,
        complete,
        reasons,
        looks: looksAt(looks.state, own.service, rule, period),
      };
    },
    looks: async (rule) => looksAt(await looks.read(), service(), rule),
    async records(rules) {
      const state = await looks.read();
      return rules.map((rule) => recordsOfRule(state, service(), rule));
    },
    async watched(racedate, signal) {
      const { rules } = await files.list();
      const watching = rules.filter(({ rule }) => rule.watch === true && problemsOfRule(rule).length === 0);
      const all = watching.map(({ rule }) => rule);
      const found = await watchedRunners(options.results, all, racedate, signal);
      const records = await this.records(all);
      return watching.map(({ id, rule }, at) => ({
        id,
        name: rule.name,
        records: records[at] ?? {},
        runners: found[at]?.runners ?? [],
        awaits: found[at]?.awaits ?? [],
      }));
    },
  };
}
