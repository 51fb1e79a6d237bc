// What the archive stores of a typed text, while it is typed.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundAnswer } from '#shared/bridge/find.ts';
import { useBridge } from '../../client/bridge.tsx';

/** As many as fit the list without much scrolling. */
const LISTED = 20;
const LONGEST = 200;

export interface FoundState {
  /** Of this text or, until it is answered, of the one before it. */
  readonly answer: FoundAnswer;
  /** Whether the answer is to this text. */
  readonly isAnswered: boolean;
  readonly thrown: unknown;
}

const NOTHING: FoundAnswer = { items: [], total: 0 };

export function useFound(query: string): FoundState {
  const { queries } = useBridge();
  const text = query.trim().slice(0, LONGEST);
  const { data, error, isPlaceholderData, isFetching } = useQuery(
    queries.find.search.queryOptions({
      input: { text, limit: LISTED },
      enabled: text !== '',
      // What is stored may have changed since the same text was typed before.
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
  if (text === '') return { answer: NOTHING, isAnswered: true, thrown: null };
  if (error !== null) return { answer: NOTHING, isAnswered: true, thrown: error };
  return {
    answer: data ?? NOTHING,
    isAnswered: data !== undefined && !isPlaceholderData && !isFetching,
    thrown: null,
  };
}
