// A function that keeps its identity and always calls that of the latest render, for props of memoized components.

import { useCallback, useLayoutEffect, useRef } from 'react';

export function useLatest<Arguments extends unknown[], Result>(
  latest: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const ref = useRef(latest);
  useLayoutEffect(() => {
    ref.current = latest;
  });
  return useCallback((...args: Arguments) => ref.current(...args), []);
}
