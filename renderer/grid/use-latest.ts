// A function that never changes and always does what the latest render says: memoized rows may hold it.

import { useCallback, useLayoutEffect, useRef } from 'react';

export function useLatest<Arguments extends unknown[], Result>(
  latest: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const held = useRef(latest);
  useLayoutEffect(() => {
    held.current = latest;
  });
  return useCallback((...args: Arguments) => held.current(...args), []);
}
