// Running the rule in the editor. The last report stays with the step, so that it is there again after going back.

import { skipToken, useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RuleReport } from '#shared/bridge/rules.ts';
import type { Rule, RulePeriod } from '#shared/rules/rule.ts';
import { useStepId } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useJobs } from '../../client/use-jobs.ts';

/** A report with the rule that was run, and the column of its groups. */
export interface ShownReport {
  readonly rule: Rule;
  readonly report: RuleReport;
  readonly by: string | undefined;
  /** How many windows each download had stored when it was asked for, by the id of its job; undefined if not known. */
  readonly windowsBefore: ReadonlyMap<string, number> | undefined;
}

interface Wanted {
  readonly rule: Rule;
  readonly period: RulePeriod;
  readonly by: string | undefined;
  readonly run: symbol;
  readonly windowsBefore: ShownReport['windowsBefore'];
}

/** What a step has of its runs. It outlives the screen, which may be left and come back to while a rule runs. */
interface StepRuns {
  /** The run in progress: only its answer is shown. None once its rule was left. */
  readonly awaited: symbol | undefined;
  readonly shown: ShownReport | undefined;
}

const NO_RUNS: StepRuns = { awaited: undefined, shown: undefined };

const CACHED_MS = 60 * 60_000;

export function useRuleRun() {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const step = useStepId();
  const jobs = useJobs();
  const key: QueryKey = useMemo(() => [...queries.results.key(), 'rule report', step], [queries, step]);
  const { data: runs = NO_RUNS } = useQuery<StepRuns>({
    queryKey: key,
    queryFn: skipToken,
    gcTime: CACHED_MS,
  });
  const present = (): StepRuns => cache.getQueryData<StepRuns>(key) ?? NO_RUNS;
  const put = (change: Partial<StepRuns>): void => {
    cache.setQueryData<StepRuns>(key, { ...present(), ...change });
  };
  const run = useMutation({
    mutationFn: async ({ rule, period, by, windowsBefore }: Wanted): Promise<ShownReport> => ({
      rule,
      by,
      windowsBefore,
      report: await client.rules.run({ rule, period, ...(by === undefined ? {} : { by }) }),
    }),
    onSettled: async (shown, _error, { run: settled }) => {
      if (present().awaited === settled) put({ awaited: undefined, ...(shown && { shown }) });
      // Each run is counted, and is the rule's record.
      await cache.invalidateQueries({ queryKey: queries.rules.key() });
    },
  });
  return {
    shown: runs.shown,
    isRunning: runs.awaited !== undefined,
    thrown: run.error,
    /** Nothing while a run is in progress: each is counted. */
    run: (wanted: Pick<Wanted, 'rule' | 'period' | 'by'>): void => {
      if (present().awaited !== undefined) return;
      const awaited = Symbol('run');
      put({ awaited });
      const windowsBefore = jobs && new Map(jobs.map(({ id, windowsDone }) => [id, windowsDone]));
      run.mutate({ ...wanted, run: awaited, windowsBefore });
    },
    /** Of the rule that is left nothing is shown, nor what a run of it answers later. */
    forget: () => {
      put(NO_RUNS);
      run.reset();
    },
  };
}
