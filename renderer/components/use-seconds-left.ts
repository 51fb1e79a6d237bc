// A countdown that the computer's clock does not change when it is set.

import { useMemo } from 'react';
import { useNow } from './use-now.ts';

/** Whole seconds until an instant (epoch milliseconds, as it was told just now), never negative. */
export function useSecondsLeft(until: number): number {
  const due = useMemo(() => performance.now() + until - Date.now(), [until]);
  useNow(500);
  return Math.max(0, Math.ceil((due - performance.now()) / 1000));
}
