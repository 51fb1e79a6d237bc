// When the marks and notes that a rule reads were last changed.

import type { Annotation } from '#shared/annotations/annotation.ts';
import { readColumns } from '#shared/rules/rule-problems.ts';
import { minutesBefore, type Rule } from '#shared/rules/rule.ts';
import { TOKYO_OFFSET_MS } from '#shared/racing/racedate.ts';
import { annotationsOf } from '../archive/annotation-table.ts';
import type { OwnChanges } from '../query-engine/rules/own-changes.ts';

/** One for each kind of target that the rule's filters read. */
export function ownChangesFor(
  rule: Pick<Rule, 'filters' | 'bets' | 'minutesBeforePost'>,
  annotations: readonly Annotation[],
): readonly OwnChanges[] {
  const before = minutesBefore(rule) * 60_000;
  return annotationsOf(readColumns(rule)).map(({ target, by }) => ({
    by,
    tooLateFor: new Map(
      annotations
        .filter((each) => each.target === target)
        .map(({ id, at }) => [id, minuteInTokyo(at + before)]),
    ),
  }));
}

/** YYYYMMDDHHMM. */
const minuteInTokyo = (at: number): string =>
  new Date(at + TOKYO_OFFSET_MS).toISOString().replace(/[-T:]/g, '').slice(0, 12);
