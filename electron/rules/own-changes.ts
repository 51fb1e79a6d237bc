// When the marks, notes and watches that a rule reads were last changed.

import { idsInRecords, markTime, type Annotation } from '#shared/annotations/annotation.ts';
import { compactMinuteInTokyo } from '#shared/racing/racedate.ts';
import { readColumns } from '#shared/rules/rule-problems.ts';
import { minutesBefore, type Rule } from '#shared/rules/rule.ts';
import { annotationsOf } from '../archive/annotation-table.ts';
import type { OwnChanges } from '../query-engine/rules/own-changes.ts';

/** What changes with a mark only. */
const OF_MARKS: ReadonlySet<string> = new Set(['mark', 'marked_at', 'marked_before_start']);

/** One for each kind of target that the rule's filters read. */
export function ownChangesFor(
  rule: Pick<Rule, 'filters' | 'bets' | 'minutesBeforePost'>,
  annotations: readonly Annotation[],
): readonly OwnChanges[] {
  const before = minutesBefore(rule) * 60_000;
  const columns = readColumns(rule);
  return annotationsOf(columns).map(({ target, by }) => {
    const readsMarksAlone = columns.every(
      ({ origin }) =>
        !('annotation' in origin) || origin.target !== target || OF_MARKS.has(origin.annotation),
    );
    const timeOf = readsMarksAlone ? markTime : ({ at }: Annotation) => at;
    return {
      by,
      tooLateFor: new Map(
        annotations
          .filter((each) => each.target === target)
          .flatMap((each) =>
            idsInRecords(each).map((id) => [id, compactMinuteInTokyo(timeOf(each) + before)] as const),
          ),
      ),
    };
  });
}
