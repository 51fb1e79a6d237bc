// A function that keeps its identity and always calls that of the latest render, for props of memoized components.

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
