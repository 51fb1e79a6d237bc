// The user's marks, notes and watched horses for what is on screen, and the way to change one.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  annotationKey,
  type Annotation,
  type AnnotationChange,
  type AnnotationEdit,
  type AnnotationKey,
} from '#shared/annotations/annotation.ts';
import { useLatest } from '../components/use-latest.ts';
import { useBridge } from './bridge.tsx';

/** How often they are read again, in milliseconds: a terminal may change them too. */
const EVERY = 5000;

const NONE: readonly Annotation[] = [];

export interface ShownAnnotations {
  /** What the user noted about it; undefined if nothing. */
  readonly of: (key: AnnotationKey) => Annotation | undefined;
  /** Changes one; what shows it follows once it is on disk. */
  readonly change: (change: AnnotationChange) => void;
  /** Like `change`, and resolves once it is on disk. Errors: CHANGED_ELSEWHERE, FILE_FAILED, ARCHIVE_FAILED. */
  readonly save: (change: AnnotationEdit) => Promise<void>;
  /** As it is now, whatever is on screen. */
  readonly read: (key: AnnotationKey) => Promise<Annotation | undefined>;
  /** Why the last `change`, or reading them, failed. */
  readonly thrown: unknown;
}

/** `keys`: the same array as long as they are the same. */
export function useAnnotations(keys: readonly AnnotationKey[]): ShownAnnotations {
  const { client, queries } = useBridge();
  const cache = useQueryClient();
  const read = useQuery({
    ...queries.annotations.read.queryOptions({ input: { keys: [...keys] } }),
    enabled: keys.length > 0,
    staleTime: 0,
    refetchInterval: EVERY,
    placeholderData: keepPreviousData,
  });
  const all = queries.annotations.key();
  const { mutate, error } = useMutation({
    ...queries.annotations.change.mutationOptions(),
    onSettled: () => cache.invalidateQueries({ queryKey: all }),
  });
  // While they are read, and if there are none, what shows them need not be drawn again.
  const { data = NONE } = read;
  const noted = data.length === 0 ? NONE : data;
  const byKey = useMemo(() => new Map(noted.map((each) => [annotationKey(each), each])), [noted]);
  const of = useCallback((key: AnnotationKey) => byKey.get(annotationKey(key)), [byKey]);
  const change = useCallback((wanted: AnnotationChange) => mutate(wanted), [mutate]);
  const save = useLatest(async (wanted: AnnotationEdit): Promise<void> => {
    try {
      await client.annotations.change(wanted);
    } finally {
      await cache.invalidateQueries({ queryKey: all });
    }
  });
  const readOne = useLatest(
    async (key: AnnotationKey) => (await client.annotations.read({ keys: [key] }))[0],
  );
  const thrown = error ?? read.error;
  return useMemo(() => ({ of, change, save, read: readOne, thrown }), [of, change, save, readOne, thrown]);
}
