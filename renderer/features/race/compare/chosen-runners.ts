// Which runners are compared: those that the user chose, or those that suggest themselves. Pure.

import type { Annotation, AnnotationKey } from '#shared/annotations/annotation.ts';
import { numberIn, runnerNumber, type RecordValues } from '#shared/racing/race-rows.ts';
import { markOf } from '../../../racing/annotations/marked-runner.ts';

export const FEWEST = 2;
export const MOST = 6;

/** How many runners are compared before the user has chosen or marked any. */
const SUGGESTED = 3;

/**
 * The runners' numbers: those that the user marked, the strongest mark first, or else the highest by overall index.
 * Horses in `withdrawn` are never suggested.
 */
export function suggestedRunners(
  card: readonly RecordValues[],
  withdrawn: ReadonlySet<number>,
  annotationOf: (key: AnnotationKey) => Annotation | undefined,
): readonly number[] {
  const running = card.flatMap((runner) => {
    const number = runnerNumber(runner);
    if (number === undefined || withdrawn.has(number)) return [];
    const mark = markOf(runner, annotationOf);
    return [{ number, mark, index: numberIn(runner, 'integration_index') ?? -Infinity }];
  });
  const marked = running
    .flatMap(({ number, mark }) => (mark === undefined ? [] : [{ number, mark }]))
    .toSorted((a, b) => (a.mark < b.mark ? -1 : a.mark > b.mark ? 1 : a.number - b.number));
  if (marked.length >= FEWEST) return marked.slice(0, MOST).map(({ number }) => number);
  return running
    .toSorted((a, b) => b.index - a.index || a.number - b.number)
    .slice(0, SUGGESTED)
    .map(({ number }) => number);
}
