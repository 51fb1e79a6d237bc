// The user's marks and notes as far as they are known to have been the same at the time that a race is shown of.

import { use, useCallback } from 'react';
import { annotationAt, type AnnotationKey } from '#shared/annotations/annotation.ts';
import type { ShownAnnotations } from '../../../client/use-annotations.ts';
import { PastRaceContext } from './known-race.ts';

/**
 * For what is drawn: without what was changed after that time, since it would be hindsight. What changes a mark or a note
 * needs the ones of now.
 */
export function useAnnotationsThen(of: ShownAnnotations['of']): ShownAnnotations['of'] {
  const time = use(PastRaceContext)?.at;
  return useCallback(
    (key: AnnotationKey) => {
      const annotation = of(key);
      return annotation === undefined || time === undefined ? annotation : annotationAt(annotation, time);
    },
    [of, time],
  );
}
