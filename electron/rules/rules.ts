// Rules as the window and the command line use them: their files, running them with each run counted, and the coming
// runners that watched rules pick.

import type { RuleLooks, RuleRecords, RuleReport, WatchedRule } from '#shared/bridge/rules.ts';
import { isSamePeriod, type Rule, type RulePeriod } from '#shared/rules/rule.ts';
import { RailbirdError } from '#shared/errors.ts';
import type { Results } from '../results/result.ts';
import { KeptRunners } from './kept-runners.ts';
import type { RuleFiles } from './rule-files.ts';
import { looksAt, recordsOfRule, ruleHash, withRun, type RuleLooksFile } from './rule-looks.ts';
import { runRule, type RuleService, type RunOptions } from './run-rule.ts';
import { NONE_WATCHED, watchedRunners } from './watched-rules.ts';

export interface RulesOptions {
  readonly results: Results;
  readonly files: RuleFiles;
  readonly looks: RuleLooksFile;
  /** The connected service: the races of one say nothing about those of another. Errors: NOT_CONNECTED. */
  readonly service: () => RuleService;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface Rules {
  readonly files: RuleFiles;
  /**
   * Runs the rule and counts the run. Errors: those of `runRule`, SERVICE_CHANGED; FILE_FAILED, and then nothing is
   * answered.
   */
  run(rule: Rule, period: RulePeriod, options?: RunOptions): Promise<RuleReport>;
  /** How often the rule's data was used so far. Errors: NOT_CONNECTED, FILE_FAILED. */
  looks(rule: Rule): Promise<RuleLooks>;
  /** The last figures of rules over their periods. Errors: NOT_CONNECTED, FILE_FAILED. */
  records(rules: readonly Rule[]): Promise<readonly RuleRecords[]>;
  /**
   * The runners that the watched rules pick in the races of a day that are to come; a rule that cannot be run has its
   * problem instead. Errors: SERVICE_CHANGED, FILE_FAILED, those of opening a result and of the annotations.
   */
  watched(racedate: string, signal?: AbortSignal): Promise<readonly WatchedRule[]>;
}

export function createRules(options: RulesOptions): Rules {
  const { files, looks, service, now } = options;
  const runners = new KeptRunners(options.results, now);
  return {
    files,
    async run(rule, period, runOptions = {}) {
      const ran = service();
      const { tally, complete, reasons } = await runRule(runners, ran, rule, period, runOptions);
      // Whoever sees the figures would take them for those of the service that is connected now.
      if (service().name !== ran.name) throw new RailbirdError('SERVICE_CHANGED');
      const own = { service: ran.name, rule: ruleHash(rule), period };
      // Whoever has seen the figures has looked: they are shown only once that is counted.
      await looks.update((state) => withRun(state, own, { figures: tally.whole, complete, at: now() }));
      return {
        period,
        of: isSamePeriod(period, rule.choosing)
          ? 'choosing'
          : isSamePeriod(period, rule.checking)
            ? 'checking'
            : 'other',
        tally,
        complete,
        reasons,
        looks: looksAt(looks.state, own.service, rule, period),
      };
    },
    looks: async (rule) => looksAt(await looks.read(), service().name, rule),
    async records(rules) {
      const state = await looks.read();
      const { name } = service();
      return rules.map((rule) => recordsOfRule(state, name, rule));
    },
    async watched(racedate, signal) {
      const { rules } = await files.list();
      const watching = rules.filter(({ rule }) => rule.watch === true);
      if (watching.length === 0) return [];
      const { name: serviceName, archive, annotations } = service();
      const all = watching.map(({ rule }) => rule);
      const found = await watchedRunners(options.results, all, racedate, {
        archive: await archive(),
        annotations,
        now: now(),
        signal,
      });
      const state = await looks.read();
      return watching.map(({ id, rule }, at) => ({
        id,
        name: rule.name,
        records: recordsOfRule(state, serviceName, rule),
        ...(found[at] ?? NONE_WATCHED),
      }));
    },
  };
}
