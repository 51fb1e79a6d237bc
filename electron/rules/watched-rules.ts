// The runners of a day that the watched rules pick, before the race.

import { isBlank } from '#shared/catalogue/reading.ts';
import { problemsOfRule, readColumns } from '#shared/rules/rule-problems.ts';
import type { Rule } from '#shared/rules/rule.ts';
import type { Text } from '#shared/text.ts';
import type { Archive } from '../archive/archive.ts';
import type { Results } from '../results/result.ts';
import { pick } from './run-rule.ts';

export interface WatchedRunners {
  readonly runners: { racekey: string; horse_number: string; horse_name: string | null }[];
  /** Columns that no runner of the day has a value of yet. */
  readonly awaits: string[];
  /** Why the rule cannot be run: a column may be gone in this version, or a file was edited. */
  readonly problem?: Text;
}

/** Most runners of one rule: more than a day has. */
const MOST_RUNNERS = 1000;
const SHOWN = ['racekey', 'horse_number', 'horse_name'] as const;

/** One answer for each rule. Errors: SERVICE_CHANGED, those of opening a result. */
export async function watchedRunners(
  results: Results,
  rules: readonly Rule[],
  racedate: string,
  { archive, signal }: { readonly archive: Archive; readonly signal?: AbortSignal | undefined },
): Promise<readonly WatchedRunners[]> {
  if (rules.length === 0) return [];
  const result = await results.open(
    { kind: 'subject', subject: 'runners', from: racedate, to: racedate },
    { alone: true, archive, ...(signal && { signal }) },
  );
  try {
    const found: WatchedRunners[] = [];
    for (const rule of rules) {
      const [problem] = problemsOfRule(rule);
      if (problem !== undefined) {
        found.push({ runners: [], awaits: [], problem: problem.text });
        continue;
      }
      await result.arrange({ sort: [], filters: [] }, signal);
      const names = readColumns(rule).map(({ name }) => name);
      const read = await result.cells(names, 0, result.rows, signal);
      const awaits = names.filter((_, at) => read[at]?.every(isBlank) === true);
      await pick(result, rule, signal);
      const [racekeys = [], numbers = [], horses = []] = await result.cells(
        SHOWN,
        0,
        Math.min(result.rows, MOST_RUNNERS),
        signal,
      );
      const runners = racekeys.map((racekey, at) => ({
        racekey: racekey ?? '',
        horse_number: numbers[at] ?? '',
        horse_name: horses[at] ?? null,
      }));
      found.push({ runners, awaits });
    }
    return found;
  } finally {
    results.close(result.summary.resultId);
  }
}
