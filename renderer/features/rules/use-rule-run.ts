// Running the rule in the editor. The last report stays with the step, so that it is there again after going back.

import { skipToken, useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RuleReport } from '#shared/bridge/rules.ts';
import type { Rule, RulePeriod } from '#shared/rules/rule.ts';
import { useStepId } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';

/** A report with the rule that was run, and the column of its groups. */
export interface ShownReport {
  readonly rule: Rule;
  readonly report: RuleReport;
  readonly by: string | undefined;
}

interface Wanted {
  readonly rule: Rule;
  readonly period: RulePeriod;
  readonly by: string | undefined;
}

const CACHED_MS = 60 * 60_000;

export function useRuleRun() {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const step = useStepId();
  const key: QueryKey = useMemo(() => [...queries.results.key(), 'rule report', step], [queries, step]);
  const shown = useQuery<ShownReport | null>({ queryKey: key, queryFn: skipToken, gcTime: CACHED_MS });
  const run = useMutation({
    mutationFn: async ({ rule, period, by }: Wanted): Promise<ShownReport> => ({
      rule,
      by,
      report: await client.rules.run({ rule, period, ...(by === undefined ? {} : { by }) }),
    }),
    onSuccess: async (report) => {
      cache.setQueryData(key, report);
      // Each run is counted, and is the rule's record.
      await cache.invalidateQueries({ queryKey: queries.rules.key() });
    },
  });
  return {
    shown: shown.data ?? undefined,
    isRunning: run.isPending,
    thrown: run.error,
    run: run.mutate,
    forget: () => {
      cache.setQueryData(key, null);
      run.reset();
    },
  };
}
