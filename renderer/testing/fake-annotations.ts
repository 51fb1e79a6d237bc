// Marks and notes kept in memory, as the main process answers them.

import {
  annotationKey,
  changedAnnotation,
  isEmptyAnnotation,
  type Annotation,
  type AnnotationEdit,
  type AnnotationKey,
} from '#shared/annotations/annotation.ts';
import { codedError } from './coded-error.ts';

export function fakeAnnotations() {
  const kept = new Map<string, Annotation>();
  let now = 0;
  return {
    kept,
    read: async ({ keys }: { keys: readonly AnnotationKey[] }) =>
      keys.flatMap((key) => kept.get(annotationKey(key)) ?? []),
    list: async () => [...kept.values()],
    change: async ({ noteBefore, ...change }: AnnotationEdit) => {
      const key = annotationKey(change);
      const note = kept.get(key)?.note ?? null;
      if (noteBefore !== undefined && noteBefore !== note)
        throw codedError('CHANGED_ELSEWHERE', { name: change.id });
      const after = changedAnnotation(kept.get(key), change, (now += 1));
      if (isEmptyAnnotation(after)) kept.delete(key);
      else kept.set(key, after);
      return after;
    },
  };
}
